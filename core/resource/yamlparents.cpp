// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/yamlparents.h"

#include <algorithm>
#include <array>
#include <optional>

namespace wk {

namespace {

using Lines = std::vector<std::string_view>;

/// The fields that tell one element of a list from the next, the most telling first.
constexpr std::array<std::string_view, 8> Names{"name", "type", "mountPath", "containerPort",
                                                "port", "key",  "uid",       "ip"};

std::size_t blanks(std::string_view line)
{
    return std::min(line.find_first_not_of(' '), line.size());
}

bool isElementAt(std::string_view line, std::size_t column)
{
    return line.substr(std::min(column, line.size())).starts_with("- ");
}

/// Where the innermost content of a line begins: behind all of its dashes.
std::size_t contentColumn(std::string_view line)
{
    std::size_t column = blanks(line);
    while (isElementAt(line, column))
        column += 2;
    return column;
}

/// Of the element that begins at `line` with its fields at `column`: the field that names it; empty when there is none.
std::string_view namingField(const Lines &lines, std::size_t line, std::size_t column)
{
    std::string_view best;
    std::size_t rank = Names.size();
    for (std::size_t i = line; i < lines.size(); ++i) {
        const std::size_t start = i == line ? column : blanks(lines[i]);
        if (i > line && (start < column || lines[i].empty()))
            break;
        if (start != column)
            continue;
        const std::string_view field = lines[i].substr(column);
        const std::string_view key = field.substr(0, field.find(':'));
        const std::size_t place = std::find(Names.begin(), Names.end(), key) - Names.begin();
        if (place < rank) {
            rank = place;
            best = field;
        }
    }
    return best;
}

/// A place in the tree: a field (or a bare value) by the column it begins at, or a list's element by that of its dash.
struct Node {
    std::size_t line = 0;
    std::size_t column = 0;
    bool isElement = false;
};

std::optional<Node> parentOfField(const Lines &lines, Node field)
{
    if (field.column > blanks(lines[field.line]))
        return Node{field.line, field.column - 2, true};
    for (std::size_t i = field.line; i-- > 0;) {
        const std::size_t column = contentColumn(lines[i]);
        if (lines[i].empty() || column > field.column)
            continue;
        if (column < field.column)
            return Node{i, column, false};
        if (blanks(lines[i]) < column)
            return Node{i, column - 2, true};
    }
    return {};
}

std::optional<Node> parentOfElement(const Lines &lines, Node element)
{
    if (element.column > blanks(lines[element.line]))
        return Node{element.line, element.column - 2, true};
    for (std::size_t i = element.line; i-- > 0;) {
        const std::size_t first = blanks(lines[i]);
        if (lines[i].empty() || first > element.column)
            continue;
        if (isElementAt(lines[i], element.column)) {
            if (first < element.column)
                return Node{i, element.column - 2, true};
        } else if (const std::size_t column = contentColumn(lines[i]); column <= element.column) {
            return Node{i, column, false};
        }
    }
    return {};
}

/// What a heading says of a node; empty when nothing names it.
std::string heading(const Lines &lines, Node node)
{
    const std::string indent(node.column, ' ');
    if (!node.isElement)
        return indent + std::string(lines[node.line].substr(node.column));
    const std::string_view name = namingField(lines, node.line, node.column + 2);
    return name.empty() ? std::string() : indent + "- " + std::string(name);
}

/// The headings from the root down to the node, itself included.
std::vector<std::string> headingsTo(const Lines &lines, std::optional<Node> node)
{
    std::vector<std::string> headings;
    while (node) {
        if (std::string text = heading(lines, *node); !text.empty())
            headings.push_back(std::move(text));
        node = node->isElement ? parentOfElement(lines, *node) : parentOfField(lines, *node);
    }
    std::reverse(headings.begin(), headings.end());
    return headings;
}

} // namespace

std::vector<std::string> yamlParents(const Lines &lines, std::size_t line)
{
    const std::size_t first = blanks(lines[line]);
    const Node node{line, first, isElementAt(lines[line], first)};
    return headingsTo(lines, node.isElement ? parentOfElement(lines, node) : parentOfField(lines, node));
}

std::vector<std::string> yamlParentsAndSelf(const Lines &lines, std::size_t line)
{
    return headingsTo(lines, Node{line, contentColumn(lines[line]), false});
}

std::string_view yamlKey(std::string_view line)
{
    const std::size_t colon = line.find(": ");
    if (colon != std::string_view::npos)
        return line.substr(0, colon + 1);
    return line.ends_with(':') ? line : std::string_view();
}

} // namespace wk
