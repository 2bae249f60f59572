// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/journalstart.h"

#include "core/history/journal/historyrestorer.h"
#include "core/history/journal/recordingjournal.h"
#include "core/history/journal/recordingstart.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace wk {

namespace {

/// As one is whose writer was killed, or had no room, the moment it was made.
bool isEmpty(const std::string &path)
{
    std::error_code failed;
    return std::filesystem::file_size(path, failed) < segment::Magic.size() && !failed;
}

} // namespace

HistoryFiles filesOf(JournalClaim claim, const ClusterId &cluster)
{
    HistoryFiles files{.folder = claim.folder, .set = claim.set.text(), .cluster = cluster.text()};
    files.next = claim.next;
    for (const JournalPart &part : claim.past) {
        if (part.piece.isTail) {
            files.tail = part.piece.file.path;
        } else {
            files.segments.push_back({part.piece.file.path, part.bytes});
            files.own += part.set == claim.set ? 1 : 0;
        }
    }
    files.lock = std::make_shared<FileLock>(std::move(claim.lock));
    return files;
}

namespace {

std::vector<HistoryLosses::Piece> lostPieces(const JournalStart &start, const HistoryRecovery &from,
                                             const std::vector<HistoryRestorer::Restored::Missing> &missing)
{
    std::vector<HistoryLosses::Piece> pieces;
    for (const Error &error : start.unread)
        pieces.push_back({error.place, 0, 0, error, {}});
    const auto &ends = from.tornEnds();
    const auto fileOf = [&ends](const std::string &path) {
        return static_cast<std::size_t>(std::ranges::find(ends, path, &HistoryRecovery::Damage::path) - ends.begin());
    };
    const auto add = [&](const HistoryRecovery::Damage &damage, const auto &found) {
        pieces.push_back({damage.path,
                          damage.place.at,
                          damage.place.bytes,
                          {},
                          found == missing.end() ? std::nullopt : std::optional(found->rows)});
    };
    for (const HistoryRecovery::Damage &damage : start.damages) {
        const auto isThere = [file = fileOf(damage.path)](const auto &one) {
            return one.first <= file && file <= one.last;
        };
        add(damage, std::ranges::find_if(missing, isThere));
    }
    for (auto one = missing.begin(); one != missing.end(); ++one) {
        for (std::size_t file = one->first; file < std::min(one->last, ends.size()); ++file) {
            if (ends[file].place.bytes > 0)
                add(ends[file], one);
        }
    }
    return pieces;
}

/// Of each cluster the store that was begun last. A session has its own, and it is of one cluster.
void takeLast(std::vector<std::unique_ptr<RevisionBodies>> stores, const HistorySnapshot &history, JournalStart &start)
{
    std::map<ClusterId, std::size_t> last;
    for (const auto &[id, watch] : *history.watches()) {
        if (watch.store >= stores.size())
            continue;
        const auto [newest, isNew] = last.try_emplace(watch.cluster, watch.store);
        newest->second = std::max(newest->second, watch.store);
    }
    for (const auto &[cluster, store] : last)
        start.bodies.emplace(cluster, std::move(stores[store]));
}

/// Of a stranger: what is damaged is told as what is lost of one's own.
void openRecording(const HistoryFiles &files, EventLog &log, JournalStart &start)
{
    auto opened = restoreRecording(files.opened, log, {.end = RecordingReading::End::Present});
    if (!opened) {
        start.unread.push_back(opened.error());
    } else {
        RestoredRecording recording = std::move(opened).value();
        start.damages = std::move(recording.damages);
        takeLast(std::move(recording.bodies), log.now(), start);
    }
    std::vector<HistoryLosses::Piece> lost;
    for (const Error &error : start.unread)
        lost.push_back({error.place, 0, 0, error, {}});
    for (const HistoryRecovery::Damage &damage : start.damages)
        lost.push_back({damage.path, damage.place.at, damage.place.bytes, {}, {}});
    log.setLostPieces(std::move(lost));
}

} // namespace

JournalStart startJournal(const HistoryFiles &files, EventLog &log, const SegmentSize &size)
{
    JournalStart start;
    if (!files.opened.empty()) {
        openRecording(files, log, start);
        return start;
    }
    log.setHasJournal();
    if (files.recording) { // nothing was before
        start.journal = std::make_unique<RecordingJournal>(*files.recording);
        return start;
    }
    HistoryRecovery recovery;
    std::vector<std::string> read;
    std::size_t others = files.segments.size() - files.own; // of those that are read
    for (std::size_t number = 0; number < files.segments.size(); ++number) {
        const HistoryFiles::Segment &segment = files.segments[number];
        const auto done = recovery.readSegment(segment.path, segment.bytes);
        if (done) {
            read.push_back(segment.path);
            continue;
        }
        others -= number < files.segments.size() - files.own ? 1 : 0;
        if (!isEmpty(segment.path))
            start.unread.push_back(done.error());
    }
    const bool isWhole = start.unread.empty() && recovery.damages().empty();
    const std::uint64_t behind = recovery.validBytes();
    if (!files.tail.empty()) {
        if (const auto done = recovery.readTail(files.tail); !done && done.error().kind != ErrorKind::FileUnreadable)
            start.unread.push_back(done.error());
    }
    start.damages = recovery.damages();
    HistoryRestorer::Restored restored = HistoryRestorer(recovery, log, others).restore();
    log.setLostPieces(lostPieces(start, recovery, restored.missing));
    takeLast(std::move(restored.bodies), log.now(), start);
    HistoryJournal::Options options;
    options.folder = files.folder;
    options.set = files.set;
    options.cluster = files.cluster;
    options.segment = files.next;
    options.segmentBytes = size.bytes;
    options.segmentRows = size.rows;
    options.first = log.filedEnd();
    const std::size_t own = read.size() - others;
    for (std::size_t number = others; number < read.size(); ++number)
        options.known.push_back({read[number], restored.segments[number]});
    options.goOnBehind = own > 0 && isWhole ? behind : 0;
    options.isAllStoodTold = recovery.hasAllThatStood();
    start.journal = std::make_unique<HistoryJournal>(std::move(options));
    return start;
}

} // namespace wk
