// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/limits.h"
#include "core/base/privatefile.h"
#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// A file of records that is only ever appended to. Its beginning stays good whatever happens to its end, and a frame
/// that is damaged takes no other with it.
///
///     "WKLOG\r\n" version=1 | frame | frame | ...
///     frame:  mark  bytes u32  crc u32  count u32 | count times: type, bytes, that many bytes   (u32 low byte first,
///             ---------- head, 16 bytes ---------   `------------- bytes of these ---------'     others varints)
///
/// `crc` is CRC-32C of the place where the frame begins in the file (u64), of the head's other two numbers and of what
/// follows: a frame that is read elsewhere is none. A reader goes from frame to frame; behind one
/// that is not whole it looks for the next mark that begins one. What the records mean is for those who write them; a
/// reader skips types it does not know.
struct SegmentRecord {
    std::uint32_t type = 0;
    std::string_view bytes{};

    bool operator==(const SegmentRecord &) const = default;
};

namespace segment {
constexpr std::string_view Magic{"WKLOG\r\n\x01", 8};
constexpr std::string_view Mark{"\xf6WK\x1a", 4}; ///< no text in UTF-8 has it
constexpr std::size_t HeadBytes = 16;
constexpr std::size_t FrameBytes = 128 * limits::KiB;     ///< a frame is written when it has as much
constexpr std::size_t LongFrameBytes = 256 * limits::KiB; ///< no record joins others in a longer one
constexpr std::size_t MostRecordBytes = limits::DocumentBytes;
constexpr std::size_t MostFrameBytes = FrameBytes + MostRecordBytes + 32;
constexpr std::size_t MostFrameRecords = FrameBytes / 2 + 1;
constexpr std::chrono::milliseconds WriteEvery{50};
constexpr std::chrono::milliseconds SyncEvery{1000};
} // namespace segment

/// Writes a segment: mode 0600 from its creation, under a name of its own (temporaryPath()) until close(), which a
/// killed process leaves. One thread at a time, which waits for the disk; it never looks at a clock. After a failure
/// (FileWriteFailed) nothing more is written. Dropped without close() or rescue() it removes what was written.
class SegmentWriter
{
public:
    static Result<SegmentWriter> create(const std::string &path);
    /// In a directory that exists, without a name and never closed: for what nobody reads but through map().
    static Result<SegmentWriter> createNameless(const std::string &directory);
    /// Under its name from the beginning, which stays whatever becomes of whoever writes it.
    static Result<SegmentWriter> createInPlace(const std::string &path);
    /// Goes on behind the first `validBytes` of such a one; what else there is is cut off.
    static Result<SegmentWriter> appendTo(const std::string &path, std::uint64_t validBytes);

    /// TooLarge, and nothing kept, for more than segment::MostRecordBytes.
    Result<> add(const SegmentRecord &record);
    /// A record of two pieces in a frame of its own, handed to the system at once, and where in the file the second
    /// begins: it is not copied. TooLarge as add().
    Result<std::uint64_t> addAlone(std::uint32_t type, std::string_view first, std::string_view second);
    /// Hands what waits to the system every WriteEvery, and to the disk every SyncEvery: call it that often.
    Result<> tick(Instant now);
    Result<> flush();
    /// flush(), and to the disk.
    Result<> sync();
    /// Begins the file anew: no record is in it.
    Result<> restart();
    /// Last: everything to the disk, and the file takes its name.
    Result<> close();
    /// After a failure, and last: the frames that came to the disk whole take the name.
    Result<> rescue() { return m_file.rescue(); }

    std::uint64_t sizeBytes() const { return m_file.sizeBytes() + m_frame.size(); }
    Result<MappedBytes> map(std::size_t size) const { return m_file.map(size); }
    const std::string &temporaryPath() const { return m_file.temporaryPath(); }
    const std::string &path() const { return m_file.path(); }
    bool isNamed() const { return m_file.isNamed(); }
    /// Another name for one that has its name from the beginning; what had it is gone.
    Result<> rename(const std::string &path) { return m_file.rename(path); }

private:
    explicit SegmentWriter(PrivateFileWriter file);

    static Result<SegmentWriter> begin(Result<PrivateFileWriter> file);
    Error tooLarge() const;
    Result<> writeFrame();

    PrivateFileWriter m_file;
    std::string m_frame; ///< the next one, its head not filled in yet
    std::uint32_t m_count = 0;
    std::optional<Instant> m_written;
    std::optional<Instant> m_synced;
};

/// Reads a segment, also one that is cut or damaged anywhere or still being written. Bytes of a stranger do it no harm:
/// it gives up a file that pretends to hold frames without end. One thread at a time, not the gui's.
class SegmentReader
{
public:
    /// Bytes between two frames that are no frame; what hangs on their records is lost.
    struct Damage {
        std::uint64_t at = 0;
        std::uint64_t bytes = 0;

        bool operator==(const Damage &) const = default;
    };
    /// The file in memory; keeps what lies in there alive.
    using File = std::shared_ptr<const char[]>;

    /// Of a file that nobody makes shorter: it is read where it lies, mapped, up to so many bytes. FileUnreadable;
    /// BrokenFrame when it is no segment, or one of a later version.
    static Result<SegmentReader> open(const std::string &path, std::uint64_t most = UINT64_MAX);
    /// The same of any, which is read as it is now.
    static Result<SegmentReader> load(const std::string &path);

    /// The records of the next whole frame, which lie in file(); nothing behind the last, and from then on.
    std::optional<std::vector<SegmentRecord>> next();
    const File &file() const { return m_file; }
    /// What the frames so far lie behind or between, in order.
    const std::vector<Damage> &damages() const { return m_damages; }
    /// After the last next(): all of the file was frames. Otherwise there is damage, or its end is torn.
    bool isWhole() const { return m_valid == m_bytes.size() && m_damages.empty(); }
    /// Up to the end of the last whole frame.
    std::uint64_t validBytes() const { return m_valid; }
    /// What follows them.
    std::uint64_t tornBytes() const { return m_bytes.size() - m_valid; }

private:
    SegmentReader(File file, std::size_t size);

    static Result<SegmentReader> begin(File file, std::size_t size, const std::string &path);
    std::optional<std::vector<SegmentRecord>> readFrame(std::size_t at, std::size_t &end);

    File m_file;
    std::string_view m_bytes;
    std::size_t m_valid = 0;
    std::uint64_t m_tried = 0; ///< bytes of frames that were none
    bool m_atEnd = false;
    std::vector<Damage> m_damages;
};

} // namespace wk
