// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string_view>

namespace wk {

/// The beginning of a file as memory, to be read; keeps the file's content alive, whatever becomes of its name and of
/// who opened it. What is written to it later can be read, too. A value to be moved; any thread.
///
/// Where the file does not reach yet nothing must be read, nor where a disk cannot be read any more: that is SIGBUS,
/// which ends the process. So it is for files that nobody can make shorter, on a disk of this machine: those without a
/// name (PrivateFileWriter::createNameless()).
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
    MappedBytes(char *bytes, std::size_t size);

    char *m_bytes;
    std::size_t m_size;
};

} // namespace wk
