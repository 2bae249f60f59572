// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace wk {

/// OpenSSL clears up after itself when the program exits, on the supposition that no other thread is at it still. Qt
/// says that a thread has finished (QThread::wait()) before the thread has freed what OpenSSL keeps for it; so that
/// work of a program that ends soon after its transport is at times lost, which is a leak, or done on freed memory.
/// From here on nothing is cleared up but by the system. Before anything uses OpenSSL.
/// Source: Qt 6.4 qthread_unix.cpp, QThreadPrivate::finish(); OPENSSL_init_crypto(3).
void leaveOpenSslToTheSystem();

} // namespace wk
