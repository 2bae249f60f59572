// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/code/sidebyside.h"

#include <algorithm>
#include <set>

namespace wk {

namespace {

/// Fills both sides; folds keep their headers.
class SideBuilder
{
public:
    explicit SideBuilder(const CodeDocument &diff)
        : m_diff(diff)
    {
        m_before->language = m_after->language = diff.language;
        // There is no room: who wrote a line is in its hint, and writers() are for a head.
        m_before->gutter = m_after->gutter = CodeGutter::None;
        m_before->linesLeftOut = m_after->linesLeftOut = diff.linesLeftOut;
        for (const CodeFold &fold : diff.folds)
            m_foldEnds.insert(std::size_t(fold.header + fold.count + 1));
    }

    DiffSides build()
    {
        const auto &lines = m_diff.lines;
        std::vector<int> places;
        for (std::size_t at = 0; at < lines.size();) {
            places.resize(at + 1, int(m_after->lines.size()));
            at = isChange(lines[at]) ? addGroup(at) : addSame(at);
        }
        places.resize(lines.size() + 1, int(m_after->lines.size()));
        for (CodeFold fold : m_diff.folds) {
            const int end = places[std::size_t(fold.header + fold.count + 1)];
            fold.header = places[std::size_t(fold.header)];
            fold.count = end - fold.header - 1; // changes behind it stand beside each other
            m_before->folds.push_back(fold);
            m_after->folds.push_back(fold);
        }
        return {m_before, m_after, writers()};
    }

private:
    static bool isChange(const CodeLine &line)
    {
        return line.kind == LineKind::Added || line.kind == LineKind::Removed;
    }

    QStringList writers() const
    {
        QStringList names;
        for (const CodeLine &line : m_diff.lines) {
            if (line.gutterStrong && !names.contains(line.gutter))
                names.append(line.gutter);
        }
        return names;
    }

    std::size_t addSame(std::size_t at)
    {
        m_before->lines.push_back(m_diff.lines[at]);
        m_after->lines.push_back(m_diff.lines[at]);
        return at + 1;
    }

    std::size_t addGroup(std::size_t at)
    {
        std::vector<CodeLine> removed;
        std::vector<CodeLine> added;
        const std::size_t begin = at;
        const auto goesOn = [&] { return at == begin || !m_foldEnds.contains(at); };
        for (; at < m_diff.lines.size() && isChange(m_diff.lines[at]) && goesOn(); ++at)
            (m_diff.lines[at].kind == LineKind::Removed ? removed : added).push_back(m_diff.lines[at]);
        const std::size_t rows = std::max(removed.size(), added.size());
        removed.resize(rows);
        added.resize(rows);
        m_before->lines.insert(m_before->lines.end(), removed.begin(), removed.end());
        m_after->lines.insert(m_after->lines.end(), added.begin(), added.end());
        return at;
    }

    const CodeDocument &m_diff;
    std::set<std::size_t> m_foldEnds; ///< no change goes on across one
    std::shared_ptr<CodeDocument> m_before = std::make_shared<CodeDocument>();
    std::shared_ptr<CodeDocument> m_after = std::make_shared<CodeDocument>();
};

} // namespace

DiffSides sidesOf(const CodeDocument &diff)
{
    return SideBuilder(diff).build();
}

} // namespace wk
