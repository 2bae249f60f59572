// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/privatefile.h"

#include "core/base/filedescriptor.h"
#include "core/base/limits.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace wk {

namespace {

constexpr std::size_t BufferBytes = 64 * limits::KiB;

Error writeFailed(const std::string &path, const std::string &why)
{
    return {ErrorKind::FileWriteFailed, why, path};
}

std::string directoryOf(const std::string &path)
{
    const std::size_t slash = path.find_last_of('/');
    if (slash == std::string::npos)
        return ".";
    return slash == 0 ? "/" : path.substr(0, slash);
}

/// How many bytes the system took; when not all, errno says why.
std::size_t writeAll(int fd, std::string_view bytes)
{
    std::string_view rest = bytes;
    while (!rest.empty()) {
        const ssize_t written = ::write(fd, rest.data(), rest.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            break;
        rest.remove_prefix(std::size_t(written));
    }
    return bytes.size() - rest.size();
}

/// Makes a new name last through a power cut. Some file systems cannot; the file itself is synced by then.
void syncDirectory(const std::string &path)
{
    const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return;
    ::fsync(fd);
    ::close(fd);
}

} // namespace

Result<> makePrivateDirectory(const std::string &path)
{
    for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
        const std::string part = path.substr(0, end);
        if (::mkdir(part.c_str(), 0700) != 0 && errno != EEXIST)
            return writeFailed(part, std::string("The directory cannot be made: ") + std::strerror(errno) + ".");
        if (end == std::string::npos)
            break;
    }
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode))
        return writeFailed(path, "There is something of this name that is no directory.");
    return success();
}

Result<> isFreeName(const std::string &path)
{
    std::error_code failed;
    if (!std::filesystem::exists(std::filesystem::symlink_status(path, failed)))
        return success();
    return Error{ErrorKind::Invalid,
                 "There is a file " + path + " already. Remove it, give it another name, or write to another one.",
                 {}};
}

Result<> removeFile(const std::string &path)
{
    if (::unlink(path.c_str()) == 0 || errno == ENOENT)
        return success();
    return writeFailed(path, std::string(std::strerror(errno)) + ".");
}

Result<PrivateFileWriter> PrivateFileWriter::create(const std::string &path)
{
    struct stat status = {};
    if (::lstat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISLNK(status.st_mode))
        return writeFailed(path, "What is there is no file, and a file cannot take its place.");
    PrivateFileWriter writer(path);
    if (auto opened = writer.open(path); !opened)
        return opened.error();
    return writer;
}

Result<PrivateFileWriter> PrivateFileWriter::createNameless(const std::string &directory)
{
    PrivateFileWriter writer(directory);
    if (auto opened = writer.open(directory + "/nameless"); !opened)
        return opened.error();
    if (::unlink(writer.m_temporary.c_str()) != 0)
        return writer.failure(errno);
    writer.m_temporary.clear();
    return writer;
}

Result<PrivateFileWriter> PrivateFileWriter::createInPlace(const std::string &path)
{
    PrivateFileWriter writer(path);
    if (auto opened = writer.openInPlace(O_CREAT | O_EXCL); !opened)
        return opened.error();
    return writer;
}

