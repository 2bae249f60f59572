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

/// A file to be read.
class OpenFile
{
public:
    static Result<OpenFile> at(const std::string &path)
    {
        // O_NONBLOCK: a named pipe without a writer must not hang us.
        OpenFile file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
        struct stat status = {};
        if (file.m_fd < 0 || ::fstat(file.m_fd, &status) != 0)
            return Error{ErrorKind::FileUnreadable, std::string(std::strerror(errno)) + ".", path};
        if (!S_ISREG(status.st_mode))
            return Error{ErrorKind::FileUnreadable, "It is no file.", path};
        file.m_size = static_cast<std::uint64_t>(status.st_size);
        return file;
    }
    OpenFile(OpenFile &&other) noexcept
        : m_fd(std::exchange(other.m_fd, -1))
        , m_size(other.m_size)
    {}
    OpenFile &operator=(OpenFile &&) = delete;
    ~OpenFile()
    {
        if (m_fd >= 0)
            ::close(m_fd);
    }

    int fd() const { return m_fd; }
    std::uint64_t size() const { return m_size; }
    /// From its beginning; how many bytes there were.
    std::size_t read(char *to, std::size_t most) const
    {
        std::size_t done = 0;
        while (done < most) {
            const ssize_t got = ::pread(m_fd, to + done, most - done, static_cast<off_t>(done));
            if (got < 0 && errno == EINTR)
                continue;
            if (got <= 0)
                break;
            done += static_cast<std::size_t>(got);
        }
        return done;
    }

private:
    explicit OpenFile(int fd)
        : m_fd(fd)
    {}

    int m_fd;
    std::uint64_t m_size = 0;
};

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

Result<SegmentWriter> SegmentWriter::createInPlace(const std::string &path)
{
    return begin(PrivateFileWriter::createInPlace(path));
}

Result<SegmentWriter> SegmentWriter::appendTo(const std::string &path, std::uint64_t validBytes)
{
    auto file = PrivateFileWriter::appendTo(path, validBytes);
    return file ? Result<SegmentWriter>(SegmentWriter(std::move(file).value())) : file.error();
}

Result<SegmentWriter> SegmentWriter::begin(Result<PrivateFileWriter> file)
{
    if (!file)
        return file.error();
    SegmentWriter writer(std::move(file).value());
    auto written = writer.m_file.write(segment::Magic);
    written = written ? writer.m_file.flush() : written;
    return written ? Result<SegmentWriter>(std::move(writer)) : written.error();
}

Result<> SegmentWriter::add(const SegmentRecord &record)
{
    if (record.bytes.size() > segment::MostRecordBytes)
        return tooLarge();
    if (m_count > 0 && m_frame.size() + 2 * VarintBytes + record.bytes.size() > segment::LongFrameBytes) {
        if (auto written = writeFrame(); !written)
            return written;
    }
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

Result<> SegmentWriter::sync()
{
    auto written = writeFrame();
    return written ? m_file.sync() : written;
}

Result<> SegmentWriter::restart()
{
    m_frame.clear();
    m_count = 0;
    if (auto empty = m_file.truncate(); !empty)
        return empty;
    return m_file.write(segment::Magic);
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

SegmentReader::SegmentReader(File file, std::size_t size)
    : m_file(std::move(file))
    , m_bytes(m_file.get(), size)
{}

Result<SegmentReader> SegmentReader::open(const std::string &path, std::uint64_t most)
{
    const auto opened = OpenFile::at(path);
    if (!opened)
        return opened.error();
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(opened->size(), most));
    if (size == 0)
        return begin({}, 0, path);
    auto mapped = MappedBytes::of(opened->fd(), size, path);
    if (!mapped)
        return mapped.error();
    auto kept = std::make_shared<const MappedBytes>(std::move(mapped).value());
    const char *const bytes = kept->bytes().data();
    return begin(File(std::move(kept), bytes), size, path);
}

Result<SegmentReader> SegmentReader::load(const std::string &path)
{
    const auto opened = OpenFile::at(path);
    if (!opened)
        return opened.error();
    const auto size = static_cast<std::size_t>(opened->size());
    const auto bytes = std::make_shared<char[]>(size);
    return begin(bytes, opened->read(bytes.get(), size), path);
}

Result<SegmentReader> SegmentReader::begin(File file, std::size_t size, const std::string &path)
{
    SegmentReader reader(std::move(file), size);
    constexpr std::string_view Name = segment::Magic.substr(0, segment::Magic.size() - 1);
    if (size < segment::Magic.size() || !reader.m_bytes.starts_with(Name))
        return Error{ErrorKind::BrokenFrame, "It is no recording of Watchkeeper.", path};
    if (!reader.m_bytes.starts_with(segment::Magic))
        return Error{ErrorKind::BrokenFrame, "It was written by a later version of Watchkeeper.", path};
    reader.m_valid = segment::Magic.size();
    return reader;
}

/// The frame that begins there, if one does, and where it ends.
std::optional<std::vector<SegmentRecord>> SegmentReader::readFrame(std::size_t at, std::size_t &end)
{
    using namespace segment;
    const std::string_view rest = m_bytes.substr(at);
    if (rest.size() < HeadBytes || !rest.starts_with(Mark))
        return {};
    const std::uint32_t size = numberAt(rest.data() + SizeAt);
    if (size > MostFrameBytes || size > rest.size() - HeadBytes)
        return {};
    m_tried += size;
    const std::string_view frame = rest.substr(0, HeadBytes + size);
    if (checksum(frame, at) != numberAt(frame.data() + SumAt))
        return {};
    auto records = recordsOf(frame.substr(HeadBytes), numberAt(frame.data() + CountAt));
    m_tried -= records ? size : 0;
    end = at + frame.size();
    return records;
}

std::optional<std::vector<SegmentRecord>> SegmentReader::next()
{
    for (std::size_t at = m_valid; !m_atEnd;) {
        std::size_t end = 0;
        if (auto records = readFrame(at, end)) {
            if (at > m_valid)
                m_damages.push_back({m_valid, at - m_valid});
            m_valid = end;
            return records;
        }
        at = m_tried <= mostTried(m_bytes.size()) ? m_bytes.find(segment::Mark, at + 1) : m_bytes.npos;
        m_atEnd = at == m_bytes.npos;
    }
    return {};
}

} // namespace wk
