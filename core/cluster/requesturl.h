// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/transport.h"

#include <QString>
#include <QUrl>

namespace wk {

/// Where a request goes: its path below the server's own, its query with everything encoded that could mean something.
QUrl requestUrl(const QUrl &server, const HttpRequest &request);

/// localhost or a loopback address: what is sent there does not leave the machine.
bool isLoopback(const QUrl &url);

/// "host:port", for people.
QString serverName(const QUrl &url);

} // namespace wk
