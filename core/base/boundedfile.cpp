// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/boundedfile.h"

#include "core/base/filedescriptor.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace wk {

namespace {

Error unreadable(const std::string &path, std::string text)
{
    return {ErrorKind::FileUnreadable, std::move(text), path};
}

Error systemFailure(const std::string &path, int code)
{
    return unreadable(path, std::string(std::strerror(code)) + ".");
}

std::string tooLarge(std::size_t limitBytes)
{
    return "The file is larger than " + std::to_string(limitBytes / 1024) + " KiB, the most that is read here.";
}

const char *kindOf(mode_t mode)
{
    if (S_ISDIR(mode))
        return "a directory";
    if (S_ISFIFO(mode))
        return "a named pipe";
    if (S_ISSOCK(mode))
        return "a socket";
    return "a device";
}

} // namespace

Result<QByteArray> readBoundedFile(const std::string &path, std::size_t limitBytes)
{
    if (path.find('\0') != std::string::npos)
        return unreadable(path, "The path holds a NUL character.");
    // O_NONBLOCK: opening a FIFO for reading would wait for its writer.
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
    if (file.get() < 0)
        return systemFailure(path, errno);
    struct stat status = {};
    if (::fstat(file.get(), &status) != 0)
        return systemFailure(path, errno);
    if (!S_ISREG(status.st_mode))
        return unreadable(path, std::string("This is ") + kindOf(status.st_mode) + ", not a file.");
    if (status.st_size > 0 && std::size_t(status.st_size) > limitBytes)
        return unreadable(path, tooLarge(limitBytes));

    // The size is a hint only: the file may grow while it is read, and /proc says 0.
    QByteArray bytes;
    bytes.reserve(qsizetype(status.st_size) + 1);
    char buffer[16 * 1024];
    for (;;) {
        const ssize_t count = ::read(file.get(), buffer, sizeof buffer);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return systemFailure(path, errno);
        if (count == 0)
            return bytes;
        if (std::size_t(bytes.size()) + std::size_t(count) > limitBytes)
            return unreadable(path, tooLarge(limitBytes));
        bytes.append(buffer, qsizetype(count));
    }
}

bool isMissingFile(const std::string &path)
{
    struct stat status = {};
    return ::stat(path.c_str(), &status) != 0 && errno == ENOENT;
}

} // namespace wk
