// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/journaltexts.h"

#include "core/base/varint.h"

#include <algorithm>
#include <cstring>

namespace wk {

namespace {

/// So many of these are packed together at least: most of what one says others say, too.
constexpr std::size_t ReferencesBytes = 128 * limits::KiB;

} // namespace

struct JournalTexts::Draft {
    std::array<std::string, TextPools> texts;
    std::array<std::string, TextPools> sets;
    std::vector<std::string> references; ///< of a record each

    Result<> write(SegmentWriter &to) const
    {
        for (std::size_t pool = 0; pool < TextPools; ++pool) {
            for (const auto &[type, bytes] :
                 {std::pair(HistoryRecord::Texts, &texts[pool]), std::pair(HistoryRecord::Sets, &sets[pool])}) {
                if (bytes->empty())
                    continue;
                std::string record;
                FoldWriter(record).number(pool);
                if (auto added = addRecord(to, type, record + *bytes); !added)
                    return added;
            }
        }
        for (const std::string &reference : references) {
            if (auto added = addPacked(to, HistoryRecord::Reference, reference); !added)
                return added;
        }
        return success();
    }
};

void JournalTexts::sayText(TextPool pool, const StringPool &texts, StringPool::Id id, const JournalTexts *before,
                           Draft &draft)
{
    const auto index = static_cast<std::size_t>(pool);
    if (id == StringPool::Empty || (before && before->m_texts[index].has(id)) || !m_texts[index].add(id))
        return;
    FoldWriter to(draft.texts[index]);
    to.number(id);
    to.text(texts.text(id));
}

void JournalTexts::saySet(TextPool pool, const TextSets &sets, TextSets::Id id, const JournalTexts *before,
                          Draft &draft)
{
    const auto index = static_cast<std::size_t>(pool);
    if (id == TextSets::Empty || (before && before->m_sets[index].has(id)) || !m_sets[index].add(id))
        return;
    const auto members = sets.members(id);
    for (const StringPool::Id member : members)
        sayText(pool, sets.texts(), member, before, draft);
    FoldWriter to(draft.sets[index]);
    to.number(id);
    to.number(members.size());
    for (const StringPool::Id member : members)
        to.number(member);
}

Result<> JournalTexts::write(const HistorySnapshot &now, RowId first, RowId end, const JournalTexts *before,
                             SegmentWriter &to)
{
    Draft draft;
    const RowObjects::Folds folds = now.objects().folds(first);
    const RowColumns::View &columns = now.chunk(first).columns;
    for (RowId row = first; row < end; ++row) {
        sayText(TextPool::Kinds, now.kinds(), now.kindId(row), before, draft);
        sayText(TextPool::Namespaces, now.namespaces(), now.nsId(row), before, draft);
        sayText(TextPool::Names, now.names(), now.nameId(row), before, draft);
        saySet(TextPool::Managers, now.managers(), now.managersId(row), before, draft);
        saySet(TextPool::Paths, now.paths(), now.pathsId(row), before, draft);
        const auto offset = static_cast<std::size_t>(row % HistorySnapshot::ChunkRows);
        const std::uint32_t number = columns.get(RowColumns::Table, offset);
        if (number < now.tables().size() && !(before && before->m_tables.has(number)))
            table(now, now.tables()[number], to);
        std::uint32_t place = 0;
        std::memcpy(&place, folds.places.data() + offset * sizeof place, sizeof place);
        if (place == 0)
            continue;
        const char *at = folds.bytes.data() + place - 1;
        const auto reference = static_cast<RowObjects::ReferenceId>(takeVarint(at));
        if ((before && before->m_references.has(reference)) || !m_references.add(reference))
            continue;
        if (draft.references.empty() || draft.references.back().size() >= ReferencesBytes)
            draft.references.emplace_back();
        FoldWriter record(draft.references.back());
        const ObjectPtr &object = now.objects().reference(reference);
        record.number(reference);
        put(record, *object, now.stores().numberOf(object->body));
    }
    return draft.write(to);
}

/// 1 + its number; 0 for none.
TableNumber JournalTexts::table(const HistorySnapshot &now, const Columns &columns, SegmentWriter &to)
{
    const auto tables = now.tables();
    const auto isIt = [&columns](const Columns &table) { return table && (table == columns || *table == *columns); };
    const auto found = columns ? std::ranges::find_if(tables, isIt) : tables.end();
    if (found == tables.end())
        return 0;
    const auto number = static_cast<std::size_t>(found - tables.begin());
    if (m_tables.add(number)) {
        std::string bytes;
        FoldWriter record(bytes);
        record.number(number);
        put(record, *columns);
        (void)addRecord(to, HistoryRecord::Table, bytes); // a failure stays: the next write tells it
    }
    return number + 1;
}

Result<> JournalTexts::writeWatches(const HistorySnapshot &now, SegmentWriter &to)
{
    if (m_watches == now.watches())
        return success();
    m_watches = now.watches();
    for (const auto &[id, watch] : *m_watches) {
        const TableNumber columns = table(now, watch.columns, to);
        const TableNumber listedUnder = table(now, watch.listedUnder, to);
        std::string bytes;
        FoldWriter record(bytes);
        put(record, id, watch, columns, listedUnder);
        std::string &before = m_watchRecords[id];
        if (auto added = bytes == before ? success() : addRecord(to, HistoryRecord::Watch, bytes); !added)
            return added;
        before = std::move(bytes);
    }
    return success();
}

} // namespace wk
