// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/linediff.h"

#include "core/base/limits.h"
#include "core/resource/linematch.h"
#include "core/resource/wordranges.h"
#include "core/resource/yamlparents.h"

#include <algorithm>

namespace wk {

namespace {

std::vector<std::string_view> splitLines(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// Each line with where it stands behind it.
std::vector<std::string> placed(const std::vector<std::string_view> &lines, const std::vector<std::string> &places)
{
    std::vector<std::string> placed;
    placed.reserve(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i)
        placed.push_back(std::string(lines[i]).append(1, '\n').append(places[i]));
    return placed;
}

/// Those of the same place only, if places are given.
LineMatch matchOf(const std::vector<std::string_view> &before, const std::vector<std::string_view> &after,
                  const LinePlaces &places)
{
    if (places.before.size() != before.size() || places.after.size() != after.size())
        return matchLines(before, after);
    const std::vector<std::string> placedBefore = placed(before, places.before);
    const std::vector<std::string> placedAfter = placed(after, places.after);
    return matchLines({placedBefore.begin(), placedBefore.end()}, {placedAfter.begin(), placedAfter.end()});
}

/// A row of the diff before folding: which line of which side.
struct Row {
    DiffLine::Kind kind = DiffLine::Kind::Same;
    std::size_t before = 0;
    std::size_t after = 0;
};

/// Puts one diff together from both texts and what matches.
class Builder
{
public:
    Builder(std::vector<std::string_view> before, std::vector<std::string_view> after)
        : m_before(std::move(before))
        , m_after(std::move(after))
    {}

    LineDiff build(DiffOptions options, const LinePlaces &places)
    {
        makeRows(matchOf(m_before, m_after, places));
        LineDiff diff;
        for (const Row &row : m_rows) {
            diff.added += row.kind == Kind::Added;
            diff.removed += row.kind == Kind::Removed;
        }
        if (diff.added + diff.removed > 0)
            fold(diff, options);
        return diff;
    }

private:
    using Kind = DiffLine::Kind;

    /// Rows in order; within a group of changes the removed ones come first.
    void makeRows(const LineMatch &match)
    {
        std::size_t before = 0;
        std::size_t after = 0;
        while (before < m_before.size() || after < m_after.size()) {
            if (before < m_before.size() && match.removed[before])
                m_rows.push_back({Kind::Removed, before++, after});
            else if (after < m_after.size() && match.added[after])
                m_rows.push_back({Kind::Added, before, after++});
            else
                m_rows.push_back({Kind::Same, before++, after++});
        }
    }

    /// Which rows are near enough to a change to be shown.
    std::vector<bool> visibleRows(int context) const
    {
        std::vector<bool> visible(m_rows.size(), context < 0);
        if (context < 0)
            return visible;
        const auto reach = static_cast<std::size_t>(context);
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            if (m_rows[i].kind == Kind::Same)
                continue;
            const std::size_t begin = i - std::min(i, reach);
            const std::size_t end = std::min(i + reach + 1, m_rows.size());
            std::fill(visible.begin() + begin, visible.begin() + end, true);
        }
        return visible;
    }

    void fold(LineDiff &diff, DiffOptions options)
    {
        const std::vector<bool> visible = visibleRows(options.context);
        std::vector<std::string> told;
        for (std::size_t i = 0; i < m_rows.size();) {
            std::size_t end = i;
            while (end < m_rows.size() && visible[end] == visible[i])
                ++end;
            if (!visible[i]) {
                skip(diff, i, end);
            } else {
                if (options.headings && i > 0)
                    told = addHeadings(diff, i, told);
                addRows(diff, i, end);
                if (options.headings)
                    told = parentsAt(end - 1, true);
            }
            i = end;
        }
    }

    void skip(LineDiff &diff, std::size_t begin, std::size_t end) const
    {
        DiffLine line;
        line.kind = Kind::Skipped;
        line.before = static_cast<int>(m_rows[begin].before) + 1;
        line.after = static_cast<int>(m_rows[begin].after) + 1;
        line.count = static_cast<int>(end - begin);
        diff.lines.push_back(std::move(line));
    }

    std::vector<std::string> parentsAt(std::size_t row, bool self) const
    {
        const bool removed = m_rows[row].kind == Kind::Removed;
        const auto &lines = removed ? m_before : m_after;
        const std::size_t line = removed ? m_rows[row].before : m_rows[row].after;
        return self ? yamlParentsAndSelf(lines, line) : yamlParents(lines, line);
    }

    /// The parents of the first row of a block that are not in sight from the block before.
    std::vector<std::string> addHeadings(LineDiff &diff, std::size_t row, const std::vector<std::string> &told) const
    {
        std::vector<std::string> parents = parentsAt(row, false);
        const std::size_t common = std::min(parents.size(), told.size());
        auto fresh = std::mismatch(parents.begin(), parents.begin() + common, told.begin()).first;
        for (; fresh != parents.end(); ++fresh) {
            DiffLine line;
            line.kind = Kind::Heading;
            line.text = *fresh;
            diff.lines.push_back(std::move(line));
        }
        return parents;
    }

    void addRows(LineDiff &diff, std::size_t begin, std::size_t end) const
    {
        for (std::size_t i = begin; i < end;) {
            if (m_rows[i].kind == Kind::Same) {
                diff.lines.push_back(lineOf(m_rows[i++]));
                continue;
            }
            std::size_t groupEnd = i;
            while (groupEnd < end && m_rows[groupEnd].kind != Kind::Same)
                ++groupEnd;
            addGroup(diff, i, groupEnd);
            i = groupEnd;
        }
    }

    void addGroup(LineDiff &diff, std::size_t begin, std::size_t end) const
    {
        const std::size_t first = diff.lines.size();
        for (std::size_t i = begin; i < end; ++i)
            diff.lines.push_back(lineOf(m_rows[i]));
        markWords(diff.lines, first);
    }

    DiffLine lineOf(const Row &row) const
    {
        DiffLine line;
        line.kind = row.kind;
        line.text = row.kind == Kind::Removed ? m_before[row.before] : m_after[row.after];
        line.before = row.kind == Kind::Added ? 0 : static_cast<int>(row.before) + 1;
        line.after = row.kind == Kind::Removed ? 0 : static_cast<int>(row.after) + 1;
        return line;
    }

    std::vector<std::string_view> m_before;
    std::vector<std::string_view> m_after;
    std::vector<Row> m_rows;
};

Error tooLarge()
{
    return {ErrorKind::TooLarge, "the texts are too large to compare line by line", {}};
}

} // namespace

Result<LineDiff> diffLines(std::string_view before, std::string_view after, DiffOptions options,
                           const LinePlaces &places)
{
    if (std::max(before.size(), after.size()) > limits::DiffBytes)
        return tooLarge();
    std::vector<std::string_view> linesBefore = splitLines(before);
    std::vector<std::string_view> linesAfter = splitLines(after);
    if (std::max(linesBefore.size(), linesAfter.size()) > limits::DiffLines)
        return tooLarge();
    return Builder(std::move(linesBefore), std::move(linesAfter)).build(options, places);
}

} // namespace wk
