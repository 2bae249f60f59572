// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <functional>
#include <string>

namespace wk {

/// Where a subcommand writes: a test gives its own. What comes from a cluster has been made safe before (terminalSafe).
struct Console {
    std::function<void(const std::string &)> out;
    std::function<void(const std::string &)> err;          ///< one line, without its newline
    bool isTerminal = false;                               ///< of `out`: somebody looks at it
    std::function<void(const std::string &)> errPart = {}; ///< standard error in parts, with their newlines

    /// Writes what a script may want byte for byte; a terminal gets it made safe, but for its lines and tabs.
    void outAsItIs(const std::string &text) const;
    /// A stranger's words on standard error as they come: a line, less or more. Made safe for a terminal, but for lines
    /// and tabs.
    void sayPart(const std::string &words) const;
    /// Standard error, a line or several, made safe for a terminal.
    void say(const std::string &lines) const;
    /// Says what failed as kubectl does, see errorLines().
    void sayError(const Error &error) const;

    /// Standard output, flushed at each call, and standard error.
    static Console standard();
};

} // namespace wk
