// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/wire/census.h"
#include "tests/support/sanitized.h"

#include <QDir>
#include <QFile>

#include <malloc.h>
#include <unistd.h>

#include <atomic>

class QObject;

QT_BEGIN_NAMESPACE
extern quintptr Q_CORE_EXPORT qtHookData[];
QT_END_NAMESPACE

namespace wk::sim {

namespace {

/// Source: qhooks_p.h, QHooks::HookIndex.
enum HookIndex : std::size_t { DataSize = 1, AddObject = 3, RemoveObject = 4 };
using Hook = void (*)(QObject *);

std::atomic<int> living{0};
Hook addedBefore = nullptr;
Hook removedBefore = nullptr;

void added(QObject *object)
{
    ++living;
    if (addedBefore)
        addedBefore(object);
}

void removed(QObject *object)
{
    --living;
    if (removedBefore)
        removedBefore(object);
}

bool install()
{
    if (qtHookData[DataSize] <= RemoveObject)
        return false;
    addedBefore = reinterpret_cast<Hook>(qtHookData[AddObject]);
    removedBefore = reinterpret_cast<Hook>(qtHookData[RemoveObject]);
    qtHookData[AddObject] = reinterpret_cast<quintptr>(&added);
    qtHookData[RemoveObject] = reinterpret_cast<quintptr>(&removed);
    return true;
}

} // namespace

Census Census::now()
{
    static const bool isInstalled = install();
    constexpr auto Entries = QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot;
    Census census;
    census.descriptors = int(QDir(QStringLiteral("/proc/self/fd")).entryList(Entries).size());
    census.threads = int(QDir(QStringLiteral("/proc/self/task")).entryList(Entries).size());
    census.qObjects = isInstalled ? living.load() : 0;
    return census;
}

std::string Census::words() const
{
    return std::to_string(descriptors) + " descriptors, " + std::to_string(threads) + " threads, " +
           std::to_string(qObjects) + " QObjects";
}

std::int64_t residentKiB()
{
    if (IsSanitized)
        return 0;
    ::malloc_trim(0);
    QFile memory(QStringLiteral("/proc/self/statm"));
    if (!memory.open(QIODevice::ReadOnly))
        return 0;
    return memory.readAll().split(' ').value(1).toLongLong() * ::sysconf(_SC_PAGESIZE) / 1024;
}

} // namespace wk::sim
