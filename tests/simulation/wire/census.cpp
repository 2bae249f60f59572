// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/wire/census.h"

#include <QDir>
#include <QFile>

#include <unistd.h>

namespace wk::sim {

Census Census::now()
{
    constexpr auto Entries = QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot;
    Census census;
    census.descriptors = int(QDir(QStringLiteral("/proc/self/fd")).entryList(Entries).size());
    census.threads = int(QDir(QStringLiteral("/proc/self/task")).entryList(Entries).size());
    QFile memory(QStringLiteral("/proc/self/statm"));
    if (memory.open(QIODevice::ReadOnly))
        census.residentKiB = memory.readAll().split(' ').value(1).toLongLong() * ::sysconf(_SC_PAGESIZE) / 1024;
    return census;
}

std::string Census::words() const
{
    return std::to_string(descriptors) + " descriptors, " + std::to_string(threads) + " threads";
}

} // namespace wk::sim
