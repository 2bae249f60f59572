// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/body.h"

#include <algorithm>
#include <string>

namespace wk {

/// A body that keeps its JSON as it is; the line is the object, or what is given.
struct PlainBody : Body::Keeper {
    explicit PlainBody(std::string object, std::string line = {})
        : m_object(std::move(object))
        , m_line(line.empty() ? m_object : std::move(line))
    {}
    std::string object(std::uint64_t) const override { return m_object; }
    std::string line(std::uint64_t) const override { return m_line; }
    std::size_t objectBytes(std::uint64_t) const override { return m_object.size(); }
    std::size_t heldBytes(std::uint64_t) const override { return m_object.size() + m_line.size(); }

private:
    std::string m_object;
    std::string m_line;
};

/// JSON written with ' for ", so that it reads well in a test.
inline std::string quotedJson(std::string text)
{
    std::ranges::replace(text, '\'', '"');
    return text;
}

inline Body plainBody(const std::string &text)
{
    return Body(makeCounted<PlainBody>(quotedJson(text)));
}

} // namespace wk
