// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// First: moc 6.4 stumbles over <compare> without it.
#include <string>

#include <atomic>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

namespace wk {

/// How many Counted own what it is part of. A copy of that begins anew.
class ReferenceCount
{
public:
    ReferenceCount() = default;
    ReferenceCount(const ReferenceCount &) noexcept {}
    ReferenceCount &operator=(const ReferenceCount &) noexcept { return *this; }

private:
    template <class T>
    friend class Counted;

    mutable std::atomic<std::uint32_t> m_count = 0;
};

/// Owns with its copies what has a ReferenceCount called `references`: a std::shared_ptr of 8 bytes instead of 16, and
/// with 4 in what it owns instead of 16 beside it, but there is no weak one. QExplicitlySharedDataPointer is as small,
/// but what it owns cannot be assigned, as an Object is while it is made, and it is a number wherever that is taken. Any
/// thread; a value.
template <class T>
class Counted
{
public:
    Counted() = default;
    Counted(std::nullptr_t) {}
    /// Of what nobody owns yet, made by new.
    explicit Counted(T *made)
        : m_made(made)
    {
        take();
    }
    Counted(const Counted &other)
        : m_made(other.m_made)
    {
        take();
    }
    Counted(Counted &&other) noexcept
        : m_made(std::exchange(other.m_made, nullptr))
    {}
    template <class Other>
        requires std::convertible_to<Other *, T *>
    Counted(Counted<Other> other) noexcept
        : m_made(std::exchange(other.m_made, nullptr))
    {}
    Counted &operator=(Counted other) noexcept
    {
        std::swap(m_made, other.m_made);
        return *this;
    }
    ~Counted()
    {
        if (m_made && m_made->references.m_count.fetch_sub(1, std::memory_order_acq_rel) == 1)
            delete m_made;
    }

    T *get() const { return m_made; }
    T &operator*() const { return *m_made; }
    T *operator->() const { return m_made; }
    explicit operator bool() const { return m_made != nullptr; }
    void reset() { *this = nullptr; }
    /// Of what there is; by the time it is read others may have come or gone.
    std::uint32_t useCount() const { return m_made->references.m_count.load(std::memory_order_relaxed); }

    friend bool operator==(const Counted &, const Counted &) = default;
    friend auto operator<=>(const Counted &, const Counted &) = default;
    friend bool operator==(const Counted &a, std::nullptr_t) { return !a.m_made; }

private:
    template <class Other>
    friend class Counted;

    void take() const
    {
        if (m_made)
            m_made->references.m_count.fetch_add(1, std::memory_order_relaxed);
    }

    T *m_made = nullptr;
};

template <class T, class... Arguments>
Counted<T> makeCounted(Arguments &&...arguments)
{
    return Counted<T>(new T(std::forward<Arguments>(arguments)...));
}

} // namespace wk

template <class T>
struct std::hash<wk::Counted<T>> {
    std::size_t operator()(const wk::Counted<T> &of) const noexcept { return std::hash<T *>()(of.get()); }
};
