// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/processmemory.h"

#include <QFile>

#include <unistd.h>

namespace wk {

/// Source: proc_pid_statm(5), the second field, in pages.
std::uint64_t processMemory()
{
    QFile statm(QStringLiteral("/proc/self/statm"));
    if (!statm.open(QIODevice::ReadOnly))
        return 0;
    return statm.readAll().split(' ').value(1).toULongLong() * std::uint64_t(::sysconf(_SC_PAGESIZE));
}

} // namespace wk
