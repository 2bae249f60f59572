// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/secret.h"

#include <cstring>
#include <new>
#include <sys/mman.h>

namespace wk {

/// Memory of the system's own, since what shares a page with it would be missing in a dump, too.
class Secret::Pages
{
public:
    Pages(const char *bytes, std::size_t size)
        : m_pages(mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
        , m_size(size)
    {
        if (m_pages == MAP_FAILED)
            throw std::bad_alloc();
        madvise(m_pages, size, MADV_DONTDUMP); // a kernel that cannot is said nothing of: RLIMIT_CORE is nought as well
        std::memcpy(m_pages, bytes, size);
    }
    ~Pages()
    {
        explicit_bzero(m_pages, m_size);
        munmap(m_pages, m_size);
    }
    Pages(const Pages &) = delete;
    Pages &operator=(const Pages &) = delete;

    QByteArrayView bytes() const { return {static_cast<const char *>(m_pages), qsizetype(m_size)}; }

private:
    void *m_pages;
    std::size_t m_size;
};

Secret::Secret(QByteArray bytes)
{
    keep(bytes.constData(), std::size_t(bytes.size()));
    wipe(bytes);
}

Secret Secret::of(std::string text)
{
    Secret secret;
    secret.keep(text.data(), text.size());
    wipe(text);
    return secret;
}

void Secret::keep(const char *bytes, std::size_t size)
{
    if (size > 0)
        m_bytes = std::make_shared<const Pages>(bytes, size);
}

QByteArrayView Secret::reveal() const
{
    return m_bytes ? m_bytes->bytes() : QByteArrayView();
}

void wipe(QByteArray &bytes)
{
    if (bytes.isDetached())
        explicit_bzero(bytes.data(), std::size_t(bytes.size()));
    bytes.clear();
}

void wipe(std::string &bytes)
{
    explicit_bzero(bytes.data(), bytes.size());
    bytes.clear();
}

} // namespace wk
