// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wk::test {

/// What a program asks the system for that writes files.
enum class DiskCall : unsigned { Open, Write, Sync, Truncate, Rename, Unlink };

/// From which call on a disk fails, how, and for how many calls. A value.
struct DiskFault {
    static constexpr std::uint64_t ForGood = UINT64_MAX;

    std::uint64_t call = 1; ///< counted from 1, of those below
    int code = ENOSPC;
    std::uint64_t times = 1;
    bool isShort = false; ///< a write takes some of the bytes first
    std::vector<DiskCall> of{DiskCall::Open,     DiskCall::Write,  DiskCall::Sync,
                             DiskCall::Truncate, DiskCall::Rename, DiskCall::Unlink};
};

/// Lets the disk under a folder fail, or be slow, for this program: its own functions of the C library's names ask here
/// first. What only reads is not asked. One at a time, which outlives whoever writes there; any thread.
class FaultyDisk
{
public:
    explicit FaultyDisk(std::string_view folder);
    ~FaultyDisk();
    FaultyDisk(const FaultyDisk &) = delete;

    void fail(const DiskFault &fault);
    void repair();
    /// Each call takes so long.
    void setDelay(std::chrono::milliseconds delay);
    /// No call returns until letGo().
    void hang();
    void letGo();

    /// Calls that a fault of that kind would count, since it began.
    std::uint64_t calls(const DiskFault &of = {}) const;
    /// Those that failed.
    std::vector<DiskCall> failed() const;
    /// A call waits for letGo().
    bool isWaitedFor() const;
};

} // namespace wk::test
