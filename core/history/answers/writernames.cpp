// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/answers/writernames.h"

#include <algorithm>

namespace wk {

std::vector<std::string_view> writerNames(const LikelyWriters &writers)
{
    if (writers.isServer)
        return {ServersWriter};
    if (writers.managers.empty() && !writers.isUnseen)
        return {NobodysWriter};
    return {writers.managers.begin(), writers.managers.end()};
}

bool asksLikelyWriters(const FilterTerm &term)
{
    return term.field() == FilterField::Manager && term.op() != FilterOp::Exists && !term.matches(DoubtedWriter);
}

bool asksLikelyWriters(const Filter &filter)
{
    return std::ranges::any_of(filter.clauses(), [](const FilterClause &clause) {
        const auto asks = [](const Filter &each) { return asksLikelyWriters(each); };
        return clause.isGroup() ? std::ranges::any_of(clause.anyOf, asks) : asksLikelyWriters(clause.term);
    });
}

bool writersAnswer(const HistorySnapshot &history, RowId row, const FilterTerm &term)
{
    const auto answers = [&term](std::string_view name) { return term.matches(name); };
    if (!history.isWriterInDoubt(row)) {
        const auto managers = history.managers().members(history.managersId(row));
        return std::ranges::any_of(managers,
                                   [&](StringPool::Id id) { return answers(history.managers().texts().text(id)); });
    }
    if (!asksLikelyWriters(term))
        return term.op() != FilterOp::Exists;
    return std::ranges::any_of(writerNames(history.likelyWriters(row)), answers);
}

void countLikelyWriters(FacetCounts &counts, const HistorySnapshot &history, RowId row)
{
    for (const std::string_view name : writerNames(history.likelyWriters(row)))
        ++counts.likely[std::string(name)];
}

RowId reachOfComparisons(const HistorySnapshot &history, RowId from, RowId end, std::size_t comparisons)
{
    RowId row = std::max(from, history.begin());
    for (; row < end; ++row) {
        if (!history.isWriterInDoubt(row) || history.foundWriters(row))
            continue;
        if (comparisons == 0)
            break;
        --comparisons;
    }
    return row;
}

} // namespace wk
