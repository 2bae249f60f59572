// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/filelock.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

namespace wk {

namespace {

Error lockFailed(const std::string &path, const std::string &why)
{
    return {ErrorKind::FileWriteFailed, why, path};
}

/// 0, or errno.
int lockFile(const FileDescriptor &file, int how)
{
    while (::flock(file.get(), how) != 0) {
        if (errno != EINTR)
            return errno;
    }
    return 0;
}

/// Not when it was removed, or another has its name by now: who comes later will hold that one.
bool isStillThere(const FileDescriptor &file, const std::string &path)
{
    struct stat held = {};
    struct stat named = {};
    return ::fstat(file.get(), &held) == 0 && ::lstat(path.c_str(), &named) == 0 && held.st_dev == named.st_dev &&
           held.st_ino == named.st_ino;
}

} // namespace

Result<FileDescriptor> FileLock::open(const std::string &path)
{
    // No link is followed: it would lock, or make, something elsewhere. No program that is started inherits the lock.
    // Nothing is written: what lies on a disk that may only be read can be locked.
    FileDescriptor file(
        ::open(path.c_str(), O_RDONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0600));
    if (file.get() < 0)
        return lockFailed(path, std::string(std::strerror(errno)) + ".");
    struct stat status = {};
    if (::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))
        return lockFailed(path, "There is something of this name that is no file.");
    return file;
}

Result<FileLock> FileLock::take(const std::string &path)
{
    for (;;) {
        auto file = open(path);
        if (!file)
            return file.error();
        if (const int code = lockFile(file.value(), LOCK_EX); code != 0)
            return lockFailed(path, std::string(std::strerror(code)) + ".");
        if (isStillThere(file.value(), path))
            return FileLock(std::move(file).value());
    }
}

Result<std::optional<FileLock>> FileLock::tryTake(const std::string &path)
{
    for (;;) {
        auto file = open(path);
        if (!file)
            return file.error();
        const int code = lockFile(file.value(), LOCK_EX | LOCK_NB);
        if (code == EWOULDBLOCK)
            return std::optional<FileLock>();
        if (code != 0)
            return lockFailed(path, std::string(std::strerror(code)) + ".");
        if (isStillThere(file.value(), path))
            return std::optional<FileLock>(FileLock(std::move(file).value()));
    }
}

} // namespace wk
