// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/segment.h"

#include "core/base/crc32c.h"
#include "core/base/limits.h"
#include "core/base/varint.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace wk {

namespace {

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

/// Of a whole frame, the place for it left out.
std::uint32_t checksum(std::string_view frame)
{
    return crc32c(frame.substr(8), crc32c(frame.substr(0, 4)));
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
        m_frame.assign(segment::HeadBytes, '\0');
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
    std::string start(segment::HeadBytes, '\0');
    putHead(start, type, size);
    start.append(first);
    putNumber(start.data(), static_cast<std::uint32_t>(start.size() - segment::HeadBytes + second.size()));
    putNumber(start.data() + 8, 1);
    putNumber(start.data() + 4, crc32c(second, checksum(start)));
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
    putNumber(m_frame.data(), static_cast<std::uint32_t>(m_frame.size() - segment::HeadBytes));
    putNumber(m_frame.data() + 8, m_count);
    putNumber(m_frame.data() + 4, checksum(m_frame));
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
    , m_atEnd(other.m_atEnd)
    , m_frame(std::move(other.m_frame))
{}

SegmentReader &SegmentReader::operator=(SegmentReader &&other) noexcept
{
    std::swap(m_fd, other.m_fd);
    m_size = other.m_size;
    m_valid = other.m_valid;
    m_atEnd = other.m_atEnd;
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
    if (!reader.read(magic.data(), magic.size()) || std::string_view(magic.data(), Name.size()) != Name)
        return Error{ErrorKind::BrokenFrame, "It is no recording of Watchkeeper.", path};
    if (magic.back() != segment::Magic.back())
        return Error{ErrorKind::BrokenFrame, "It was written by a later version of Watchkeeper.", path};
    reader.m_valid = magic.size();
    return reader;
}

bool SegmentReader::read(char *to, std::size_t count)
{
    while (count > 0) {
        const ssize_t got = ::read(m_fd, to, count);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        to += got;
        count -= static_cast<std::size_t>(got);
    }
    return true;
}

/// The next frame, head and all, whose checksum is right.
bool SegmentReader::readFrame()
{
    m_frame.resize(segment::HeadBytes);
    if (!read(m_frame.data(), segment::HeadBytes))
        return false;
    const std::uint32_t size = numberAt(m_frame.data());
    if (size > segment::MostFrameBytes || size > m_size - m_valid)
        return false;
    m_frame.resize(segment::HeadBytes + size);
    return read(m_frame.data() + segment::HeadBytes, size) && checksum(m_frame) == numberAt(m_frame.data() + 4);
}

std::optional<std::vector<SegmentRecord>> SegmentReader::next()
{
    if (m_atEnd)
        return {};
    std::optional<std::vector<SegmentRecord>> records;
    if (readFrame())
        records = recordsOf(std::string_view(m_frame).substr(segment::HeadBytes), numberAt(m_frame.data() + 8));
    if (records)
        m_valid += m_frame.size();
    m_atEnd = !records;
    return records;
}

} // namespace wk
