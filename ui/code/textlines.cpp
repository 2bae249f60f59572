// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/code/textlines.h"

#include "core/base/limits.h"
#include "ui/style/safetext.h"

#include <algorithm>

namespace wk {

namespace {

bool isPlainAscii(std::string_view bytes)
{
    return std::ranges::all_of(bytes, [](char c) { return c >= 0x20 && c < 0x7f; });
}

bool startsCharacter(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xc0) != 0x80;
}

/// Where the character with that number begins; npos when there are fewer.
std::size_t offsetOfCharacter(std::string_view bytes, std::size_t number)
{
    std::size_t seen = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (startsCharacter(bytes[i]) && seen++ == number)
            return i;
    }
    return std::string_view::npos;
}

} // namespace

CodeLine codeLine(std::string_view bytes)
{
    CodeLine line;
    std::string_view head = bytes;
    if (bytes.size() > limits::LineChars) {
        head = bytes.substr(0, offsetOfCharacter(bytes, limits::LineChars));
        const std::string_view rest = bytes.substr(head.size());
        line.cut = std::ranges::count_if(rest, startsCharacter);
    }
    line.text = isPlainAscii(head) ? QString::fromLatin1(head.data(), qsizetype(head.size()))
                                   : displayText(head, limits::LineChars * 2);
    return line;
}

bool LineCollector::add(CodeLine line)
{
    if (m_document->lines.size() >= std::size_t(CodeLinesMax) || m_characters + line.text.size() > CodeCharsMax) {
        ++m_document->linesLeftOut;
        return false;
    }
    m_characters += line.text.size();
    m_document->lines.push_back(std::move(line));
    return true;
}

} // namespace wk
