// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/segment.h"

#include "core/base/crc32c.h"
#include "core/base/limits.h"
#include "core/base/varint.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace wk {

namespace {

constexpr std::size_t SizeAt = segment::Mark.size();
constexpr std::size_t SumAt = SizeAt + 4;
constexpr std::size_t CountAt = SumAt + 4;
static_assert(CountAt + 4 == segment::HeadBytes);

/// So many bytes of frames that are none are looked through: a stranger's file may hold a mark every few bytes.
constexpr std::uint64_t mostTried(std::uint64_t fileBytes)
{
    return 4 * fileBytes + 16 * limits::MiB;
}

void putNumber(char *to, std::uint32_t value)
{
    for (int i = 0; i < 4; ++i)
        to[i] = static_cast<char>(value >> (8 * i));
}

std::uint32_t numberAt(const char *from)
{
    std::uint32_t value = 0;
    for (int i = 0; i < 4; ++i)
        value |= std::uint32_t(static_cast<std::uint8_t>(from[i])) << (8 * i);
    return value;
}

/// Of a whole frame that begins there, the place for the sum left out.
std::uint32_t checksum(std::string_view frame, std::uint64_t at)
{
    std::array<char, 8> place;
    putNumber(place.data(), static_cast<std::uint32_t>(at));
    putNumber(place.data() + 4, static_cast<std::uint32_t>(at >> 32));
    return crc32c(frame.substr(CountAt), crc32c(frame.substr(SizeAt, 4), crc32c({place.data(), place.size()})));
}

/// With nothing in it but its mark.
std::string emptyFrame()
{
    std::string frame(segment::Mark);
    frame.resize(segment::HeadBytes);
    return frame;
}

/// What stands before the bytes of a record.
void putHead(std::string &frame, std::uint32_t type, std::size_t size)
{
    std::array<char, 2 * VarintBytes> head;
    const char *end = putVarint(putVarint(head.data(), type), size);
    frame.append(head.data(), static_cast<std::size_t>(end - head.data()));
}

/// Nothing when the bytes are not `count` records and no more.
std::optional<std::vector<SegmentRecord>> recordsOf(std::string_view frame, std::uint32_t count)
{
    ByteReader reader(frame);
    std::vector<SegmentRecord> records;
    while (!reader.atEnd() && records.size() < segment::MostFrameRecords) {
        const auto type = reader.varint();
        const auto size = reader.varint();
        const auto bytes = size ? reader.take(*size) : std::nullopt;
        if (!type || *type > UINT32_MAX || !bytes)
            return {};
        records.push_back({static_cast<std::uint32_t>(*type), *bytes});
    }
    return reader.atEnd() && records.size() == count ? std::optional(std::move(records)) : std::nullopt;
}

} // namespace

SegmentWriter::SegmentWriter(PrivateFileWriter file)
    : m_file(std::move(file))
{}

Result<SegmentWriter> SegmentWriter::create(const std::string &path)
{
    return begin(PrivateFileWriter::create(path));
}

Result<SegmentWriter> SegmentWriter::createNameless(const std::string &directory)
{
    return begin(PrivateFileWriter::createNameless(directory));
}

Result<SegmentWriter> SegmentWriter::begin(Result<PrivateFileWriter> file)
{
    if (!file)
        return file.error();
    SegmentWriter writer(std::move(file).value());
    if (auto written = writer.m_file.write(segment::Magic); !written)
        return written.error();
    return writer;
}

Result<> SegmentWriter::add(const SegmentRecord &record)
{
    if (record.bytes.size() > segment::MostRecordBytes)
        return tooLarge();
    if (m_count == 0)
        m_frame = emptyFrame();
    putHead(m_frame, record.type, record.bytes.size());
    m_frame.append(record.bytes);
    ++m_count;
    return m_frame.size() < segment::FrameBytes ? success() : writeFrame();
}

Result<std::uint64_t> SegmentWriter::addAlone(std::uint32_t type, std::string_view first, std::string_view second)
{
    const std::size_t size = first.size() + second.size();
    if (size > segment::MostRecordBytes)
        return tooLarge();
    if (auto written = writeFrame(); !written)
        return written.error();
    std::string start = emptyFrame();
    putHead(start, type, size);
    start.append(first);
    putNumber(start.data() + SizeAt, static_cast<std::uint32_t>(start.size() - segment::HeadBytes + second.size()));
    putNumber(start.data() + CountAt, 1);
    putNumber(start.data() + SumAt, crc32c(second, checksum(start, m_file.sizeBytes())));
    for (const std::string_view piece : {std::string_view(start), second}) {
        if (auto written = m_file.write(piece); !written)
            return written.error();
    }
    if (auto flushed = m_file.flush(); !flushed)
        return flushed.error();
    return m_file.sizeBytes() - second.size();
}

Error SegmentWriter::tooLarge() const
{
    return {ErrorKind::TooLarge, "The record is larger than a segment takes.", m_file.temporaryPath()};
}

Result<> SegmentWriter::writeFrame()
{
    if (m_count == 0)
        return success();
    putNumber(m_frame.data() + SizeAt, static_cast<std::uint32_t>(m_frame.size() - segment::HeadBytes));
    putNumber(m_frame.data() + CountAt, m_count);
    putNumber(m_frame.data() + SumAt, checksum(m_frame, m_file.sizeBytes()));
    auto written = m_file.write(m_frame);
    m_frame.clear();
    m_count = 0;
    return written;
}