bool isBeingWritten(const std::string &path)
{
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    return file.get() >= 0 && ::flock(file.get(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

Result<PrivateFileWriter> PrivateFileWriter::appendTo(const std::string &path, std::uint64_t size)
{
    PrivateFileWriter writer(path);
    if (auto opened = writer.openInPlace(0); !opened)
        return opened.error();
    if (::ftruncate(writer.m_fd, off_t(size)) != 0 || ::lseek(writer.m_fd, 0, SEEK_END) != off_t(size))
        return writer.failure(errno);
    writer.m_size = size;
    return writer;
}

Result<> PrivateFileWriter::openInPlace(int flags)
{
    m_fd = ::open(m_path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0600);
    if (m_fd < 0)
        return failure(errno);
    ::flock(m_fd, LOCK_EX | LOCK_NB); // for isBeingWritten(); nothing hangs on it
    return success();
}

Result<> PrivateFileWriter::open(std::string name)
{
    name += ".XXXXXX";
    // O_EXCL and mode 0600 are mkostemp's.
    m_fd = ::mkostemp(name.data(), O_CLOEXEC);
    if (m_fd < 0)
        return failure(errno);
    m_temporary = std::move(name);
    return success();
}

PrivateFileWriter::PrivateFileWriter(std::string path)
    : m_path(std::move(path))
{}

PrivateFileWriter::PrivateFileWriter(PrivateFileWriter &&other) noexcept
    : m_path(std::move(other.m_path))
    , m_temporary(std::exchange(other.m_temporary, {}))
    , m_buffer(std::move(other.m_buffer))
    , m_ends(std::move(other.m_ends))
    , m_whole(other.m_whole)
    , m_failure(std::move(other.m_failure))
    , m_size(other.m_size)
    , m_fd(std::exchange(other.m_fd, -1))
{}

PrivateFileWriter &PrivateFileWriter::operator=(PrivateFileWriter &&other) noexcept
{
    if (this == &other)
        return *this;
    discard();
    m_path = std::move(other.m_path);
    m_temporary = std::exchange(other.m_temporary, {});
    m_buffer = std::move(other.m_buffer);
    m_ends = std::move(other.m_ends);
    m_whole = other.m_whole;
    m_failure = std::move(other.m_failure);
    m_size = other.m_size;
    m_fd = std::exchange(other.m_fd, -1);
    return *this;
}

PrivateFileWriter::~PrivateFileWriter()
{
    discard();
}

void PrivateFileWriter::discard()
{
    if (m_fd >= 0)
        ::close(std::exchange(m_fd, -1));
    if (!m_temporary.empty())
        ::unlink(std::exchange(m_temporary, {}).c_str());
}

Error PrivateFileWriter::failure(int code)
{
    if (m_failure.empty())
        m_failure = std::string(std::strerror(code)) + ".";
    return writeFailed(m_path, m_failure);
}

Result<> PrivateFileWriter::write(std::string_view bytes)
{
    if (!m_failure.empty())
        return failure(0);
    m_size += bytes.size();
    if (bytes.size() >= BufferBytes)
        return writeLarge(bytes);
    m_buffer += bytes;
    m_ends.push_back(m_buffer.size());
    return m_buffer.size() < BufferBytes ? success() : flush();
}

/// Without a copy.
Result<> PrivateFileWriter::writeLarge(std::string_view bytes)
{
    if (auto flushed = flush(); !flushed)
        return flushed;
    if (writeAll(m_fd, bytes) < bytes.size())
        return failure(errno);
    m_whole += bytes.size();
    return success();
}

Result<> PrivateFileWriter::flush()
{
    if (!m_failure.empty())
        return failure(0);
    if (const std::size_t there = writeAll(m_fd, m_buffer); there < m_buffer.size()) {
        const int code = errno;
        const auto beyond = std::upper_bound(m_ends.begin(), m_ends.end(), there);
        m_whole += beyond == m_ends.begin() ? 0 : *std::prev(beyond);
        return failure(code);
    }
    m_whole += m_buffer.size();
    m_buffer.clear();
    m_ends.clear();
    return success();
}

Result<> PrivateFileWriter::sync()
{
    if (auto flushed = flush(); !flushed)
        return flushed;
    return ::fdatasync(m_fd) == 0 ? success() : failure(errno);
}

bool PrivateFileWriter::isNamed() const
{
    struct stat status = {};
    return ::fstat(m_fd, &status) == 0 && status.st_nlink > 0;
}

Result<> PrivateFileWriter::rename(const std::string &path)
{
    if (!m_failure.empty() || ::rename(m_path.c_str(), path.c_str()) != 0)
        return failure(errno);
    m_path = path;
    return success();
}

Result<> PrivateFileWriter::truncate()
{
    if (!m_failure.empty())
        return failure(0);
    m_buffer.clear();
    m_ends.clear();
    m_whole = 0;
    m_size = 0;
    return ::ftruncate(m_fd, 0) == 0 && ::lseek(m_fd, 0, SEEK_SET) == 0 ? success() : failure(errno);
}

Result<> PrivateFileWriter::commit()
{
    if (!m_failure.empty())
        return failure(0);
    if (auto flushed = flush(); !flushed)
        return flushed;
    return publish();
}

Result<> PrivateFileWriter::rescue()
{
    if (m_whole == 0 || m_fd < 0)
        return failure(ENODATA);
    if (::ftruncate(m_fd, off_t(m_whole)) != 0)
        return failure(errno);
    return publish();
}

Result<> PrivateFileWriter::publish()
{
    // close() may be the first to tell of a full disk on network file systems.
    if (::fsync(m_fd) != 0 || ::close(std::exchange(m_fd, -1)) != 0)
        return failure(errno);
    if (::rename(m_temporary.c_str(), m_path.c_str()) != 0)
        return failure(errno);
    m_temporary.clear();
    syncDirectory(directoryOf(m_path));
    return success();
}

} // namespace wk
