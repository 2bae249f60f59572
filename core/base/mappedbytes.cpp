// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/mappedbytes.h"

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include <sys/mman.h>
#include <unistd.h>

namespace wk {

/// Where bytes of a file lie. Never freed, as a signal's handler may look at it at any time; taken again by the next.
struct MappedBytes::Range {
    std::atomic<std::uintptr_t> begin = 0; ///< 0: of nobody
    std::atomic<std::uintptr_t> end = 0;
    Range *next = nullptr;
};

namespace {

struct sigaction before = {};
/// All ranges, the newest first.
std::atomic<void *> ranges = nullptr;

} // namespace

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
    , m_range(known(bytes, size))
{}

MappedBytes::Range *MappedBytes::known(const char *bytes, std::size_t size)
{
    [[maybe_unused]] static const bool isListening = [] {
        struct sigaction action = {};
        action.sa_sigaction = &MappedBytes::fillHole;
        action.sa_flags = SA_SIGINFO;
        return ::sigaction(SIGBUS, &action, &before) == 0;
    }();
    constexpr std::uintptr_t BeingTaken = 1;
    const auto begin = reinterpret_cast<std::uintptr_t>(bytes);
    for (auto *range = static_cast<Range *>(ranges.load()); range; range = range->next) {
        std::uintptr_t nobody = 0;
        if (!range->begin.compare_exchange_strong(nobody, BeingTaken))
            continue;
        range->end = begin + size;
        range->begin = begin;
        return range;
    }
    auto *range = new Range;
    range->end = begin + size;
    range->begin = begin;
    void *head = ranges.load();
    do
        range->next = static_cast<Range *>(head);
    while (!ranges.compare_exchange_weak(head, range));
    return range;
}

/// Only what may be called of a signal's handler: mmap() is a system call.
void MappedBytes::fillHole(int signal, siginfo_t *info, void *)
{
    const int error = errno;
    const auto place = reinterpret_cast<std::uintptr_t>(info->si_addr);
    for (auto *range = static_cast<Range *>(ranges.load()); range; range = range->next) {
        if (place < range->begin || place >= range->end)
            continue;
        const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
        void *hole = info->si_addr;
        hole = static_cast<char *>(hole) - place % page;
        if (::mmap(hole, page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED) {
            errno = error;
            return;
        }
    }
    ::sigaction(signal, &before, nullptr); // what comes again at once is somebody else's
}

MappedBytes::MappedBytes(MappedBytes &&other) noexcept
    : m_bytes(std::exchange(other.m_bytes, nullptr))
    , m_size(std::exchange(other.m_size, 0))
    , m_range(std::exchange(other.m_range, nullptr))
{}

MappedBytes &MappedBytes::operator=(MappedBytes &&other) noexcept
{
    std::swap(m_bytes, other.m_bytes);
    std::swap(m_size, other.m_size);
    std::swap(m_range, other.m_range);
    return *this;
}

MappedBytes::~MappedBytes()
{
    if (m_range) {
        m_range->end = 0;
        m_range->begin = 0;
    }
    if (m_bytes)
        ::munmap(m_bytes, m_size);
}

} // namespace wk
