// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/journal/journalclaim.h"
#include "tests/support/testprocess.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <ctime>
#include <map>
#include <memory>

#include <fcntl.h>
#include <sys/stat.h>

namespace wk::test {

/// A moment that every test of this folder means, and so many seconds later.
inline WallTime journalTime(int seconds = 0)
{
    return *parseTime("2026-11-28T20:45:00Z") + std::chrono::seconds(seconds);
}

inline const JournalCluster &staging()
{
    static const JournalCluster cluster{ClusterId::known("8b6f"), "staging"};
    return cluster;
}

inline const JournalCluster &production()
{
    static const JournalCluster cluster{ClusterId::known("77aa"), "production"};
    return cluster;
}

inline bool isThere(const std::string &path)
{
    return QFile::exists(QFile::decodeName(path.c_str()));
}

inline std::string contentOf(const std::string &path)
{
    QFile file(QFile::decodeName(path.c_str()));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// Appends to a file, which was written then.
inline void put(const std::string &path, const std::string &bytes, WallTime written)
{
    const FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
    if (::write(file.get(), bytes.data(), bytes.size()) != ssize_t(bytes.size()))
        std::abort();
    const auto since = written.time_since_epoch().count();
    const timespec when{time_t(since / 1'000'000), long(since % 1'000'000) * 1000};
    const timespec both[2] = {when, when};
    ::futimens(file.get(), both);
}

/// What is in a folder, and how much.
inline std::map<std::string, std::uint64_t> sizesIn(const std::string &folder)
{
    std::map<std::string, std::uint64_t> sizes;
    const auto all = QDir::NoDotAndDotDot | QDir::AllEntries | QDir::Hidden | QDir::System;
    for (const QFileInfo &info : QDir(QFile::decodeName(folder.c_str())).entryInfoList(all))
        sizes[info.fileName().toStdString()] = std::uint64_t(info.size());
    return sizes;
}

/// The bytes of a chain, as a reader finds them.
inline std::string readChain(const std::vector<JournalPart> &parts)
{
    std::string all;
    for (const JournalPart &part : parts)
        all += contentOf(part.piece.file.path).substr(0, part.bytes);
    return all;
}

/// A root on the disk for a test, and programs that write in it. What this program has claimed is held until it is
/// dropped.
class JournalRig
{
public:
    JournalRoot root() const { return JournalRoot::open(path()).value(); }
    std::string path() const { return m_home.filePath(QStringLiteral("history")).toStdString(); }
    std::string folder(const JournalCluster &cluster = staging()) const { return root().folderOf(cluster.id); }

    std::unique_ptr<JournalClaim> claim(int seconds, const JournalCluster &cluster = staging()) const
    {
        auto claimed = claimSet(root(), cluster, journalTime(seconds), std::uint32_t(seconds));
        return claimed ? std::make_unique<JournalClaim>(std::move(claimed).value()) : nullptr;
    }
    /// The next segment of a set.
    static void segment(JournalClaim &claim, const std::string &bytes, int seconds)
    {
        put(claim.segmentPath(claim.next++), bytes, journalTime(seconds));
    }

private:
    QTemporaryDir m_home;
};

} // namespace wk::test
