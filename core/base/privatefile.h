// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/mappedbytes.h"
#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// Makes a directory and those above it that are missing, mode 0700 from the beginning. FileWriteFailed, also when
/// something else has the name; the mode of a directory that was there is left as it is. Any thread.
Result<> makePrivateDirectory(const std::string &path);

/// Invalid, in words, where something has that name already. Any thread.
Result<> isFreeName(const std::string &path);

/// Removes a file; it is well where there is none. FileWriteFailed. Any thread.
Result<> removeFile(const std::string &path);

/// Whether a living program has the file open as PrivateFileWriter::createInPlace() and appendTo() have. Any thread.
bool isBeingWritten(const std::string &path);

/// Writes a file that nobody else may read: mode 0600 from its creation, under a name of its own beside the final one,
/// which it takes in commit(), synced, at once and whole. Until then, and when it is dropped without commit(), the
/// final name stays what it was; a link of that name is replaced, not followed. One thread at a time, not the gui's: it
/// waits for the disk. Failures are FileWriteFailed with the final path as their place; the first one stays.
class PrivateFileWriter
{
public:
    static Result<PrivateFileWriter> create(const std::string &path);
    /// A file in a directory that exists, which has no name: nobody else finds it, and it is gone with the last who has
    /// it open or mapped, also when the process is killed. It can neither be committed nor rescued; the directory is
    /// the place of its failures. (Its name is taken away the moment it is made, as not every file system has
    /// O_TMPFILE: who is killed in that moment leaves an empty file.)
    static Result<PrivateFileWriter> createNameless(const std::string &directory);

    /// A file that has its name from the beginning and keeps it, whatever becomes of whoever writes it; FileWriteFailed
    /// when there is one of that name. It can neither be committed nor rescued.
    static Result<PrivateFileWriter> createInPlace(const std::string &path);
    /// Such a file again: behind its first `size` bytes, what lies there is cut off.
    static Result<PrivateFileWriter> appendTo(const std::string &path, std::uint64_t size);

    PrivateFileWriter(PrivateFileWriter &&other) noexcept;
    PrivateFileWriter &operator=(PrivateFileWriter &&other) noexcept;
    PrivateFileWriter(const PrivateFileWriter &) = delete;
    PrivateFileWriter &operator=(const PrivateFileWriter &) = delete;
    /// Without commit(): removes what was written.
    ~PrivateFileWriter();

    Result<> write(std::string_view bytes);
    /// Hands what was written to the system: from then on it outlives this process.
    Result<> flush();
    /// flush(), and to the disk: from then on it outlives a power cut, under a name of its own (temporaryPath()).
    Result<> sync();
    const std::string &temporaryPath() const { return m_temporary; }
    /// As its failures name it.
    const std::string &path() const { return m_path; }
    /// Whether it has a name still: whoever may can have removed it.
    bool isNamed() const;
    /// Another name for a file that has its own from the beginning; what had it is gone. Nothing is synced.
    Result<> rename(const std::string &path);
    /// Begins anew: nothing is in it.
    Result<> truncate();
    /// Once, and last.
    Result<> commit();
    /// After a failure, and last: gives the final name to those of the first write()s that had come to the disk whole;
    /// FileWriteFailed when none had. For what is worth having in part.
    Result<> rescue();
    std::uint64_t sizeBytes() const { return m_size; }
    /// Its first bytes, also those to come. FileUnreadable.
    Result<MappedBytes> map(std::size_t size) const { return MappedBytes::of(m_fd, size, m_path); }

private:
    explicit PrivateFileWriter(std::string path);

    Result<> open(std::string name);
    Result<> openInPlace(int flags);
    Result<> writeLarge(std::string_view bytes);
    void discard();
    Result<> publish();
    Error failure(int code);

    std::string m_path;
    std::string m_temporary;
    std::string m_buffer;
    std::vector<std::size_t> m_ends; ///< of each write() in the buffer
    std::uint64_t m_whole = 0;       ///< what the disk holds of whole write()s
    std::string m_failure;
    std::uint64_t m_size = 0;
    int m_fd = -1;
};

} // namespace wk
