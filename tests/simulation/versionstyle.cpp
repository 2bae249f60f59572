// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/versionstyle.h"

#include "tests/simulation/random.h"

#include <charconv>

namespace wk::sim {

namespace {

constexpr std::uint64_t Stride = 500; ///< sparse ones are 1 to 999 apart
constexpr std::string_view LongHead = "734512345678901234";
constexpr std::size_t LongTail = 12;
constexpr std::string_view OpaqueHead = "rv-";
/// Odd, so that multiplying by it can be undone; and its inverse modulo 2^64.
constexpr std::uint64_t Factor = 0xbf58476d1ce4e5b9ULL;
constexpr std::uint64_t Inverse = 0x96de1b173f119089ULL;
static_assert(Factor * Inverse == 1);
constexpr std::string_view Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view Key = "\"resourceVersion\":\"";

std::optional<std::uint64_t> number(std::string_view text)
{
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        return {};
    return value;
}

std::string opaque(std::uint64_t value)
{
    std::string text(OpaqueHead);
    for (int shift = 0; shift < 66; shift += 6)
        text += Letters[(value >> shift) & 63];
    return text;
}

std::optional<std::uint64_t> fromOpaque(std::string_view text)
{
    if (!text.starts_with(OpaqueHead) || text.size() != OpaqueHead.size() + 11)
        return {};
    std::uint64_t value = 0;
    int shift = 0;
    for (const char letter : text.substr(OpaqueHead.size())) {
        const std::size_t digit = Letters.find(letter);
        if (digit == Letters.npos)
            return {};
        value |= std::uint64_t(digit) << shift;
        shift += 6;
    }
    return value;
}

} // namespace

std::string VersionStyle::text(Revision revision) const
{
    switch (m_kind) {
    case Kind::Dense: break;
    case Kind::Sparse: return std::to_string(revision * Stride + mixed(revision ^ m_salt) % Stride);
    case Kind::Long: {
        std::string tail = std::to_string(revision);
        tail.insert(0, LongTail - std::min(LongTail, tail.size()), '0');
        return std::string(LongHead) + tail;
    }
    case Kind::Opaque: return opaque((revision ^ m_salt) * Factor);
    }
    return std::to_string(revision);
}

std::optional<Revision> VersionStyle::revision(std::string_view text) const
{
    std::optional<Revision> found;
    switch (m_kind) {
    case Kind::Dense: found = number(text); break;
    case Kind::Sparse:
        found = number(text);
        if (found)
            *found /= Stride;
        break;
    case Kind::Long:
        if (text.starts_with(LongHead))
            found = number(text.substr(LongHead.size()));
        break;
    case Kind::Opaque:
        found = fromOpaque(text);
        if (found)
            found = (*found * Inverse) ^ m_salt;
        break;
    }
    return found && this->text(*found) == text ? found : std::nullopt;
}

std::string VersionStyle::dressed(std::string text) const
{
    if (m_kind == Kind::Dense)
        return text;
    std::string out;
    out.reserve(text.size() + text.size() / 8);
    std::size_t from = 0;
    for (;;) {
        const std::size_t found = text.find(Key, from);
        if (found == text.npos)
            break;
        const std::size_t begin = found + Key.size();
        const std::size_t end = text.find('"', begin);
        out.append(text, from, begin - from);
        const auto revision = number(std::string_view(text).substr(begin, end - begin));
        out += revision ? this->text(*revision) : text.substr(begin, end - begin);
        from = end;
    }
    return out.append(text, from);
}

const char *styleName(VersionStyle::Kind kind)
{
    switch (kind) {
    case VersionStyle::Kind::Dense: return "dense";
    case VersionStyle::Kind::Sparse: return "sparse";
    case VersionStyle::Kind::Long: return "long";
    case VersionStyle::Kind::Opaque: return "opaque";
    }
    return "";
}

} // namespace wk::sim
