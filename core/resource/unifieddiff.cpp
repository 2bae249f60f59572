// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/unifieddiff.h"

#include "core/resource/linediff.h"

namespace wk {

namespace {

/// The lines of one side that a hunk tells of.
struct HunkSide {
    int first = 1;
    int count = 0;

    /// Of no lines it is the line before that is named.
    std::string text() const { return std::to_string(count == 0 ? first - 1 : first) + ',' + std::to_string(count); }
};

/// Gathers lines until what follows is skipped.
class HunkWriter
{
public:
    explicit HunkWriter(const DiffNames &names)
        : m_text("--- " + names.before + "\n+++ " + names.after + '\n')
    {}

    void add(const DiffLine &line)
    {
        if (line.kind == Kind::Skipped) {
            close();
            m_before.first += line.count;
            m_after.first += line.count;
            return;
        }
        m_before.count += line.kind != Kind::Added;
        m_after.count += line.kind != Kind::Removed;
        const char sign = line.kind == Kind::Added ? '+' : line.kind == Kind::Removed ? '-' : ' ';
        m_lines.append(1, sign).append(line.text) += '\n';
    }

    std::string take()
    {
        close();
        return std::move(m_text);
    }

private:
    using Kind = DiffLine::Kind;

    void close()
    {
        if (m_lines.empty())
            return;
        m_text += "@@ -" + m_before.text() + " +" + m_after.text() + " @@\n" + m_lines;
        m_lines.clear();
        for (HunkSide *side : {&m_before, &m_after})
            *side = {side->first + side->count, 0};
    }

    std::string m_text;
    std::string m_lines;
    HunkSide m_before;
    HunkSide m_after;
};

} // namespace

Result<std::string> unifiedDiff(std::string_view before, std::string_view after, const DiffNames &names)
{
    DiffOptions options;
    options.headings = false;
    const Result<LineDiff> diff = diffLines(before, after, options);
    if (!diff)
        return diff.error();
    if (diff->lines.empty())
        return std::string();
    HunkWriter writer(names);
    for (const DiffLine &line : diff->lines)
        writer.add(line);
    return writer.take();
}

} // namespace wk