Result<> SegmentWriter::flush()
{
    auto written = writeFrame();
    return written ? m_file.flush() : written;
}

Result<> SegmentWriter::tick(Instant now)
{
    if (!m_written || now - *m_written >= segment::WriteEvery) {
        m_written = now;
        if (auto flushed = flush(); !flushed)
            return flushed;
    }
    if (!m_synced)
        m_synced = now;
    if (now - *m_synced < segment::SyncEvery)
        return success();
    m_synced = now;
    return m_file.sync();
}

Result<> SegmentWriter::close()
{
    auto written = writeFrame();
    return written ? m_file.commit() : written;
}

SegmentReader::SegmentReader(int fd)
    : m_fd(fd)
{}

SegmentReader::SegmentReader(SegmentReader &&other) noexcept
    : m_fd(std::exchange(other.m_fd, -1))
    , m_size(other.m_size)
    , m_valid(other.m_valid)
    , m_tried(other.m_tried)
    , m_atEnd(other.m_atEnd)
    , m_damages(std::move(other.m_damages))
    , m_frame(std::move(other.m_frame))
{}

SegmentReader &SegmentReader::operator=(SegmentReader &&other) noexcept
{
    std::swap(m_fd, other.m_fd);
    m_size = other.m_size;
    m_valid = other.m_valid;
    m_tried = other.m_tried;
    m_atEnd = other.m_atEnd;
    m_damages = std::move(other.m_damages);
    m_frame = std::move(other.m_frame);
    return *this;
}

SegmentReader::~SegmentReader()
{
    if (m_fd >= 0)
        ::close(m_fd);
}

Result<SegmentReader> SegmentReader::open(const std::string &path)
{
    // O_NONBLOCK: a named pipe without a writer must not hang us.
    SegmentReader reader(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat status = {};
    if (reader.m_fd < 0 || ::fstat(reader.m_fd, &status) != 0)
        return Error{ErrorKind::FileUnreadable, std::string(std::strerror(errno)) + ".", path};
    if (!S_ISREG(status.st_mode))
        return Error{ErrorKind::FileUnreadable, "It is no file.", path};
    reader.m_size = static_cast<std::uint64_t>(status.st_size);
    std::array<char, segment::Magic.size()> magic;
    constexpr std::string_view Name = segment::Magic.substr(0, segment::Magic.size() - 1);
    const bool isThere = reader.readAt(0, magic.data(), magic.size()) == magic.size();
    if (!isThere || std::string_view(magic.data(), Name.size()) != Name)
        return Error{ErrorKind::BrokenFrame, "It is no recording of Watchkeeper.", path};
    if (magic.back() != segment::Magic.back())
        return Error{ErrorKind::BrokenFrame, "It was written by a later version of Watchkeeper.", path};
    reader.m_valid = magic.size();
    return reader;
}

/// How many bytes there were, up to so many.
std::size_t SegmentReader::readAt(std::uint64_t at, char *to, std::size_t most) const
{
    std::size_t done = 0;
    while (done < most) {
        const ssize_t got = ::pread(m_fd, to + done, most - done, static_cast<off_t>(at + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        done += static_cast<std::size_t>(got);
    }
    return done;
}

/// The frame that begins there, if one does; m_frame is it.
std::optional<std::vector<SegmentRecord>> SegmentReader::readFrame(std::uint64_t at)
{
    using namespace segment;
    m_frame.resize(HeadBytes);
    if (readAt(at, m_frame.data(), HeadBytes) < HeadBytes || !m_frame.starts_with(Mark))
        return {};
    const std::uint32_t size = numberAt(m_frame.data() + SizeAt);
    if (size > MostFrameBytes || size > m_size - std::min(m_size, at + HeadBytes))
        return {};
    m_tried += size;
    m_frame.resize(HeadBytes + size);
    const bool isThere = readAt(at + HeadBytes, m_frame.data() + HeadBytes, size) == size;
    if (!isThere || checksum(m_frame, at) != numberAt(m_frame.data() + SumAt))
        return {};
    auto records = recordsOf(std::string_view(m_frame).substr(HeadBytes), numberAt(m_frame.data() + CountAt));
    m_tried -= records ? size : 0;
    return records;
}

std::optional<std::uint64_t> SegmentReader::nextMark(std::uint64_t from) const
{
    std::string piece(segment::FrameBytes, '\0');
    for (;; from += piece.size() - segment::Mark.size() + 1) {
        const std::string_view read(piece.data(), readAt(from, piece.data(), piece.size()));
        if (const std::size_t found = read.find(segment::Mark); found != read.npos)
            return from + found;
        if (read.size() < piece.size())
            return {};
    }
}

std::optional<std::vector<SegmentRecord>> SegmentReader::next()
{
    for (std::uint64_t at = m_valid; !m_atEnd;) {
        if (auto records = readFrame(at)) {
            if (at > m_valid)
                m_damages.push_back({m_valid, at - m_valid});
            m_valid = at + m_frame.size();
            return records;
        }
        const auto mark = m_tried <= mostTried(m_size) ? nextMark(at + 1) : std::nullopt;
        at = mark.value_or(at);
        m_atEnd = !mark;
    }
    return {};
}

} // namespace wk
