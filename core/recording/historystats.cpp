// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/historystats.h"

#include <algorithm>

namespace wk {

namespace {

void count(HistoryStats::Counts &counts, EntryType type, EntryClass origin)
{
    if (type == EntryType::Added)
        ++(origin == EntryClass::Initial ? counts.listed : counts.added);
    else if (type == EntryType::Modified)
        ++counts.modified;
    else if (type == EntryType::Deleted)
        ++counts.deleted;
}

} // namespace

HistoryStats statsOf(const HistorySnapshot &history, const std::vector<RowId> &rows)
{
    HistoryStats stats;
    stats.rows = rows.size();
    for (const RowId row : rows) {
        const WallTime time = history.time(row);
        stats.first = row == rows.front() ? time : std::min(stats.first, time);
        stats.last = row == rows.front() ? time : std::max(stats.last, time);
        const std::string kind(history.kind(row));
        const std::string ns(history.ns(row));
        if (history.type(row) == EntryType::Gap) {
            const EntryPtr word = history.entry(row);
            stats.gaps.push_back({ns.empty() ? kind : kind + " in " + ns, word->gap.since, time, word->gap.reason});
        }
        if (!history.isOfObject(row))
            continue;
        count(stats.kinds[kind], history.type(row), history.origin(row));
        if (!ns.empty())
            count(stats.namespaces[ns], history.type(row), history.origin(row));
        if (history.isListed(row))
            continue;
        const std::string name(history.name(row));
        count(stats.objects[kind + ' ' + (ns.empty() ? name : ns + '/' + name)], history.type(row),
              history.origin(row));
        if (const std::string_view writer = history.manager(row); !writer.empty())
            ++stats.writers[std::string(writer)];
    }
    return stats;
}

} // namespace wk
