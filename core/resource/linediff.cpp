// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/linediff.h"

#include "core/base/limits.h"
#include "core/resource/linematch.h"
#include "core/resource/wordranges.h"
#include "core/resource/yamlparents.h"

#include <algorithm>
#include <iterator>
#include <utility>

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
    bool isQuiet = false;
};

bool holdsAt(const std::vector<bool> &flags, std::size_t at)
{
    return at < flags.size() && flags[at];
}

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
        makeRows(matchOf(m_before, m_after, places), places);
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
    void makeRows(const LineMatch &match, const LinePlaces &places)
    {
        std::size_t before = 0;
        std::size_t after = 0;
        while (before < m_before.size() || after < m_after.size()) {
            std::vector<Row> removed;
            std::vector<Row> added;
            for (; before < m_before.size() && match.removed[before]; ++before)
                removed.push_back({Kind::Removed, before, after, holdsAt(places.quietBefore, before)});
            for (; after < m_after.size() && match.added[after]; ++after)
                added.push_back({Kind::Added, before, after, holdsAt(places.quietAfter, after)});
            if (removed.empty() && added.empty())
                m_rows.push_back({Kind::Same, before++, after++});
            else
                addChange(removed, added);
        }
        // Where nothing else differs, the quiet changes are what there is to see.
        const auto isLoud = [](const Row &row) { return row.kind != Kind::Same && !row.isQuiet; };
        if (std::ranges::none_of(m_rows, isLoud)) {
            for (Row &row : m_rows)
                row.isQuiet = false;
        }
    }

    /// A change, of which what is quiet at its beginning and at its end is a change of its own.
    void addChange(const std::vector<Row> &removed, const std::vector<Row> &added)
    {
        const auto isLoud = [](const Row &row) { return !row.isQuiet; };
        const auto loudOf = [&](const std::vector<Row> &rows) {
            const auto first = std::ranges::find_if(rows, isLoud);
            const auto last = std::find_if(rows.rbegin(), std::make_reverse_iterator(first), isLoud);
            return std::pair{first, last.base()};
        };
        const auto [removedFirst, removedEnd] = loudOf(removed);
        const auto [addedFirst, addedEnd] = loudOf(added);
        m_rows.insert(m_rows.end(), removed.begin(), removedFirst);
        m_rows.insert(m_rows.end(), added.begin(), addedFirst);
        const std::size_t loud = m_rows.size();
        m_rows.insert(m_rows.end(), removedFirst, removedEnd);
        m_rows.insert(m_rows.end(), addedFirst, addedEnd);
        for (std::size_t i = loud; i < m_rows.size(); ++i)
            m_rows[i].isQuiet = false;
        m_rows.insert(m_rows.end(), removedEnd, removed.end());
        m_rows.insert(m_rows.end(), addedEnd, added.end());
    }

    /// Which rows are near enough to a change to be shown.
    std::vector<bool> visibleRows(int context) const
    {
        std::vector<bool> visible(m_rows.size(), context < 0);
        if (context < 0)
            return visible;
        const auto reach = static_cast<std::size_t>(context);
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            if (m_rows[i].kind == Kind::Same || m_rows[i].isQuiet)
                continue;
            const std::size_t begin = i - std::min(i, reach);
            const std::size_t end = std::min(i + reach + 1, m_rows.size());
            std::fill(visible.begin() + begin, visible.begin() + end, true);
        }
        for (std::size_t i = 0; i < m_rows.size(); ++i)
            visible[i] = visible[i] && !m_rows[i].isQuiet;
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
                std::ranges::move(linesOf(i, end), std::back_inserter(diff.lines));
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
        if (std::any_of(m_rows.begin() + begin, m_rows.begin() + end, [](const Row &row) { return row.isQuiet; }))
            line.hidden = linesOf(begin, end);
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

    std::vector<DiffLine> linesOf(std::size_t begin, std::size_t end) const
    {
        std::vector<DiffLine> lines;
        for (std::size_t i = begin; i < end;) {
            if (m_rows[i].kind == Kind::Same) {
                lines.push_back(lineOf(m_rows[i++]));
                continue;
            }
            const std::size_t first = lines.size();
            const bool isQuiet = m_rows[i].isQuiet;
            for (; i < end && m_rows[i].kind != Kind::Same && m_rows[i].isQuiet == isQuiet; ++i)
                lines.push_back(lineOf(m_rows[i]));
            markWords(lines, first);
        }
        return lines;
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
