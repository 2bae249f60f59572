// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string_view>

#include <csignal>

namespace wk {

/// The beginning of a file as memory, to be read; keeps the file's content alive, whatever becomes of its name and of
/// who opened it. What is written to it later can be read, too. A value to be moved; any thread.
///
/// What the file does not reach, as one that somebody makes shorter does not any more, or what its disk cannot give, is
/// zeros: whoever reads it has to find out by himself that they are not what was written. (It would be SIGBUS, which
/// ends the process; the first that is made takes that signal, and leaves it to who had it before where it is not about
/// a file's bytes.)
class MappedBytes
{
public:
    /// FileUnreadable, its place as it was given.
    static Result<MappedBytes> of(int fd, std::size_t size, const std::string &place);

    MappedBytes(MappedBytes &&other) noexcept;
    MappedBytes &operator=(MappedBytes &&other) noexcept;
    ~MappedBytes();

    std::string_view bytes() const { return {m_bytes, m_size}; }

private:
    struct Range;

    MappedBytes(char *bytes, std::size_t size);
    static Range *known(const char *bytes, std::size_t size);
    static void fillHole(int signal, siginfo_t *info, void *context);

    char *m_bytes;
    std::size_t m_size;
    Range *m_range; ///< what the signal's handler knows of it
};

} // namespace wk
