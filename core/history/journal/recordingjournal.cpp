// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/recordingjournal.h"

#include "core/history/journal/recordingseal.h"
#include "core/history/journal/rowrecords.h"

#include <QRandomGenerator>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <limits>

namespace wk {

namespace {

/// Of what stood at a file's beginning so much is told with each write: a few ms.
constexpr std::size_t StoodEachTime = 256;

} // namespace

RecordingJournal::RecordingJournal(RecordingOptions options)
    : m_options(std::move(options))
    , m_writer(QRandomGenerator::system()->generate64())
    , m_number(isRing() ? 1 : 0)
{}

RecordingJournal::~RecordingJournal()
{
    if (m_options.ended)
        m_options.ended(error(), m_number);
}

std::string RecordingJournal::nameOf(const std::string &path, std::uint32_t number)
{
    if (number == 0)
        return path;
    constexpr std::string_view Ending = ".wklog";
    std::array<char, 16> digits;
    std::snprintf(digits.data(), digits.size(), ".%06u", number);
    const std::size_t stem = path.ends_with(Ending) ? path.size() - Ending.size() : path.size();
    return path.substr(0, stem) + digits.data() + path.substr(stem);
}

std::string RecordingJournal::partOf(const std::string &path, std::uint32_t number)
{
    return nameOf(path, number) + ".part";
}

void RecordingJournal::failed()
{
    m_file.reset();
    m_stood.reset();
}

Result<> RecordingJournal::writeAll(const HistoryPtr &now, WallTime time)
{
    m_end = std::max(m_end, now->begin());
    if (auto removed = removeFallen(*now); !removed)
        return removed;
    do {
        const bool isFull =
            m_file && isRing() && !m_stood && m_end % HistorySnapshot::ChunkRows == 0 &&
            m_file->writer().sizeBytes() - m_pieceBytes >= std::max(m_options.fileBytes, 2 * m_stoodBytes);
        if (isFull) {
            if (auto ended = endFile(); !ended)
                return ended;
        }
        if (!m_file) {
            if (auto opened = open(now, time); !opened)
                return opened;
        }
        SegmentWriter &to = m_file->writer();
        auto written = m_words.writeWatches(*now, to);
        const RowId chunkEnd = m_end - m_end % HistorySnapshot::ChunkRows + HistorySnapshot::ChunkRows;
        const RowId end = std::min(chunkEnd, now->end());
        written = written ? m_words.writeClosings(*now, end, to) : written;
        std::size_t folds = m_folds;
        if (written && m_end < end)
            written = writeRows(*now, m_end, end, folds);
        written = written && m_stood ? writeStood(StoodEachTime) : written;
        written = written ? to.flush() : written;
        if (!written)
            return written;
        m_whole = to.sizeBytes();
        m_end = end;
        m_folds = folds;
    } while (m_end < now->end());
    return success();
}

/// Of one chunk, of which the file has what is before them, and so much of the folds.
Result<> RecordingJournal::writeRows(const HistorySnapshot &now, RowId first, RowId end, std::size_t &folds)
{
    SegmentWriter &to = m_file->writer();
    const RowId chunk = first - first % HistorySnapshot::ChunkRows;
    const bool isFull = end == chunk + HistorySnapshot::ChunkRows;
    const bool isInPieces = !isFull || first > chunk;
    folds = first == chunk ? 0 : folds;
    auto written = m_words.write(now, first, end, nullptr, to);
    const std::uint64_t before = to.sizeBytes();
    if (written && isInPieces)
        written = writePiece(now, first, end, folds, to);
    m_pieceBytes += to.sizeBytes() - before;
    if (!written || !isFull)
        return written;
    if (isInPieces) // what the rows have beside the columns stands before them; their bodies are there
        written = m_words.writeTexts(now, chunk, end, nullptr, to);
    return written ? seal(now, chunk, m_first, m_words, *m_file) : written;
}

/// Another file, or the one that could not be written, behind what is whole of it.
Result<> RecordingJournal::open(const HistoryPtr &now, WallTime time)
{
    const std::string path = partOf(m_options.path, m_number);
    const bool goesOn = m_whole > 0;
    auto opened = goesOn ? SegmentWriter::appendTo(path, m_whole) : SegmentWriter::createInPlace(path);
    if (!opened)
        return opened.error();
    m_file.emplace(std::move(opened).value());
    hasBegun();
    m_words.clear(); // where it goes on, what was said there last may be missing
    if (!goesOn)
        m_first = m_end;
    m_stood.emplace(now, m_first);
    m_stoodBytes = 0;
    m_pieceBytes = 0;
    SegmentWriter &to = m_file->writer();
    auto written = addHead(to, {m_writer, time, {}, m_options.cluster, m_end, m_number});
    return written ? addNote(to, m_options.note) : written;
}

Result<> RecordingJournal::writeStood(std::size_t most)
{
    const std::uint64_t before = m_file->writer().sizeBytes();
    const auto bodiesOf = [this](std::size_t store) -> JournalBodies & { return m_words.bodies(store); };
    auto written = m_stood->write(most, bodiesOf, m_file->writer());
    m_stoodBytes += m_file->writer().sizeBytes() - before;
    if (written && m_stood->isDone())
        m_stood.reset();
    return written;
}

Result<> RecordingJournal::endFile()
{
    auto synced = m_file->writer().sync();
    m_file.reset();
    if (!synced)
        return synced;
    m_ring.push_back({m_number, m_first});
    m_whole = 0;
    const std::uint32_t ended = m_number++;
    auto sealed = sealRecording(partOf(m_options.path, ended), nameOf(m_options.path, ended));
    return sealed && m_options.ringBytes > 0 ? boundRing() : sealed;
}

/// What rows take is an estimate; what files take is what somebody has asked for. There is room for the one that comes.
Result<> RecordingJournal::boundRing()
{
    std::uint64_t bytes = m_options.fileBytes;
    std::size_t kept = 0;
    for (auto file = m_ring.rbegin(); file != m_ring.rend(); ++file, ++kept) {
        std::error_code failed;
        bytes += std::filesystem::file_size(nameOf(m_options.path, file->number), failed);
        if (bytes > m_options.ringBytes && kept > 0)
            break;
    }
    while (m_ring.size() > kept) {
        if (auto removed = removeFile(nameOf(m_options.path, m_ring.front().number)); !removed)
            return removed;
        m_ring.pop_front();
    }
    return success();
}

/// A file whose rows have all fallen off goes.
Result<> RecordingJournal::removeFallen(const HistorySnapshot &now)
{
    while (!m_ring.empty() && (m_ring.size() > 1 ? m_ring[1].first : m_first) <= now.begin()) {
        if (auto removed = removeFile(nameOf(m_options.path, m_ring.front().number)); !removed)
            return removed;
        m_ring.pop_front();
    }
    return success();
}

Result<> RecordingJournal::syncAll(const HistoryPtr &, WallTime known)
{
    if (m_stood && m_file) { // it is told while nothing happens, too
        if (auto told = writeStood(std::numeric_limits<std::size_t>::max()); !told)
            return told;
    }
    if (!m_file)
        return success();
    auto written = addKnown(m_file->writer(), known);
    written = written ? m_file->writer().sync() : written;
    if (written)
        m_whole = m_file->writer().sizeBytes();
    return written;
}

} // namespace wk
