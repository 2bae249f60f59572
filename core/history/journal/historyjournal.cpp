// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/historyjournal.h"

#include "core/history/journal/rowrecords.h"

#include <QRandomGenerator>

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <utility>

#include <unistd.h>

namespace wk {

namespace {

/// Of what stood at a segment's beginning so much is told with each write: a few ms.
constexpr std::size_t StoodAtOnce = 256;
constexpr std::size_t LongestTail = 4 * limits::MiB;

std::string segmentName(std::uint32_t number)
{
    std::array<char, 32> name;
    std::snprintf(name.data(), name.size(), "%06u.wklog", number);
    return name.data();
}

Error gone(const std::string &path)
{
    return {ErrorKind::FileWriteFailed, "Somebody has removed it.", path};
}

bool isThere(const std::string &path)
{
    return ::access(path.c_str(), F_OK) == 0;
}

constexpr const char *TailName = "999999.tail";

} // namespace

HistoryJournal::HistoryJournal(Options options)
    : m_options(std::move(options))
    , m_writer(QRandomGenerator::system()->generate64())
    , m_chunk(m_options.first)
    , m_tailNeeds(m_options.first)
{
    const auto &known = m_options.known; // it was begun when one of the last two was the last
    if (!known.empty())
        m_tailNeeds = known[known.size() - std::min<std::size_t>(known.size(), 2)].first;
    const bool isFull = m_options.goOnBehind >= m_options.segmentBytes ||
                        (!m_options.known.empty() && m_chunk - m_options.known.back().first >= m_options.segmentRows);
    if (isFull && m_options.isAllStoodTold) // else many short runs would make one file without end
        m_options.goOnBehind = 0;
}

HistoryJournal::~HistoryJournal() = default;

void HistoryJournal::fail(const Error &error)
{
    m_error = error;
    if (m_segment) { // one that has not all that stood at its beginning goes on: nobody else says it
        m_options.goOnBehind = m_stood ? m_segmentBytes : 0;
        m_options.isAllStoodTold = !m_stood;
    }
    m_segment.reset();
    m_stood.reset();
    m_tail.reset();
}

void HistoryJournal::write(const HistoryPtr &now, WallTime time)
{
    if (m_error)
        return;
    if (auto written = writeAll(now, time); !written)
        fail(written.error());
}

Result<> HistoryJournal::writeAll(const HistoryPtr &now, WallTime time)
{
    m_chunk = std::max(m_chunk, now->begin()); // what has fallen off meanwhile was not written
    if (auto removed = removeFallen(now, time); !removed)
        return removed;
    while (m_chunk + HistorySnapshot::ChunkRows <= now->end()) {
        const bool isFull = m_segment && !m_stood &&
                            (m_segment->writer().sizeBytes() >= std::max(m_options.segmentBytes, 2 * m_stoodBytes) ||
                             m_chunk - m_segmentFirst >= m_options.segmentRows);
        if (isFull)
            m_segment.reset();
        if (!m_segment) {
            if (auto opened = openSegment(now, time); !opened)
                return opened;
        }
        if (auto sealed = seal(*now, m_chunk); !sealed)
            return sealed;
        m_chunk += HistorySnapshot::ChunkRows;
    }
    if (m_stood) {
        if (auto told = writeStood(StoodAtOnce); !told)
            return told;
    }
    return isKept() ? writeTail(*now, time) : success();
}

/// Files of which rows have fallen off: what numbers mean there is not so any more, as they are given anew. What stood
/// at the beginning of the next one is in there by then: else it would be nowhere. Rows fall off by files, unless the
/// journal lags far behind: then what is left of such a file's rows is in another one, or in none where that is not the
/// last.
Result<> HistoryJournal::removeFallen(const HistoryPtr &now, WallTime time)
{
    if (isKept() && m_tailNeeds < now->begin()) {
        m_tail.reset();
        if (auto removed = removeFile(nameOf(TailName)); !removed)
            return removed;
        m_tailNeeds = now->begin();
    }
    auto &known = m_options.known;
    const auto isFallen = [&known, begin = now->begin()] {
        return !known.empty() && (known.front().first < begin || (known.size() > 1 && known[1].first <= begin));
    };
    while (isFallen()) {
        if (known.size() == 1) {
            m_chunk = now->begin();
            m_options.goOnBehind = 0;
            if (auto opened = openSegment(now, time); !opened)
                return opened;
        }
        if (auto told = known.size() == 2 ? writeAllStood(now, time) : success(); !told)
            return told;
        if (auto removed = removeFile(known.front().path); !removed)
            return removed;
        known.erase(known.begin());
    }
    return success();
}

Result<> HistoryJournal::openSegment(const HistoryPtr &now, WallTime time)
{
    const bool goesOn = m_options.goOnBehind > 0 && !m_options.known.empty();
    const std::string path = goesOn     ? m_options.known.back().path
                             : isKept() ? nameOf(segmentName(m_options.segment++))
                                        : std::string();
    auto opened = goesOn     ? SegmentWriter::appendTo(path, m_options.goOnBehind)
                  : isKept() ? SegmentWriter::createInPlace(path)
                             : SegmentWriter::createNameless(m_options.folder);
    if (opened || m_options.isAllStoodTold || !isThere(path))
        m_options.goOnBehind = 0;
    if (!opened)
        return opened.error();
    m_segment.emplace(std::move(opened).value());
    m_segmentBytes = m_segment->writer().sizeBytes();
    m_stood.reset();
    if (!goesOn && isKept())
        m_options.known.push_back({path, m_chunk});
    m_hasBegun = true;
    m_texts.clear();
    m_bodies.clear();
    m_closings = 0;
    m_segmentFirst = goesOn ? m_options.known.back().first : m_chunk;
    m_stoodBytes = 0;
    if (!isKept())
        return success();
    if (auto written = writeHead(m_segment->writer(), time, m_chunk); !written)
        return written;
    if (goesOn && m_options.isAllStoodTold)
        return success();
    m_stood.emplace(now, m_segmentFirst);
    return success();
}

Result<> HistoryJournal::writeHead(SegmentWriter &to, WallTime time, RowId first)
{
    HistoryHead head{m_writer,          time,  "Watchkeeper " WATCHKEEPER_VERSION,
                     m_options.cluster, first, m_options.segment - 1};
    std::string bytes;
    FoldWriter record(bytes);
    put(record, head);
    return addRecord(to, HistoryRecord::Head, bytes);
}

/// Some more of what stood at the segment's beginning.
Result<> HistoryJournal::writeStood(std::size_t most)
{
    const std::uint64_t before = m_segment->writer().sizeBytes();
    const auto bodiesOf = [this](std::size_t store) -> JournalBodies & { return bodies(m_bodies, store); };
    auto written = m_stood->write(most, bodiesOf, m_segment->writer());
    m_stoodBytes += m_segment->writer().sizeBytes() - before;
    written = written ? m_segment->writer().flush() : written;
    if (!written)
        return written;
    m_segmentBytes = m_segment->writer().sizeBytes();
    if (m_stood->isDone())
        m_stood.reset();
    return success();
}

Result<> HistoryJournal::writeAllStood(const HistoryPtr &now, WallTime time)
{
    if (!m_segment && m_options.goOnBehind > 0 && !m_options.isAllStoodTold) {
        if (auto opened = openSegment(now, time); !opened)
            return opened;
    }
    return m_stood ? writeStood(std::numeric_limits<std::size_t>::max()) : success();
}

JournalBodies &HistoryJournal::bodies(std::deque<JournalBodies> &of, std::size_t store)
{
    while (of.size() <= store)
        of.emplace_back(of.size());
    return of[store];
}

Result<> HistoryJournal::writeBodies(const HistorySnapshot &now, RowId first, RowId end, bool isTail, SegmentWriter &to)
{
    std::vector<std::vector<RevisionRef>> names(now.stores().size());
    for (RowId row = first; row < end; ++row) {
        const RevisionRef name = now.revision(row);
        const HistoryWatch &watch = now.watches()->at(now.watch(row));
        if (const std::size_t store = watch.storeOf(row); !name.isNull() && store < names.size())
            names[store].push_back(name);
    }
    const RowChunk &chunk = now.chunk(first);
    for (const auto &beside : chunk.previous) {
        const RowId row = first - first % HistorySnapshot::ChunkRows + beside.offset;
        const std::uint64_t store = beside.value ? now.stores().numberOf(beside.value->body) : 0;
        if (store > 0 && row >= first && row < end)
            names[store - 1].push_back(revisionOf(beside.value->body));
    }
    for (std::size_t store = 0; store < names.size(); ++store) {
        const JournalBodies *before = isTail && m_segment ? &bodies(m_bodies, store) : nullptr;
        auto written = bodies(isTail ? m_tailBodies : m_bodies, store)
                           .write(now.stores().revisions(store), names[store], before, to);
        if (!written)
            return written;
    }
    return success();
}

Result<> HistoryJournal::seal(const HistorySnapshot &now, RowId first)
{
    const RowId end = first + HistorySnapshot::ChunkRows;
    auto written = writeBodies(now, first, end, false, m_segment->writer());
    if (isKept()) {
        written = written ? m_texts.write(now, first, end, nullptr, m_segment->writer()) : written;
        written = written ? m_texts.writeWatches(now, m_segment->writer()) : written;
        written = written ? writeBesides(now, first, end, m_segment->writer()) : written;
        written = written ? writeClosings(now, m_segment->writer(), m_closings, end) : written;
    }
    if (!written)
        return written;
    const RowChunk &chunk = now.chunk(first);
    std::string head;
    FoldWriter record(head);
    record.number(first);
    record.signedNumber(chunk.latest.time_since_epoch().count());
    record.number(chunk.bytes);
    const auto columns = m_segment->add(HistoryRecord::Rows, head,
                                        std::string(chunk.columns.bytes()).append(stepsOf(now.lives(), first, end)));
    if (!columns)
        return columns.error();
    const RowObjects::Folds folded = now.objects().folds(first);
    head.clear();
    record.number(first);
    const auto folds = m_segment->add(HistoryRecord::Folds, head, std::string(folded.places).append(folded.bytes));
    if (!folds)
        return folds.error();
    m_sealed.rows.push_back({first, *columns, *folds, folded.places.size() + folded.bytes.size(), m_segmentFirst});
    noteBodies(now.stores());
    m_segmentBytes = m_segment->writer().sizeBytes();
    return success();
}

/// Where they lie; all of it is in the file.
void HistoryJournal::noteBodies(const BodyStores &stores)
{
    for (std::size_t store = 0; store < std::min(m_bodies.size(), stores.size()); ++store) {
        Sealed::Bodies bodies{stores.bodyIn(store)};
        for (const JournalBodies::Place &place : m_bodies[store].takePlaces())
            bodies.revisions.push_back({place.chunk, {m_segment->at(place.at).get(), place.bytes}, m_segment->at(0)});
        if (!bodies.revisions.empty())
            m_sealed.bodies.push_back(std::move(bodies));
    }
}

Result<> HistoryJournal::writeClosings(const HistorySnapshot &now, SegmentWriter &to, std::size_t &told, RowId before)
{
    for (const auto closings = now.closings(); told < closings.size() && closings[told].row <= before; ++told) {
        const HistorySnapshot::Closing &closing = closings[told];
        std::string bytes;
        FoldWriter record(bytes);
        record.number(closing.watch);
        record.number(closing.row);
        record.signedNumber(closing.time.time_since_epoch().count());
        if (auto added = addRecord(to, HistoryRecord::Closing, bytes); !added)
            return added;
    }
    return success();
}

Result<> HistoryJournal::writeTail(const HistorySnapshot &now, WallTime time)
{
    // When rows have fallen off, numbers that the tail has said the meaning of may be given anew.
    if (!m_tail || m_tail->sizeBytes() > LongestTail || m_tailSince != now.begin()) {
        if (auto begun = beginTail(now, time); !begun)
            return begun;
    }
    const RowId first = std::max(m_tailEnd, m_chunk);
    if (m_tailEnd <= m_chunk)
        m_tailFolds = 0;
    auto written = m_tailTexts.writeWatches(now, *m_tail);
    written = written ? writeClosings(now, *m_tail, m_tailClosings, now.end()) : written;
    if (written && first < now.end())
        written = writePiece(now, first, now.end());
    return written ? m_tail->flush() : written;
}

/// What it replaces stays until all is in it.
Result<> HistoryJournal::beginTail(const HistorySnapshot &now, WallTime time)
{
    const std::string coming = nameOf("999999.tail.newest");
    ::unlink(coming.c_str());
    auto opened = SegmentWriter::createInPlace(coming);
    if (!opened)
        return opened.error();
    m_tail.emplace(std::move(opened).value());
    m_tailTexts.clear();
    m_tailBodies.clear();
    m_tailFirst = m_chunk;
    m_tailSince = now.begin();
    m_tailFolds = 0;
    m_tailClosings = m_segment ? m_closings : 0;
    auto written = writeHead(*m_tail, time, m_chunk);
    written = written ? m_tailTexts.writeWatches(now, *m_tail) : written;
    if (written && m_chunk < now.end())
        written = writePiece(now, m_chunk, now.end());
    written = written ? m_tail->flush() : written;
    written = written ? m_tail->rename(nameOf(TailName)) : written;
    if (written)
        m_tailNeeds = m_segment ? m_segmentFirst : m_tailFirst;
    return written;
}

/// Rows of the chunk that is not full: as they lie, a column behind the other, what they do to the lives, where their
/// objects lie, and these.
Result<> HistoryJournal::writePiece(const HistorySnapshot &now, RowId first, RowId end)
{
    auto written = m_tailTexts.write(now, first, end, m_segment ? &m_texts : nullptr, *m_tail);
    written = written ? writeBodies(now, first, end, true, *m_tail) : written;
    written = written ? writeBesides(now, first, end, *m_tail) : written;
    if (!written)
        return written;
    const RowChunk &chunk = now.chunk(first);
    const auto offset = static_cast<std::size_t>(first % HistorySnapshot::ChunkRows);
    const auto count = static_cast<std::size_t>(end - first);
    const RowObjects::Folds folds = now.objects().folds(first);
    std::string bytes;
    FoldWriter record(bytes);
    record.number(first);
    record.number(count);
    record.signedNumber(chunk.latest.time_since_epoch().count());
    record.number(chunk.bytes);
    record.number(m_tailFolds);
    bytes += chunk.columns.piece(offset, count);
    bytes += stepsOf(now.lives(), first, end);
    bytes += folds.places.substr(offset * sizeof(std::uint32_t), count * sizeof(std::uint32_t));
    bytes += folds.bytes.substr(m_tailFolds);
    m_tailFolds = folds.bytes.size();
    m_tailEnd = end;
    return addRecord(*m_tail, HistoryRecord::Piece, bytes);
}

void HistoryJournal::sync(const HistoryPtr &now, WallTime known)
{
    if (m_error || !isKept())
        return;
    const bool isGone = m_segment && !m_segment->writer().isNamed();
    auto synced = isGone      ? Result<>(gone(m_segment->writer().path()))
                  : m_segment ? m_segment->writer().sync()
                              : success();
    if (synced && m_tail && (m_tailFirst < m_chunk || !m_tail->isNamed()))
        synced = beginTail(*now, known);
    if (synced && m_tail) {
        std::string bytes;
        FoldWriter(bytes).signedNumber(known.time_since_epoch().count());
        synced = addRecord(*m_tail, HistoryRecord::Known, bytes);
        synced = synced ? m_tail->sync() : synced;
    }
    if (!synced)
        fail(synced.error());
}

} // namespace wk
