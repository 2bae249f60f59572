// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace wk {

/// From here on what Qt has to say goes to stderr safe for a terminal, whatever it quotes (rule S21 of SECURITY.md),
/// and without what is no trouble of ours: see the source. Before the application is made.
void installQtMessages();

} // namespace wk
