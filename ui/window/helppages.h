// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/// Pages of the help that are made of what the program itself goes by, in Markdown. GUI thread.
namespace wk::helppages {

/// What this program can send: the lists that each request is checked against (RequestGuard, EtcdGuard).
QString sent();

/// How much is read, held and waited for: core/base/limits.h.
QString limits();

} // namespace wk::helppages
