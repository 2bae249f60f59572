// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/journal/historyjournal.h"
#include "core/history/journal/journalstart.h"

#include <QDir>
#include <QFile>

#include <memory>
#include <string>
#include <utility>

namespace wk::test {

/// The files of set "a" in a folder, as whoever lists them would give them.
inline HistoryFiles filesIn(const QString &folder)
{
    HistoryFiles files{.folder = folder.toStdString(), .set = "a", .cluster = "uid:1"};
    for (const QString &name : QDir(folder).entryList({QStringLiteral("a.*.wklog")}, QDir::Files, QDir::Name)) {
        files.segments.push_back({folder.toStdString() + "/" + name.toStdString()});
        files.next = name.mid(2, 6).toUInt() + 1;
    }
    files.own = files.segments.size();
    if (QFile::exists(folder + QStringLiteral("/a.999999.tail")))
        files.tail = folder.toStdString() + "/a.999999.tail";
    return files;
}

/// A log whose rows go into files, without a thread for it: when write() says so.
class JournaledLog
{
public:
    /// In files without names.
    JournaledLog(const EventLog::Bounds &bounds, const std::string &folder,
                 RowId segmentRows = std::numeric_limits<RowId>::max())
        : JournaledLog(bounds, HistoryFiles{.folder = folder}, 64 * limits::MiB, segmentRows)
    {}
    /// Behind what there is.
    JournaledLog(const EventLog::Bounds &bounds, const HistoryFiles &files, std::uint64_t segmentBytes = 0,
                 RowId segmentRows = std::numeric_limits<RowId>::max())
        : log(bounds)
    {
        log.setHasJournal();
        JournalStart start = startJournal(files, log, {segmentBytes, segmentRows});
        journal.reset(static_cast<HistoryJournal *>(start.journal.release()));
        if (!start.bodies.empty())
            bodies = std::move(start.bodies.begin()->second);
        damages = std::move(start.damages);
        unread = std::move(start.unread);
    }

    /// What is new; what memory need not hold is let go.
    void write()
    {
        const HistoryPtr now = log.snapshot();
        journal->write(now, time);
        HistoryJournal::Sealed sealed = journal->takeSealed();
        for (const EventLog::Filed &filed : sealed.rows)
            log.move(filed);
        for (HistoryJournal::Sealed::Bodies &some : sealed.bodies)
            file(some.store, std::move(some.revisions));
        log.setJournalError(journal->error());
    }
    void sync() { journal->sync(log.snapshot(), time); }

    EventLog log;
    std::unique_ptr<HistoryJournal> journal;
    std::unique_ptr<RevisionBodies> bodies;
    std::vector<HistoryRecovery::Damage> damages;
    std::vector<Error> unread;
    WallTime time{};
};

} // namespace wk::test
