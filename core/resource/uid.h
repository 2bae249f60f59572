// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/numberortext.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace wk {

/// An object's metadata.uid: a UUID in small letters, as API servers write it (RFC 4122), in 16 bytes; any other
/// text beside them.
/// Any thread; a value.
class Uid
{
public:
    Uid() = default;
    Uid(std::string_view text);
    Uid(const std::string &text)
        : Uid(std::string_view(text))
    {}
    Uid(const char *text)
        : Uid(std::string_view(text))
    {}

    bool empty() const { return m_rest == NumberOrText(); }
    /// As it was given.
    std::string text() const;
    operator std::string() const { return text(); }
    std::size_t hash(std::size_t seed = 0) const;
    /// For unordered containers.
    struct Hash {
        std::size_t operator()(const Uid &uid) const { return uid.hash(); }
    };

    friend bool operator==(const Uid &, const Uid &) = default;
    /// As their texts.
    friend std::strong_ordering operator<=>(const Uid &a, const Uid &b);

private:
    std::uint64_t m_high = 0; ///< of a UUID the first half
    NumberOrText m_rest;      ///< the second without its first bit, or what is no such UUID
};

} // namespace wk
