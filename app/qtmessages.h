// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace wk {

/// From here on what Qt has to say goes to stderr safe for a terminal, whatever it quotes (rule S21 of SECURITY.md),
/// and without what is no trouble of ours: see the source. Before the application is made.
void installQtMessages();

/// Lives while QApplication is made. Where there is no display to open, Qt explains plugins and aborts; then this says
/// in one sentence what is missing and what needs no display, and ends the process with exit code 1. Gui thread, one at
/// a time, after installQtMessages().
class DisplayOpening
{
public:
    DisplayOpening();
    /// What Qt had to say, and was not about a display that could not be had, is said now.
    ~DisplayOpening();
    DisplayOpening(const DisplayOpening &) = delete;
    DisplayOpening &operator=(const DisplayOpening &) = delete;
};

} // namespace wk
