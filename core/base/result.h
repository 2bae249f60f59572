// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QtGlobal>

#include <utility>
#include <variant>

namespace wk {

/// A value or the Error that kept it from being made. Check before you take: value() of a failure is a bug of the
/// caller.
template <class T = std::monostate>
class [[nodiscard]] Result
{
public:
    Result(T value)
        : m_content(std::move(value))
    {}
    Result(Error error)
        : m_content(std::move(error))
    {}

    bool ok() const { return m_content.index() == 0; }
    explicit operator bool() const { return ok(); }

    const T &value() const &
    {
        Q_ASSERT(ok());
        return std::get<0>(m_content);
    }
    T &&value() &&
    {
        Q_ASSERT(ok());
        return std::get<0>(std::move(m_content));
    }
    const T &operator*() const & { return value(); }
    T &&operator*() && { return std::move(*this).value(); }
    const T *operator->() const { return &value(); }

    const Error &error() const
    {
        Q_ASSERT(!ok());
        return std::get<1>(m_content);
    }

private:
    std::variant<T, Error> m_content;
};

/// Success of something that has no value to give.
inline Result<> success()
{
    return std::monostate{};
}

} // namespace wk
