// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace wk {

/// From now on the calling thread, and those that it starts, give way to the threads that have not said so: the
/// window's stays quick while all cores are busy. Without it a turn of the window's loop took up to twice as long as it
/// worked, as a list was read beside it on two cores; whoever reads loses nothing as long as a core is free. Any
/// thread; to be called once in each. Linux: each thread has a nice value of its own (setpriority(2), NPTL); elsewhere
/// as QThread does it, which on Linux does nothing (QThread::setPriority).
void giveWayToTheWindow();

} // namespace wk
