// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QString>

#include <chrono>

namespace wk {

enum class SessionState;

/// Where the connection stands, with the reason while it fails.
QString sessionSentence(SessionState state, const Error &lastError);
/// The same for a line with little room: what to try stays, the details of a network's or a server's failure do not.
QString sessionBrief(SessionState state, const Error &lastError);
/// While nothing has come from a server, neither an answer nor an error.
QString connectingSentence(std::chrono::seconds waited);

} // namespace wk
