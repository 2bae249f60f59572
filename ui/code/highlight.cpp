// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/code/highlight.h"

#include <cmath>

namespace wk {

namespace {

bool isWord(QStringView text)
{
    return text == u"true" || text == u"false" || text == u"null" || text == u"~";
}

bool isNumber(QStringView text)
{
    bool ok = false;
    const double value = text.toDouble(&ok);
    return ok && std::isfinite(value);
}

/// One past the closing quote of the string that opens at `from`, or the end of a line that was cut.
int endOfString(QStringView text, int from)
{
    const QChar quote = text.at(from);
    for (int i = from + 1; i < text.size(); ++i) {
        if (text.at(i) == u'\\' && quote == u'"')
            ++i;
        else if (text.at(i) == quote)
            return i + 1;
    }
    return int(text.size());
}

int skipSpaces(QStringView text, int from)
{
    while (from < text.size() && text.at(from) == u' ')
        ++from;
    return from;
}

/// Where the key that starts at `from` ends, or -1 when the line holds no key. In plain keys ": " is what
/// ends them.
int endOfKey(QStringView text, int from)
{
    if (from < text.size() && (text.at(from) == u'"' || text.at(from) == u'\'')) {
        const int end = endOfString(text, from);
        return end < text.size() && text.at(end) == u':' ? end : -1;
    }
    for (int i = from; i < text.size(); ++i) {
        if (text.at(i) == u':' && (i + 1 == text.size() || text.at(i + 1) == u' '))
            return i;
    }
    return -1;
}

CodeInk inkOfValue(QStringView value)
{
    if (value == u"{}" || value == u"[]" || value.startsWith(u'|') || value.startsWith(u'>'))
        return CodeInk::Operator;
    return isWord(value) || isNumber(value) ? CodeInk::Number : CodeInk::String;
}

std::vector<InkRun> highlightYaml(QStringView text)
{
    std::vector<InkRun> runs;
    int at = skipSpaces(text, 0);
    while (text.mid(at).startsWith(u"- ") || text.mid(at) == u"-") {
        runs.push_back({at, 1, CodeInk::Operator});
        at = skipSpaces(text, at + 1);
    }
    const int colon = endOfKey(text, at);
    if (colon >= 0) {
        runs.push_back({at, colon - at, CodeInk::Key});
        runs.push_back({colon, 1, CodeInk::Operator});
        at = skipSpaces(text, colon + 1);
    }
    if (at < text.size())
        runs.push_back({at, int(text.size()) - at, inkOfValue(text.mid(at).trimmed())});
    return runs;
}

void append(std::vector<InkRun> &runs, InkRun run)
{
    if (!runs.empty() && runs.back().ink == run.ink && runs.back().start + runs.back().length == run.start)
        runs.back().length += run.length;
    else
        runs.push_back(run);
}

bool isJsonWordCharacter(QChar c)
{
    return c.isLetterOrNumber() || c == u'-' || c == u'+' || c == u'.';
}

std::vector<InkRun> highlightJson(QStringView text)
{
    std::vector<InkRun> runs;
    for (int at = 0; at < text.size();) {
        const QChar c = text.at(at);
        int end = at + 1;
        if (c == u'"') {
            end = endOfString(text, at);
            const int next = skipSpaces(text, end);
            const bool isKey = next < text.size() && text.at(next) == u':';
            append(runs, {at, end - at, isKey ? CodeInk::Key : CodeInk::String});
        } else if (isJsonWordCharacter(c)) {
            while (end < text.size() && isJsonWordCharacter(text.at(end)))
                ++end;
            append(runs, {at, end - at, CodeInk::Number});
        } else if (c != u' ') {
            append(runs, {at, 1, CodeInk::Operator});
        }
        at = end;
    }
    return runs;
}

} // namespace

std::vector<InkRun> highlight(CodeLanguage language, const CodeLine &line)
{
    if (line.literal)
        return {{0, int(line.text.size()), CodeInk::String}};
    switch (language) {
    case CodeLanguage::Plain: return {};
    case CodeLanguage::Yaml: return highlightYaml(line.text);
    case CodeLanguage::Json: return highlightJson(line.text);
    }
    return {};
}

} // namespace wk
