// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QUrl>

namespace wk {

/// The web pages that a stranger's text names, each once, in its order: http and https alone, with a host, and without
/// a user's name in front of it, which would pass for the host. Any thread. Rule S22 of SECURITY.md.
QList<QUrl> webLinks(const QString &text);

/// Where a link leads, as it is asked for on the network: the host in ASCII (punycode), and its port where that is not
/// the usual one.
QString linkHost(const QUrl &link);

} // namespace wk
