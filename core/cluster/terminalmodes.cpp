// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/terminalmodes.h"

#include <unistd.h>

namespace wk {

TerminalModes::TerminalModes()
{
    termios modes = {};
    if (::tcgetattr(STDIN_FILENO, &modes) == 0)
        m_modes = modes;
}

void TerminalModes::restore() const
{
    // In the background it would stop us.
    if (m_modes && ::tcgetpgrp(STDIN_FILENO) == ::getpgrp())
        ::tcsetattr(STDIN_FILENO, TCSADRAIN, &*m_modes);
}

} // namespace wk
