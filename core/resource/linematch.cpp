// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/linematch.h"

#include <algorithm>
#include <unordered_map>

namespace wk {

namespace {

/// Memory is this squared, time this by the lines: 4 MB and a few milliseconds.
constexpr int EditsMax = 1000;

/// A line by the number of its text, and where it stands.
struct Item {
    int text = 0;
    std::size_t line = 0;
};
using Items = std::vector<Item>;

struct Sides {
    Items before;
    Items after;
};

/// Both texts as numbers, without the lines that occur on one side only: those are removed or added whatever else is.
Sides commonLines(const std::vector<std::string_view> &before, const std::vector<std::string_view> &after)
{
    struct Seen {
        int text = 0;
        bool after = false;
    };
    std::unordered_map<std::string_view, Seen> seen;
    for (const std::string_view line : before)
        seen.try_emplace(line, Seen{static_cast<int>(seen.size()), false});
    Sides sides;
    for (std::size_t i = 0; i < after.size(); ++i) {
        const auto found = seen.find(after[i]);
        if (found == seen.end())
            continue;
        found->second.after = true;
        sides.after.push_back({found->second.text, i});
    }
    for (std::size_t i = 0; i < before.size(); ++i) {
        const Seen &line = seen.at(before[i]);
        if (line.after)
            sides.before.push_back({line.text, i});
    }
    return sides;
}

/// The furthest-reaching path of each diagonal, kept for each number of edits so that the way can be walked back.
class Myers
{
public:
    Myers(const Items &before, const Items &after)
        : m_before(before)
        , m_after(after)
        , m_n(static_cast<int>(before.size()))
        , m_m(static_cast<int>(after.size()))
    {}

    /// False when there are more than EditsMax edits.
    bool run()
    {
        std::vector<int> reach(2 * EditsMax + 3, 0);
        for (int edits = 0; edits <= EditsMax; ++edits) {
            for (int diagonal = -edits; diagonal <= edits; diagonal += 2) {
                int x = start(reach, edits, diagonal);
                while (x < m_n && x - diagonal < m_m && m_before[x].text == m_after[x - diagonal].text)
                    ++x;
                reach[EditsMax + 1 + diagonal] = x;
                if (x >= m_n && x - diagonal >= m_m) {
                    keep(reach, edits);
                    return true;
                }
            }
            keep(reach, edits);
        }
        return false;
    }

    /// Marks the pairs that stay: calls pair(x, y) for each.
    template <class Pair>
    void walkBack(Pair pair) const
    {
        int x = m_n;
        int y = m_m;
        for (int edits = static_cast<int>(m_trace.size()) - 1; edits >= 0; --edits) {
            const int diagonal = x - y;
            int from = 0;
            int previous = 0;
            if (edits > 0) {
                const bool down = goesDown(edits, diagonal);
                previous = diagonal + (down ? 1 : -1);
                from = reached(edits - 1, previous) + (down ? 0 : 1);
            }
            for (; x > from; --x, --y)
                pair(x - 1, y - 1);
            if (edits > 0) {
                x = reached(edits - 1, previous);
                y = x - previous;
            }
        }
    }

private:
    int start(const std::vector<int> &reach, int edits, int diagonal) const
    {
        if (edits == 0)
            return 0;
        const int middle = EditsMax + 1 + diagonal;
        const bool down = diagonal == -edits || (diagonal != edits && reach[middle - 1] < reach[middle + 1]);
        return down ? reach[middle + 1] : reach[middle - 1] + 1;
    }

    void keep(const std::vector<int> &reach, int edits)
    {
        const auto middle = reach.begin() + EditsMax + 1;
        m_trace.emplace_back(middle - edits, middle + edits + 1);
    }

    int reached(int edits, int diagonal) const { return m_trace[edits][diagonal + edits]; }

    bool goesDown(int edits, int diagonal) const
    {
        if (diagonal == -edits || diagonal == edits)
            return diagonal == -edits;
        return reached(edits - 1, diagonal - 1) < reached(edits - 1, diagonal + 1);
    }

    const Items &m_before;
    const Items &m_after;
    int m_n;
    int m_m;
    std::vector<std::vector<int>> m_trace;
};

/// How far a line is indented; a list element's "- " counts as less than the key it may stand on.
std::size_t indentation(std::string_view line)
{
    const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
    return 2 * blanks + (line.substr(blanks).starts_with("- ") ? 0 : 1);
}

/// Moves each group of changed lines, as far as equal lines at its edges let it, to where it begins the least indented.
void settle(const std::vector<std::string_view> &lines, std::vector<bool> &changed)
{
    const std::size_t size = lines.size();
    for (std::size_t begin = 0; begin < size;) {
        if (!changed[begin]) {
            ++begin;
            continue;
        }
        std::size_t end = begin;
        while (end < size && changed[end])
            ++end;
        std::size_t top = begin;
        while (top > 0 && !changed[top - 1] && lines[top - 1] == lines[top - 1 + (end - begin)])
            --top;
        std::size_t best = top;
        for (std::size_t at = top; at + (end - begin) <= size; ++at) {
            if (indentation(lines[at]) <= indentation(lines[best]))
                best = at;
            const std::size_t next = at + (end - begin);
            if (next >= size || lines[at] != lines[next] || (next >= end && changed[next]))
                break;
        }
        std::fill(changed.begin() + begin, changed.begin() + end, false);
        std::fill(changed.begin() + best, changed.begin() + best + (end - begin), true);
        begin = std::max(end, best + (end - begin));
    }
}

} // namespace

LineMatch matchLines(const std::vector<std::string_view> &before, const std::vector<std::string_view> &after)
{
    LineMatch match{std::vector<bool>(before.size(), true), std::vector<bool>(after.size(), true)};
    const std::size_t shorter = std::min(before.size(), after.size());
    std::size_t head = 0;
    for (; head < shorter && before[head] == after[head]; ++head)
        match.removed[head] = match.added[head] = false;
    std::size_t tail = 0;
    for (; tail < shorter - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail]; ++tail)
        match.removed[before.size() - 1 - tail] = match.added[after.size() - 1 - tail] = false;
    const Sides sides =
        commonLines({before.begin() + head, before.end() - tail}, {after.begin() + head, after.end() - tail});
    Myers myers(sides.before, sides.after);
    if (myers.run()) {
        myers.walkBack([&](int x, int y) {
            match.removed[head + sides.before[x].line] = false;
            match.added[head + sides.after[y].line] = false;
        });
    }
    settle(before, match.removed);
    settle(after, match.added);
    return match;
}

} // namespace wk
