// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/revisiondirectory.h"
#include "core/history/segment.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <span>

namespace wk {

/// What the records in the files of a RevisionSpill are.
enum class RevisionRecordType : std::uint32_t {
    Chunk = 2, ///< as it lies in memory
    Bases = 4, ///< what it stands on
};

/// Where a RevisionStore has chunks that are too many for the memory: in segments, each a record
/// (RevisionRecordType::Chunk) in a frame of its own, read as they lie there, mapped. The files have no name: they are
/// gone once no chunk in them is needed, and with the process however it ends, and no other process can touch them.
/// Behind each chunk lies what its deltas stand on before it, so that a store that forgets need not read them all.
///
///     file 1 [chunk 1 | chunk 2 | ... ]  file 2 [chunk 9 | ...          ]       heap: chunk 12, 13, ...
///            `------- mapped as a whole, when it is begun -------------'
///
/// Nothing is synced: it is not there to outlive anything. What is read of the files counts as the process's memory for
/// a short while only (noteRead()). One thread writes, others may set and ask what says so.
class RevisionSpill
{
public:
    struct Options {
        /// Exists, nobody else may look into it, and it lies on a disk of this machine: what is mapped from a disk that
        /// fails, or from a server that is away, ends the process. Empty: all stays in memory.
        std::string folder{};
        std::size_t heapBytes = 256 * limits::MiB; ///< of full chunks that stay in memory
        std::size_t fileBytes = 64 * limits::MiB;  ///< files are let go whole; a longer chunk has one of its own
    };

    explicit RevisionSpill(Options options);
    ~RevisionSpill();

    /// Any thread.
    void setHeapBytes(std::size_t bytes) { m_heapBytes = bytes; }
    /// Why the last attempt failed; nothing when it did not. Any thread.
    std::optional<Error> error() const;

    /// Whether a chunk should go, of full ones with so many bytes. Not after a failure, until tryAgain().
    bool isDue(std::size_t heapBytes) const;
    void tryAgain() { m_hasFailed = false; }
    /// The same bytes on the disk; `bases` is what their deltas stand on in chunks before, in order. FileWriteFailed or
    /// FileUnreadable, and error() tells it; TooLarge, which it does not, for a chunk that a segment does not take.
    Result<std::shared_ptr<const RevisionChunk>> put(std::uint32_t chunk, std::string_view bytes,
                                                     std::span<const RevisionRef> bases);
    /// The writer has read a revision somewhere, perhaps here. Now and then what was read is let go: a kernel counts 64
    /// KiB as the process's for a byte that it looks at, and would soon have all of the files there.
    void noteRead();
    /// After chunks were forgotten: begins another file when nobody needs this one.
    void letGo();

    /// What the files take, those that only snapshots still need among them.
    std::uint64_t diskBytes() const;

private:
    class MappedChunk;

    /// One that is needed, as long as it is.
    struct File {
        std::weak_ptr<const MappedBytes> mapped;
        std::uint64_t bytes = 0;
    };

    void letGoOfPages();
    Result<> begin(std::size_t atLeast);
    Result<std::string_view> write(RevisionRecordType type, std::string_view head, std::string_view bytes);
    void end();
    Error failed(Error error);
    void succeeded();

    const Options m_options;
    std::atomic<std::size_t> m_heapBytes;
    bool m_hasFailed = false;
    std::uint32_t m_reads = 0;

    std::optional<SegmentWriter> m_segment;
    std::shared_ptr<const MappedBytes> m_mapped; ///< of it
    std::vector<File> m_files;                   ///< its own last

    mutable std::mutex m_mutex;
    std::optional<Error> m_error; ///< under the lock
};

} // namespace wk
