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

void HistoryJournal::failed()
{
    if (m_segment) { // one that has not all that stood at its beginning goes on: nobody else says it
        m_options.goOnBehind = m_stood ? m_segmentBytes : 0;
        m_options.isAllStoodTold = !m_stood;
    }
    m_segment.reset();
    m_stood.reset();
    m_tail.reset();
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
    hasBegun();
    m_words.clear();
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
    return addHead(to, {m_writer, time, {}, m_options.cluster, first, m_options.segment - 1});
}

/// Some more of what stood at the segment's beginning.
Result<> HistoryJournal::writeStood(std::size_t most)
{
    const std::uint64_t before = m_segment->writer().sizeBytes();
    const auto bodiesOf = [this](std::size_t store) -> JournalBodies & { return m_words.bodies(store); };
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

Result<> HistoryJournal::seal(const HistorySnapshot &now, RowId first)
{
    const RowId end = first + HistorySnapshot::ChunkRows;
    SegmentWriter &to = m_segment->writer();
    auto written =
        isKept() ? m_words.write(now, first, end, nullptr, to) : m_words.writeBodies(now, first, end, nullptr, to);
    if (isKept()) {
        written = written ? m_words.writeWatches(now, to) : written;
        written = written ? m_words.writeClosings(now, end, to) : written;
    }
    written = written ? RowJournal::seal(now, first, m_segmentFirst, m_words, *m_segment) : written;
    if (written)
        m_segmentBytes = to.sizeBytes();
    return written;
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
    auto written = m_tailWords.writeWatches(now, *m_tail);
    written = written ? m_tailWords.writeClosings(now, now.end(), *m_tail) : written;
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
    m_tailWords.clear();
    m_tailWords.passClosings(m_segment ? &m_words : nullptr);
    m_tailFirst = m_chunk;
    m_tailSince = now.begin();
    m_tailFolds = 0;
    auto written = writeHead(*m_tail, time, m_chunk);
    written = written ? m_tailWords.writeWatches(now, *m_tail) : written;
    if (written && m_chunk < now.end())
        written = writePiece(now, m_chunk, now.end());
    written = written ? m_tail->flush() : written;
    written = written ? m_tail->rename(nameOf(TailName)) : written;
    if (written)
        m_tailNeeds = m_segment ? m_segmentFirst : m_tailFirst;
    return written;
}

Result<> HistoryJournal::writePiece(const HistorySnapshot &now, RowId first, RowId end)
{
    auto written = m_tailWords.write(now, first, end, m_segment ? &m_words : nullptr, *m_tail);
    written = written ? wk::writePiece(now, first, end, m_tailFolds, *m_tail) : written;
    if (written)
        m_tailEnd = end;
    return written;
}

Result<> HistoryJournal::syncAll(const HistoryPtr &now, WallTime known)
{
    if (!isKept())
        return success();
    const bool isGone = m_segment && !m_segment->writer().isNamed();
    auto synced = isGone      ? Result<>(gone(m_segment->writer().path()))
                  : m_segment ? m_segment->writer().sync()
                              : success();
    if (synced && m_tail && (m_tailFirst < m_chunk || !m_tail->isNamed()))
        synced = beginTail(*now, known);
    if (synced && m_tail) {
        synced = addKnown(*m_tail, known);
        synced = synced ? m_tail->sync() : synced;
    }
    return synced;
}

} // namespace wk
