// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/tape.h"

#include <QHashFunctions>

namespace wk {

/// One walk over the words: the strings of a subtree stand one behind the other, so their bytes are hashed at once, and
/// the words only for the shape.
std::uint64_t TapeValue::contentHash() const
{
    constexpr std::uint64_t Multiplier = 0xbf58476d1ce4e5b9ULL; // of splitmix64
    std::uint64_t shape = 0;
    std::uint64_t firstString = ~std::uint64_t(0);
    std::uint64_t lastString = 0;
    const std::size_t end = behind(m_at);
    for (std::size_t at = m_at; at < end; ++at) {
        const std::uint64_t word = m_tape[at];
        const std::uint64_t kind = word >> 56;
        shape = shape * Multiplier + kind;
        if (kind == '"') {
            lastString = payload(word);
            firstString = std::min(firstString, lastString);
        } else if (kind == '{') {
            at += payload(word) >> 32 == 0 ? 1 : 0; // over the closing bracket of an empty one
        } else if (kind == 'l' || kind == 'u' || kind == 'd') {
            shape = (shape ^ m_tape[++at]) * Multiplier;
        }
    }
    if (firstString <= lastString)
        shape = qHashBits(m_strings + firstString,
                          lastString + sizeof(std::uint32_t) + lengthAt(lastString) - firstString, shape);
    return shape;
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
