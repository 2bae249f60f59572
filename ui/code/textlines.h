// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/code/codedocument.h"

#include <string_view>

namespace wk {

/// One line of bytes as a document holds it: safe for a screen, at most limits::LineChars characters; the
/// rest is counted. Any thread.
CodeLine codeLine(std::string_view bytes);

/// Adds lines to a document until it is at its bounds; what is past them is counted. Any thread.
class LineCollector
{
public:
    explicit LineCollector(CodeDocument *document)
        : m_document(document)
    {}

    /// False when the line was left out.
    bool add(CodeLine line);

private:
    CodeDocument *m_document;
    qsizetype m_characters = 0;
};

/// Calls `line(std::string_view)` for each line of a text, without the newlines.
template <class Line>
void forEachLine(std::string_view text, Line line)
{
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        line(text.substr(0, end));
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
}

} // namespace wk
