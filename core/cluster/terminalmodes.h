// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <termios.h>

namespace wk {

/// How the terminal that is our standard input reads and echoes, as it was when this was made: a plugin that asks for a
/// password and is ended would leave one that shows nothing that is typed. Any thread.
class TerminalModes
{
public:
    TerminalModes();
    /// Where it is still ours to set.
    void restore() const;

private:
    std::optional<termios> m_modes; ///< none: standard input is no terminal
};

} // namespace wk
