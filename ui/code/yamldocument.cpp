// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/code/yamldocument.h"

#include "core/resource/changepath.h"
#include "ui/code/lineblame.h"
#include "ui/code/textlines.h"

#include <optional>

namespace wk {

namespace {

bool isItem(std::string_view rest)
{
    return rest == "-" || rest.starts_with("- ");
}

std::size_t endOfQuoted(std::string_view text)
{
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (text[i] == '\\' && text[0] == '"')
            ++i;
        else if (text[i] == text[0])
            return i + 1;
    }
    return std::string_view::npos;
}

/// Length of the key that `rest` begins with; npos when it holds none.
std::size_t keyLength(std::string_view rest)
{
    if (rest.starts_with('"') || rest.starts_with('\'')) {
        const std::size_t end = endOfQuoted(rest);
        return end < rest.size() && rest[end] == ':' ? end : std::string_view::npos;
    }
    for (std::size_t i = 0; i < rest.size(); ++i) {
        if (rest[i] == ':' && (i + 1 == rest.size() || rest[i + 1] == ' '))
            return i;
    }
    return std::string_view::npos;
}

std::string_view unquoted(std::string_view key)
{
    return key.size() >= 2 && (key[0] == '"' || key[0] == '\'') ? key.substr(1, key.size() - 2) : key;
}

} // namespace

void YamlWalk::popTo(int column, bool keepKey)
{
    while (!m_levels.empty()) {
        const Level &top = m_levels.back();
        if (top.column < column || (keepKey && top.column == column && !top.isItem))
            break;
        m_levels.pop_back();
    }
    m_path.resize(m_levels.empty() ? 0 : m_levels.back().pathLength);
}

void YamlWalk::push(Level level, std::string_view step)
{
    appendPointerStep(m_path, step);
    level.pathLength = m_path.size();
    level.line = m_line;
    m_levels.push_back(level);
}

YamlPlace YamlWalk::next(std::string_view line)
{
    ++m_line;
    std::size_t at = std::min(line.find_first_not_of(' '), line.size());
    if (m_scalarColumn >= 0 && (at == line.size() || int(at) > m_scalarColumn))
        return {m_path, true, m_levels.empty() ? -1 : m_levels.back().line};
    m_scalarColumn = -1;
    YamlPlace place;
    bool parentKnown = false;
    while (at < line.size() && isItem(line.substr(at))) {
        const int column = int(at);
        int index = 0;
        for (auto level = m_levels.rbegin(); level != m_levels.rend() && level->column >= column; ++level) {
            if (level->column == column && level->isItem)
                index = level->index + 1;
        }
        popTo(column, true);
        if (!std::exchange(parentKnown, true))
            place.parent = m_levels.empty() ? -1 : m_levels.back().line;
        push({column, true, index, 0, 0}, std::to_string(index));
        m_scalarColumn = column;
        at = std::min(line.size(), at + 2);
    }
    const std::string_view rest = line.substr(at);
    if (const std::size_t key = keyLength(rest); key != std::string_view::npos) {
        popTo(int(at), false);
        if (!parentKnown)
            place.parent = m_levels.empty() ? -1 : m_levels.back().line;
        push({int(at), false, 0, 0, 0}, unquoted(rest.substr(0, key)));
        m_scalarColumn = key + 1 < rest.size() ? int(at) : -1;
    }
    place.path = m_path;
    return place;
}

std::vector<YamlPlace> yamlPlaces(std::string_view yaml)
{
    std::vector<YamlPlace> places;
    YamlWalk walk;
    forEachLine(yaml, [&](std::string_view line) { places.push_back(walk.next(line)); });
    return places;
}

namespace {

CodeDocumentPtr builtYaml(std::string_view yaml, std::optional<LineBlame> blame)
{
    const auto document = std::make_shared<CodeDocument>();
    document->language = CodeLanguage::Yaml;
    document->gutter = blame ? CodeGutter::Blame : CodeGutter::Numbers;
    LineCollector collector(document.get());
    YamlWalk walk;
    int number = 0;
    int managedFields = -1;
    forEachLine(yaml, [&](std::string_view text) {
        const YamlPlace place = walk.next(text);
        CodeLine line = codeLine(text);
        line.literal = place.isContinuation;
        line.number = ++number;
        if (place.path == "/metadata/managedFields" && managedFields < 0)
            managedFields = number - 1;
        if (blame)
            blame->sign(line, place.path, document->lines);
        collector.add(std::move(line));
    });
    if (blame)
        blame->finish(document->lines);
    document->folds = indentationFolds(document->lines);
    for (CodeFold &fold : document->folds)
        fold.closed = fold.header == managedFields;
    return document;
}

} // namespace

CodeDocumentPtr yamlDocument(std::string_view yaml)
{
    return builtYaml(yaml, std::nullopt);
}

CodeDocumentPtr blamedDocument(std::string_view yaml, const FieldOwners &owners, const LastWrites &writes, WallTime now)
{
    return builtYaml(yaml, LineBlame(owners, writes, now));
}

} // namespace wk
