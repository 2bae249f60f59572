// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>

#include <sys/resource.h>

namespace wk::test {

/// How many threads of this process give way to the calling one. Source: proc(5), /proc/self/task.
inline int threadsGivingWay()
{
    const int mine = getpriority(PRIO_PROCESS, 0);
    int count = 0;
    for (const QString &thread : QDir(QStringLiteral("/proc/self/task")).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        count += getpriority(PRIO_PROCESS, thread.toUInt()) > mine;
    return count;
}

/// Whether any can: Linux weighs threads, and nothing gives way to what gives way to all.
inline bool canGiveWay()
{
#if defined(Q_OS_LINUX)
    constexpr int Most = 19;
    return getpriority(PRIO_PROCESS, 0) < Most;
#else
    return false;
#endif
}

} // namespace wk::test
