// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/code/rawdocument.h"

#include "ui/code/textlines.h"

#include <algorithm>
#include <array>
#include <string>

namespace wk {

namespace {

constexpr int IndentPerLevel = 2;
constexpr int IndentLevels = 64;      ///< deeper ones stand no further right
constexpr std::size_t ShortList = 72; ///< bytes of an innermost list that stays on one line

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// One past the string that opens at `from`; the end of the text when it is not closed.
std::size_t endOfString(std::string_view text, std::size_t from)
{
    for (std::size_t i = from + 1; i < text.size(); ++i) {
        if (text[i] == '\\')
            ++i;
        else if (text[i] == '"')
            return i + 1;
    }
    return text.size();
}

/// One past the list that opens at `from` when it is short and holds no other; `from` when not.
std::size_t endOfShortList(std::string_view text, std::size_t from)
{
    const std::size_t limit = std::min(text.size(), from + ShortList);
    for (std::size_t i = from + 1; i < limit;) {
        if (text[i] == '}' || text[i] == ']')
            return i + 1;
        if (text[i] == '{' || text[i] == '[')
            return from;
        i = text[i] == '"' ? endOfString(text, i) : i + 1;
    }
    return from;
}

/// Breaks a JSON text into lines and hands them to a document.
class Breaker
{
public:
    Breaker(CodeDocument *document, std::string_view text)
        : m_collector(document)
        , m_text(text)
    {}

    void run()
    {
        for (std::size_t at = 0; at < m_text.size();)
            at = token(at);
        flush();
    }

private:
    std::size_t token(std::size_t at)
    {
        switch (m_text[at]) {
        case '{':
        case '[': return open(at);
        case '}':
        case ']':
            breakLine(-1);
            m_line += m_text[at];
            return at + 1;
        case ',':
            m_line += ',';
            breakLine(0);
            return at + 1;
        case '"': return take(at, endOfString(m_text, at));
        default: break;
        }
        if (isBlank(m_text[at]))
            return at + 1;
        std::size_t end = at + 1;
        while (end < m_text.size() && !isBlank(m_text[end]) && !QByteArrayView("{}[],\"").contains(m_text[end]))
            ++end;
        return take(at, end);
    }

    std::size_t open(std::size_t at)
    {
        if (const std::size_t end = endOfShortList(m_text, at); end > at)
            return take(at, end);
        m_line += m_text[at];
        breakLine(1);
        return at + 1;
    }

    std::size_t take(std::size_t from, std::size_t end)
    {
        m_line += m_text.substr(from, end - from);
        return end;
    }

    void breakLine(int deeper)
    {
        flush();
        m_depth = std::max(0, m_depth + deeper);
        m_line.assign(std::size_t(std::min(m_depth, IndentLevels) * IndentPerLevel), ' ');
    }

    void flush()
    {
        if (std::ranges::all_of(m_line, isBlank))
            return;
        CodeLine line = codeLine(m_line);
        line.number = ++m_number;
        m_collector.add(std::move(line));
        m_line.clear();
    }

    LineCollector m_collector;
    std::string_view m_text;
    std::string m_line;
    int m_depth = 0;
    int m_number = 0;
};

void appendHex(std::string &line, unsigned value, int digits)
{
    static constexpr char hex[] = "0123456789abcdef";
    for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4)
        line += hex[(value >> shift) & 15];
}

std::string bytesLine(std::string_view bytes, std::size_t offset)
{
    std::string line;
    appendHex(line, unsigned(offset), 6);
    line += ' ';
    for (std::size_t i = 0; i < 16; ++i) {
        line += i % 8 == 0 ? "  " : " ";
        if (i < bytes.size())
            appendHex(line, static_cast<unsigned char>(bytes[i]), 2);
        else
            line += "  ";
    }
    line += "   ";
    for (const char c : bytes)
        line += c >= 0x20 && c < 0x7f ? c : '.';
    return line;
}

} // namespace

CodeDocumentPtr rawDocument(std::string_view line)
{
    const auto document = std::make_shared<CodeDocument>();
    document->language = CodeLanguage::Json;
    document->gutter = CodeGutter::Numbers;
    Breaker(document.get(), line).run();
    document->folds = indentationFolds(document->lines);
    return document;
}

CodeDocumentPtr bytesDocument(std::string_view line)
{
    const auto document = std::make_shared<CodeDocument>();
    LineCollector collector(document.get());
    const std::string_view shown = line.substr(0, BytesShown);
    for (std::size_t at = 0; at < shown.size(); at += 16)
        collector.add(codeLine(bytesLine(shown.substr(at, 16), at)));
    document->linesLeftOut = int((line.size() - shown.size() + 15) / 16);
    return document;
}

} // namespace wk
