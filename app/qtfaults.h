// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QVersionNumber>

namespace wk {

/// The publicly known faults that a version of Qt has by its number, and why none of them can be reached through
/// Watchkeeper: a line for each part of Qt. A distribution may have mended some under the same number. Any thread.
/// Source: the CVE list (cve.org), Qt's security announcements.
QStringList qtFaults(const QVersionNumber &version);

} // namespace wk
