// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/filedescriptor.h"
#include "core/base/result.h"

#include <optional>
#include <string>

namespace wk {

/// Holds a file that one at a time may hold, among all programs of this machine and within each: what it is held for is
/// the holder's affair. It is free again when this goes, and when the process ends, however it does. The file is made,
/// mode 0600, where there is none, and stays; whoever removes it while it is held lets another hold a new one. A value
/// to be moved; any thread. (A program that is started does not inherit it; a mere copy of the process, fork(), would
/// share it.) Source: flock(2).
class FileLock
{
public:
    /// Waits for whoever holds it: not in the gui thread. FileWriteFailed where there can be no such file.
    static Result<FileLock> take(const std::string &path);
    /// Nothing while somebody holds it. FileWriteFailed.
    static Result<std::optional<FileLock>> tryTake(const std::string &path);

private:
    explicit FileLock(FileDescriptor file)
        : m_file(std::move(file))
    {}

    static Result<FileDescriptor> open(const std::string &path);

    FileDescriptor m_file;
};

} // namespace wk
