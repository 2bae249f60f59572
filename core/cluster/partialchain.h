// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

class QSslCertificate;

namespace wk {

/// Whether a server's chain (the leaf first) leads by valid signatures and dates to one of the given CAs, which need
/// not have signed itself: Go's rule, where Qt asks for a root. Names are not looked at. Any thread.
bool leadsToGiven(const QList<QSslCertificate> &chain, const QList<QSslCertificate> &given);

} // namespace wk
