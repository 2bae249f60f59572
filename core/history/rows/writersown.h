// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace wk {

/// What of a value only whoever writes it needs: a copy, which is for reading, has none of it.
template <class T>
class WritersOwn
{
public:
    WritersOwn() = default;
    WritersOwn(const WritersOwn &) {}
    WritersOwn &operator=(const WritersOwn &) = delete;

    T *operator->() { return &m_value; }
    const T *operator->() const { return &m_value; }
    T &operator*() { return m_value; }
    const T &operator*() const { return m_value; }

private:
    T m_value{};
};

} // namespace wk
