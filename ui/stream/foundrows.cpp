// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stream/foundrows.h"

#include "core/history/answers/writernames.h"
#include "ui/models/eventwords.h"
#include "ui/models/seenwords.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

/// Between two looks at whether anybody waits: half a millisecond, when they are read whole.
constexpr RowId FoundRowsALook = 64;

enum Answer : char { NotAsked, Said, NotSaid };

bool isSaid(const FoldedSearch &needle, std::vector<char> &answers, StringPool::Id id, const StringPool &pool)
{
    if (id >= answers.size())
        answers.resize(pool.size(), NotAsked);
    if (answers[id] == NotAsked)
        answers[id] = needle.isIn(pool.text(id)) ? Said : NotSaid;
    return answers[id] == Said;
}

} // namespace

FoundRows::FoundRows(StreamNeedle query, RowId from)
    : m_query(std::move(query))
    , m_filter(m_query.shown)
    , m_needle(m_query.needle)
    , m_next(from)
{}

std::size_t FoundRows::take(const HistorySnapshot &history, RowId end, const std::stop_token &stop)
{
    if (std::exchange(m_reuses, history.reuses()) != history.reuses())
        m_kinds = m_namespaces = m_names = {};
    const std::size_t before = m_rows.size();
    m_next = std::max(m_next, m_query.needle.empty() ? end : history.begin());
    for (; m_next < end; ++m_next) {
        if (m_next % FoundRowsALook == 0 && stop.stop_requested())
            break;
        if (!m_filter.matches(history, m_next))
            continue;
        if (saysWhereAndWhat(history, m_next) || (m_next >= m_query.wholeFrom && saysMore(history, m_next)))
            m_rows.push_back(m_next);
    }
    return m_rows.size() - before;
}

RowId FoundRows::reach(const HistorySnapshot &history, RowId end, std::size_t comparisons) const
{
    if (m_query.needle.empty())
        return end;
    const RowId wholeFrom = std::max(m_next, std::min(m_query.wholeFrom, end));
    const RowId reach = m_filter.reach(history, m_next, wholeFrom, comparisons);
    return reach < wholeFrom ? reach : reachOfComparisons(history, wholeFrom, end, comparisons);
}

std::size_t FoundRows::append(FoundRows &&rest)
{
    m_rows.insert(m_rows.end(), rest.m_rows.begin(), rest.m_rows.end());
    m_next = std::max(m_next, rest.m_next);
    return rest.m_rows.size();
}

std::size_t FoundRows::dropBefore(RowId begin)
{
    m_next = std::max(m_next, begin);
    const auto kept = std::ranges::lower_bound(m_rows, begin);
    const auto fallen = static_cast<std::size_t>(kept - m_rows.begin());
    m_rows.erase(m_rows.begin(), kept);
    return fallen;
}

bool FoundRows::saysWhereAndWhat(const HistorySnapshot &history, RowId row)
{
    return isSaid(m_needle, m_names, history.nameId(row), history.names()) ||
           isSaid(m_needle, m_namespaces, history.nsId(row), history.namespaces()) ||
           isSaid(m_needle, m_kinds, history.kindId(row), history.kinds());
}

bool FoundRows::saysIn(const Changes &changes) const
{
    return std::ranges::any_of(changes.first, [this](const ToldChange &change) {
        return m_needle.isIn(change.path) || m_needle.isIn(change.before) || m_needle.isIn(change.after);
    });
}

bool FoundRows::isByLikelyWriter(const HistorySnapshot &history, RowId row) const
{
    return history.isWriterInDoubt(row) &&
           std::ranges::any_of(history.likelyWriters(row).managers,
                               [this](const std::string &manager) { return m_needle.isIn(manager); });
}

bool FoundRows::saysMore(const HistorySnapshot &history, RowId row) const
{
    const EntryType type = history.type(row);
    if (m_needle.isIn(history.typeName(row)) || m_needle.isIn(history.manager(row)) ||
        (hasClass(type) && m_needle.isIn(classWord(history.origin(row)).toStdString())))
        return true;
    const ChangesPtr changes = type == EntryType::Modified ? history.changes(row) : nullptr;
    if (changes)
        return saysIn(*changes) || isByLikelyWriter(history, row);
    const EventWords words =
        history.isListed(row) ? listedWords(*history.object(row), history.table(row)) : eventWords(*history.entry(row));
    return m_needle.isIn(words.plain().toStdString());
}

} // namespace wk
