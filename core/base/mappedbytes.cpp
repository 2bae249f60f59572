// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/mappedbytes.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <sys/mman.h>

namespace wk {

Result<MappedBytes> MappedBytes::of(int fd, std::size_t size, const std::string &place)
{
    void *bytes = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, fd, 0);
    if (bytes == MAP_FAILED)
        return Error{ErrorKind::FileUnreadable, std::string(std::strerror(errno)) + ".", place};
    return MappedBytes(static_cast<char *>(bytes), size);
}

MappedBytes::MappedBytes(char *bytes, std::size_t size)
    : m_bytes(bytes)
    , m_size(size)
{}

MappedBytes::MappedBytes(MappedBytes &&other) noexcept
    : m_bytes(std::exchange(other.m_bytes, nullptr))
    , m_size(std::exchange(other.m_size, 0))
{}

MappedBytes &MappedBytes::operator=(MappedBytes &&other) noexcept
{
    std::swap(m_bytes, other.m_bytes);
    std::swap(m_size, other.m_size);
    return *this;
}

MappedBytes::~MappedBytes()
{
    if (m_bytes)
        ::munmap(m_bytes, m_size);
}

} // namespace wk
