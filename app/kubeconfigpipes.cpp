// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kubeconfigpipes.h"

#include "core/base/clock.h"
#include "core/base/filedescriptor.h"
#include "core/base/limits.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace wk {

namespace {

/// The number of an open file that a name stands for.
std::optional<int> openFileNamed(const std::string &name)
{
    if (name == "/dev/stdin")
        return STDIN_FILENO;
    for (const char *folder : {"/dev/fd/", "/proc/self/fd/"}) {
        if (!name.starts_with(folder))
            continue;
        const char *begin = name.data() + std::strlen(folder);
        const char *const end = name.data() + name.size();
        int number = -1;
        if (const auto read = std::from_chars(begin, end, number); read.ec == std::errc() && read.ptr == end)
            return number;
    }
    return {};
}

bool isReadOnce(const std::string &name)
{
    struct stat status = {};
    if (openFileNamed(name))
        return true;
    return ::stat(name.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

/// An open file is not opened a second time, which would not tell that its writer has gone already.
FileDescriptor opened(const std::string &name)
{
    if (const auto number = openFileNamed(name))
        return FileDescriptor(::fcntl(*number, F_DUPFD_CLOEXEC, 0));
    return FileDescriptor(::open(name.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)); // waits for no writer
}

Error unusable(const std::string &name, std::string text)
{
    return {ErrorKind::FileUnreadable, std::move(text), name};
}

Error failed(const std::string &name)
{
    return unusable(name, std::string(std::strerror(errno)) + ".");
}

Result<Secret> readToEnd(const std::string &name, const PipePatience &patience)
{
    const SystemClock clock;
    const Instant begun = clock.now();
    const FileDescriptor file = opened(name);
    if (file.get() < 0)
        return failed(name);
    if (::isatty(file.get()) == 1)
        return unusable(name, "This is a terminal. Give the kubeconfig by a pipe.");
    QByteArray bytes;
    bool isSaid = false;
    for (;;) {
        const auto passed = clock.now() - begun;
        if (passed >= patience.untilSaid && !std::exchange(isSaid, true))
            patience.say(name);
        if (passed >= patience.most)
            return unusable(name, "The pipe did not come to its end within " +
                                      std::to_string(std::chrono::ceil<std::chrono::seconds>(patience.most).count()) +
                                      " s. Whoever writes to it may wait for an answer.");
        pollfd waiting{file.get(), POLLIN, 0};
        const auto until = isSaid ? patience.most : std::min(patience.untilSaid, patience.most);
        const int ready = ::poll(&waiting, 1, int((until - passed).count()));
        if (ready < 0 && errno != EINTR)
            return failed(name);
        if (ready <= 0)
            continue;
        char buffer[16 * 1024];
        const ssize_t count = ::read(file.get(), buffer, sizeof buffer);
        if (count < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (count < 0)
            return failed(name);
        if (count == 0)
            return Secret(std::move(bytes));
        if (std::size_t(bytes.size()) + std::size_t(count) > limits::KubeconfigBytes)
            return unusable(name, "The pipe says more than " + std::to_string(limits::KubeconfigBytes / limits::MiB) +
                                      " MiB, the most that is read of a kubeconfig.");
        bytes.append(buffer, qsizetype(count));
    }
}

} // namespace

HeldKubeconfigs readKubeconfigPipes(const std::vector<std::string> &names, const PipePatience &patience)
{
    HeldKubeconfigs held;
    for (const std::string &name : names) {
        if (isReadOnce(name) && !held.contains(name))
            held.emplace(name, readToEnd(name, patience));
    }
    return held;
}

} // namespace wk
