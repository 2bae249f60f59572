// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/tape.h"

#include <algorithm>

namespace wk {

/// One walk over the words: the strings of a subtree stand one behind the other, so their bytes are hashed at once, and
/// of the words what they are.
std::optional<ContentHash> TapeValue::contentHash() const
{
    constexpr std::size_t MostNodes = 256;
    thread_local std::string shape;
    shape.clear();
    std::uint64_t firstString = ~std::uint64_t(0);
    std::uint64_t lastString = 0;
    const std::size_t end = behind(m_at);
    if (end - m_at > MostNodes)
        return {};
    for (std::size_t at = m_at; at < end; ++at) {
        const std::uint64_t word = m_tape[at];
        const auto kind = static_cast<char>(word >> 56);
        shape += kind;
        if (kind == '"') {
            lastString = payload(word);
            firstString = std::min(firstString, lastString);
        } else if (kind == 'l' || kind == 'u' || kind == 'd') {
            shape.append(reinterpret_cast<const char *>(&m_tape[++at]), sizeof word);
        }
    }
    if (firstString > lastString)
        return wk::contentHash(shape);
    const std::size_t length = lastString + sizeof(std::uint32_t) + lengthAt(lastString) - firstString;
    return wk::contentHash(shape, {reinterpret_cast<const char *>(m_strings + firstString), length});
}

void TapeValue::appendQuoted(std::string &text, std::string_view string)
{
    constexpr const char *Digits = "0123456789abcdef";
    text += '"';
    for (const char c : string) {
        if (c == '"' || c == '\\')
            text += '\\';
        if (static_cast<unsigned char>(c) < 0x20)
            text.append("\\u00").append({Digits[c >> 4], Digits[c & 15]});
        else
            text += c;
    }
    text += '"';
}

std::uint32_t TapeValue::appendCanonical(std::string &text) const
{
    std::uint32_t names = 0;
    const auto goOn = [&text, opening = text.size() + 1] { text.append(text.size() > opening ? "," : ""); };
    switch (type()) {
    case '{':
        text += '{';
        eachMember([&](std::string_view key, TapeValue child) {
            goOn();
            appendQuoted(text, key);
            text += ':';
            names += 1 + child.appendCanonical(text);
        });
        text += '}';
        break;
    case '[':
        text += '[';
        eachElement([&](TapeValue child) {
            goOn();
            names += child.appendCanonical(text);
        });
        text += ']';
        break;
    case '"': appendQuoted(text, this->text()); break;
    case 'l':
    case 'u':
    case 'd': text.append({type(), ' '}).append(std::to_string(m_tape[m_at + 1])); break;
    default: text += type();
    }
    return names;
}

} // namespace wk
