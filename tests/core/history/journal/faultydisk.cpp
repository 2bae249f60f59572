// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/history/journal/faultydisk.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdarg>
#include <mutex>
#include <numeric>
#include <optional>
#include <thread>

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

namespace {

using wk::test::DiskCall;
using wk::test::DiskFault;

constexpr std::size_t Calls = 6;

/// What the disk is to do.
struct Plan {
    std::mutex mutex;
    std::condition_variable moved;
    std::string folder; ///< under the lock, as what follows; empty: there is no such disk
    std::optional<DiskFault> fault;
    std::uint64_t counted = 0; ///< of those that the fault counts
    std::array<std::uint64_t, Calls> calls{};
    std::vector<DiskCall> failed;
    std::chrono::milliseconds delay{0};
    bool isHanging = false;
    int waiting = 0;
};

Plan &plan()
{
    static Plan made;
    return made;
}

/// Files that were opened there to be written.
std::array<std::atomic<bool>, 4096> isOurs{};

bool isOfTheDisk(int fd)
{
    return fd >= 0 && std::size_t(fd) < isOurs.size() && isOurs[std::size_t(fd)].load();
}

bool isOfTheDisk(const char *path)
{
    Plan &now = plan();
    const std::lock_guard lock(now.mutex);
    return !now.folder.empty() && std::string_view(path).starts_with(now.folder);
}

void note(int fd, bool isOne)
{
    if (fd >= 0 && std::size_t(fd) < isOurs.size())
        isOurs[std::size_t(fd)] = isOne;
}

struct Verdict {
    int code = 0; ///< 0: the system may be asked
    bool isShort = false;
};

/// What becomes of a call, when its time has come.
Verdict verdictOn(DiskCall call)
{
    Plan &now = plan();
    std::unique_lock lock(now.mutex);
    ++now.calls[std::size_t(call)];
    Verdict verdict;
    if (now.fault && std::ranges::count(now.fault->of, call) > 0) {
        const std::uint64_t number = ++now.counted;
        const bool fails = number >= now.fault->call && number - now.fault->call < now.fault->times;
        if (fails) {
            now.failed.push_back(call);
            verdict = {now.fault->code, now.fault->isShort};
        }
    }
    ++now.waiting;
    now.moved.wait(lock, [&now] { return !now.isHanging; });
    --now.waiting;
    const auto delay = now.delay;
    lock.unlock();
    if (delay.count() > 0)
        std::this_thread::sleep_for(delay);
    return verdict;
}

/// Whether it fails; errno says why.
bool hasFailed(DiskCall call)
{
    const int code = verdictOn(call).code;
    errno = code > 0 ? code : errno;
    return code > 0;
}

template <class Function>
Function *real(const char *name)
{
    return reinterpret_cast<Function *>(::dlsym(RTLD_NEXT, name));
}

using OpenFunction = int(const char *, int, ...);

int openWith(OpenFunction *open, const char *path, int flags, mode_t mode)
{
    const bool isOne = (flags & O_ACCMODE) != O_RDONLY && isOfTheDisk(path);
    if (isOne && hasFailed(DiskCall::Open))
        return -1;
    const int fd = open(path, flags, mode);
    note(fd, isOne);
    return fd;
}

mode_t modeOf(int flags, va_list arguments)
{
    return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
}

} // namespace

// A program's own come before the C library's, for every library that it has loaded.
extern "C" {

int open(const char *path, int flags, ...)
{
    static const auto function = real<OpenFunction>("open");
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = modeOf(flags, arguments);
    va_end(arguments);
    return openWith(function, path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    static const auto function = real<OpenFunction>("open64");
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = modeOf(flags, arguments);
    va_end(arguments);
    return openWith(function, path, flags, mode);
}

int mkostemp(char *name, int flags)
{
    static const auto function = real<decltype(mkostemp)>("mkostemp");
    const bool isOne = isOfTheDisk(name);
    if (isOne && hasFailed(DiskCall::Open))
        return -1;
    const int fd = function(name, flags);
    note(fd, isOne);
    return fd;
}

int close(int fd)
{
    static const auto function = real<decltype(close)>("close");
    note(fd, false);
    return function(fd);
}

ssize_t write(int fd, const void *bytes, std::size_t count)
{
    static const auto function = real<decltype(write)>("write");
    if (!isOfTheDisk(fd))
        return function(fd, bytes, count);
    const Verdict verdict = verdictOn(DiskCall::Write);
    if (verdict.code == 0)
        return function(fd, bytes, count);
    if (verdict.isShort && count > 1)
        static_cast<void>(function(fd, bytes, count / 2));
    errno = verdict.code;
    return -1;
}

int fdatasync(int fd)
{
    static const auto function = real<decltype(fdatasync)>("fdatasync");
    if (!isOfTheDisk(fd))
        return function(fd);
    return hasFailed(DiskCall::Sync) ? -1 : 0; // no test cuts the power
}

int ftruncate(int fd, off_t size) noexcept
{
    static const auto function = real<int(int, off_t)>("ftruncate");
    return isOfTheDisk(fd) && hasFailed(DiskCall::Truncate) ? -1 : function(fd, size);
}

int rename(const char *from, const char *to) noexcept
{
    static const auto function = real<int(const char *, const char *)>("rename");
    return isOfTheDisk(from) && hasFailed(DiskCall::Rename) ? -1 : function(from, to);
}

int unlink(const char *path) noexcept
{
    static const auto function = real<int(const char *)>("unlink");
    return isOfTheDisk(path) && hasFailed(DiskCall::Unlink) ? -1 : function(path);
}

} // extern "C"

namespace wk::test {

FaultyDisk::FaultyDisk(std::string_view folder)
{
    Plan &now = plan();
    const std::lock_guard lock(now.mutex);
    now.folder = folder;
    now.calls = {};
    now.failed.clear();
}

FaultyDisk::~FaultyDisk()
{
    repair();
    setDelay({});
    letGo();
    Plan &now = plan();
    const std::lock_guard lock(now.mutex);
    now.folder.clear();
}

void FaultyDisk::fail(const DiskFault &fault)
{
    Plan &now = plan();
    const std::lock_guard lock(now.mutex);
    now.fault = fault;
    now.counted = 0;
}

void FaultyDisk::repair()
{
    Plan &now = plan();
    const std::lock_guard lock(now.mutex);
    now.fault.reset();
}

void FaultyDisk::setDelay(std::chrono::milliseconds delay)
{
    Plan &now = plan();
    const std::lock_guard lock(now.mutex);
    now.delay = delay;
}

void FaultyDisk::hang()
{
    Plan &now = plan();
    const std::lock_guard lock(now.mutex);
    now.isHanging = true;
}

void FaultyDisk::letGo()
{
    Plan &now = plan();
    const std::lock_guard lock(now.mutex);
    now.isHanging = false;
    now.moved.notify_all();
}

std::uint64_t FaultyDisk::calls(const DiskFault &of) const
{
    Plan &now = plan();
    const std::lock_guard lock(now.mutex);
    return std::accumulate(of.of.begin(), of.of.end(), std::uint64_t(0),
                           [&now](auto sum, DiskCall call) { return sum + now.calls[std::size_t(call)]; });
}

std::vector<DiskCall> FaultyDisk::failed() const
{
    Plan &now = plan();
    const std::lock_guard lock(now.mutex);
    return now.failed;
}

bool FaultyDisk::isWaitedFor() const
{
    Plan &now = plan();
    const std::lock_guard lock(now.mutex);
    return now.isHanging && now.waiting > 0;
}

} // namespace wk::test
