// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QHostAddress>
#include <QTcpServer>

namespace wk {

/// A port of loopback that nobody gives out by itself: for a server that goes away and comes back. One thread. 0: none
/// is free.
inline unsigned short steadyPort()
{
    constexpr int Apart = 97; // the next process has the next id, and must not look at the same ports
    static unsigned short next =
        static_cast<unsigned short>(20'000 + QCoreApplication::applicationPid() * Apart % 10'000);
    for (int tries = 0; tries < 100; ++tries) {
        QTcpServer probe;
        if (++next >= 32'000)
            next = 20'000;
        if (probe.listen(QHostAddress::LocalHost, next))
            return next;
    }
    return 0;
}

} // namespace wk
