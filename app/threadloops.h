// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace wk {

/// Threads besides the first wait in Qt's own loops from here on, not in GLib's: those make a system call for each
/// letter to a thread, even to one that is awake, and Qt Network sends one for each chunk of an answer. A tenth of the
/// CPU time of a long list. The first thread stays with GLib, for the desktop's sake. Before there is another thread.
/// Source: Qt 6.4 qthread_unix.cpp, QThreadPrivate::createEventDispatcher(); GLib gwakeup.c.
void letThreadsWaitWithoutGlib();

} // namespace wk
