// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/revisionbodies.h"
#include "core/history/rows/historysnapshot.h"

#include <QString>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace wk::test {

/// All that a history says, as lines of text: of some of its rows, moments and lives, and of all watches and numbers.
/// Two that are told the same `every` and `from` ask the same of one history.
class HistoryDigest
{
public:
    /// Another program that reads what one has kept gives lives and texts numbers of its own, and finds what changed.
    enum class Of { All, Told };

    /// Of every `every`th row, the `from`th first, and of as many moments.
    HistoryDigest(const HistorySnapshot &history, RowId every, RowId from, Of what = Of::All)
        : m_history(history)
        , m_hasNumbers(what == Of::All)
    {
        constexpr std::ptrdiff_t Newest = 12;
        for (const auto &[watch, scope] : history.scopes())
            m_watches.push_back(watch);
        m_watches.erase(m_watches.begin(), m_watches.end() - std::min(Newest, std::ssize(m_watches)));
        sayWatches();
        sayNumbers();
        if (m_hasNumbers)
            sayLives(from);
        for (RowId row = history.begin() + from % every; row < history.end(); row += every)
            sayRow(row);
        constexpr RowId Moments = 4;
        for (RowId moment = 0; moment <= Moments; ++moment)
            sayMoment(history.begin() + moment * history.size() / Moments);
    }

    /// What is told of bodies, made of an object's JSON.
    using BodyText = std::function<std::string(const std::string &json)>;
    /// Of what stood before some rows, and had been counted by then.
    HistoryDigest(const HistorySnapshot &history, const std::vector<RowId> &moments, BodyText bodyText)
        : m_history(history)
        , m_hasNumbers(false)
        , m_bodyText(std::move(bodyText))
    {
        for (const auto &[watch, scope] : history.scopes())
            m_watches.push_back(watch);
        for (const RowId moment : moments) {
            sayMoment(moment);
            if (moment > history.begin() && moment <= history.end())
                sayRow(moment - 1);
        }
    }

    const std::vector<std::string> &lines() const { return m_lines; }

private:
    void begin(std::string_view what, std::uint64_t number = 0)
    {
        m_lines.emplace_back(what) += ' ' + std::to_string(number) + ':';
    }
    void add(std::string_view part) { m_lines.back().append(1, ' ').append(part); }
    template <class Number>
    requires std::is_arithmetic_v<Number> || std::is_enum_v<Number>
    void add(Number number) { add(std::string_view(std::to_string(static_cast<std::int64_t>(number)))); }
    void add(WallTime time) { add(time.time_since_epoch().count()); }
    template <class T>
    void add(const std::optional<T> &value)
    {
        value ? add(*value) : add("none");
    }
    void add(const Columns &columns)
    {
        add(columns ? "columns" : "no columns");
        for (const Column &column : columns ? *columns : std::vector<Column>())
            add(column.name);
    }
    void add(const Body &body)
    {
        if (m_bodyText) // what another text is may lie elsewhere
            return;
        const RevisionRef ref = revisionOf(body);
        add(ref.chunk);
        add(ref.offset);
    }
    void add(const ObjectPtr &object)
    {
        if (!object)
            return add("no object");
        for (const std::string_view text :
             {object->ns.view(), object->name.view(), object->phase.view(), object->node.view()})
            add(text);
        add(object->uid.text());
        add(object->version.text());
        for (const Cell &cell : object->cells)
            add(cellText(cell));
        add(object->body);
        if (!m_hasNumbers && !revisionOf(object->body).isNull())
            add(m_bodyText ? m_bodyText(m_history.json(*object)) : m_history.json(*object));
    }
    void add(const ChangesPtr &changes)
    {
        if (!m_hasNumbers)
            return;
        if (!changes)
            return add("no changes");
        add(changes->total);
        add(changes->worth);
        for (const ToldChange &change : changes->first) {
            add(change.path);
            add(change.before);
            add(change.after);
        }
        for (const std::string &manager : changes->managers)
            add(manager);
    }
    void add(const EntryPtr &entry)
    {
        add(entry->type);
        add(entry->origin);
        add(entry->watch);
        add(entry->arrived);
        add(entry->version.text());
        add(entry->object);
        add(entry->previous);
        add(entry->changes);
        add(entry->columns);
        add(entry->objects ? "objects" : "no objects");
        add(entry->error.text);
        add(entry->gap.reason);
        add(entry->found.listed);
        add(entry->mayHaveLeftFilter);
        add(entry->wireBytes);
    }
    void add(const LastWord &word)
    {
        add(word.object);
        add(word.watch);
        add(word.type);
        add(word.origin);
        add(word.arrived);
        add(word.changes);
    }
    /// A life by its number or, where numbers are other ones, by its newest row.
    std::optional<RowId> named(std::optional<LifeId> life) const
    {
        if (!life)
            return {};
        return m_hasNumbers ? RowId(*life) : m_history.lives().newest(*life);
    }
    void add(const LifeIndex::Standing &standing)
    {
        add(m_hasNumbers ? standing.life : 0);
        add(standing.row);
        add(m_history.object(standing));
        add(m_history.changesOf(standing));
    }
    /// By number or, where numbers are other ones, by text.
    void addCounts(const FacetCounts::Counts &counts, const StringPool &texts)
    {
        add("of");
        std::vector<std::string> named;
        for (StringPool::Id id = 0; id < counts.size(); ++id) {
            if (m_hasNumbers)
                add(counts[id]);
            else if (counts[id] > 0)
                named.push_back(std::string(texts.text(id)) + ' ' + std::to_string(counts[id]));
        }
        std::ranges::sort(named);
        for (const std::string &count : named)
            add(count);
    }
    void add(const FacetCounts &counts)
    {
        for (const std::uint32_t count : counts.types)
            add(count);
        for (const std::uint32_t count : counts.classes)
            add(count);
        addCounts(counts.kinds, m_history.kinds());
        addCounts(counts.namespaces, m_history.namespaces());
        addCounts(counts.managers, m_history.managers().texts());
        add(counts.doubtedWriters);
    }

    void sayRow(RowId row)
    {
        sayColumns(row);
        sayEntry(row);
        const LifeStep step = m_history.lives().step(row);
        begin("life of", row);
        add(step.kind);
        add(m_hasNumbers ? step.of : 0);
        add(m_history.lives().previous(row));
        if (m_history.isOfObject(row)) {
            add(m_history.toldBefore({step.of, row}));
            for (const WatchId watch : m_watches)
                add(named(m_history.lifeOf(watch, *m_history.object(row))));
            std::vector<std::optional<RowId>> alike;
            for (const LifeId life : m_history.maybeNamed(m_history.name(row))) {
                if (m_hasNumbers || m_history.newestOf(life).object) // a number may be free
                    alike.push_back(named(life));
            }
            std::ranges::sort(alike);
            for (const auto &life : alike)
                add(life);
        }
        begin("time of", row);
        add(m_history.rowAfter(m_history.time(row)));
        add(m_history.rowAfter(m_history.time(row) - std::chrono::milliseconds(1)));
    }
    void sayColumns(RowId row)
    {
        begin("row", row);
        add(m_history.time(row));
        add(typeName(m_history.type(row)));
        add(m_history.origin(row));
        for (const std::string_view text : {m_history.className(row), m_history.kind(row), m_history.ns(row),
                                            m_history.name(row), m_history.manager(row)})
            add(text);
        add(m_history.watch(row));
        add(m_history.isWriterInDoubt(row));
        for (const StringPool::Id manager : m_history.managers().members(m_history.managersId(row)))
            add(m_history.managers().texts().text(manager));
        for (const StringPool::Id path : m_history.paths().members(m_history.pathsId(row)))
            add(m_history.paths().texts().text(path));
        add(m_history.version(row));
        add(m_history.versionNumber(row));
        add(m_bodyText && m_history.isListed(row) ? 0 : m_history.sizeBytes(row)); // its JSON's
        add(m_history.changesOf(row));
        add(m_history.lastNotable(row).value_or(0));
        add(m_history.isListed(row));
        add(m_history.isOfObject(row));
        add(m_history.table(row));
    }
    void sayEntry(RowId row)
    {
        begin("entry of", row);
        add(m_history.entry(row));
        const HistorySnapshot::Rows rows = m_history.rowsOfEntry(row);
        add(rows.first);
        add(rows.end);
        begin("stream row", row);
        const StreamRow told = m_history.streamRow(row);
        add(told.entry);
        add(told.listObject);
        begin("object of", row);
        add(m_history.object(row));
        add(m_history.previous(row));
        add(m_history.changes(row));
        if (m_bodyText)
            return;
        const RevisionRef revision = m_history.revision(row);
        add(revision.chunk);
        add(revision.offset);
    }
    std::vector<LifeIndex::Standing> inOrder(std::vector<LifeIndex::Standing> standing) const
    {
        if (!m_hasNumbers)
            std::ranges::sort(standing, {}, &LifeIndex::Standing::row);
        return standing;
    }
    void sayMoment(RowId upTo)
    {
        begin("counts before", upTo);
        for (const auto &[watch, standing] : m_history.lives().standing(upTo)) {
            add(watch);
            add(standing.size());
        }
        constexpr std::size_t Some = 4; // each costs a fold of the rows
        for (std::size_t i = 0; i < std::min(Some, m_watches.size()); ++i) {
            const WatchId watch = m_watches[m_watches.size() - 1 - i];
            const std::vector<LifeIndex::Standing> standing = m_history.lives().standing(watch, upTo);
            begin("standing before " + std::to_string(upTo) + " of watch", watch);
            for (const LifeIndex::Standing &one : inOrder(standing))
                add(one);
            begin("objects before " + std::to_string(upTo) + " of watch", watch);
            const ObjectList objects = m_history.objectsAt(watch, upTo);
            add(objects->size());
            for (const ObjectPtr &object : m_hasNumbers ? *objects : std::vector<ObjectPtr>())
                add(object);
        }
        for (const WatchId watch : m_watches) {
            begin("gaps before " + std::to_string(upTo) + " of watch", watch);
            for (const HistorySnapshot::GapTime &gap : m_history.gapsOf(watch, upTo)) {
                add(gap.from);
                add(gap.lostFrom);
                add(gap.to);
            }
        }
        begin("facets before", upTo);
        add(m_history.facetsBefore(upTo));
    }
    void sayLives(RowId from)
    {
        constexpr LifeId Every = 11;
        for (LifeId life = from % Every; life < m_history.lives().lives(); life += Every) {
            begin("life", life);
            add(m_history.lives().newest(life));
            add(m_history.newestOf(life));
            const LastWord *kept = m_history.keptOf(life);
            kept ? add(*kept) : add("not kept");
        }
    }
    void sayWatches()
    {
        begin("rows from", m_history.begin());
        add(m_history.end());
        add(m_history.size());
        add(m_history.rowAfter(WallTime::max()));
        add(m_history.rowAfter(m_history.size() > 0 ? m_history.time(m_history.end() - 1) : WallTime()));
        for (const auto &[watch, scope] : m_history.scopes()) {
            begin("watch", watch);
            add(scope.resource.kind);
            add(scope.ns);
            add(m_history.scope(watch)->ns);
            const std::optional<HistorySnapshot::Knowledge> known = m_history.knowledge(watch);
            if (known || m_hasNumbers)
                add(m_history.columnsOf(watch));
            if (!known)
                continue;
            add(known->from);
            add(known->since);
            // What was open when a program ended is known up to then.
            const bool isOpen = !known->upTo || (!m_hasNumbers && *known->upTo == m_history.end());
            add(isOpen ? std::nullopt : known->upTo);
            add(isOpen ? std::nullopt : known->until);
            add(m_history.knownSince(watch));
        }
    }
    void sayNumbers()
    {
        begin("facets");
        add(m_history.facets());
        if (!m_hasNumbers)
            return;
        begin("reuses", m_history.reuses());
        for (const StringPool *pool : {&m_history.kinds(), &m_history.namespaces(), &m_history.names(),
                                       &m_history.managers().texts(), &m_history.paths().texts()}) {
            begin("texts", pool->size());
            for (StringPool::Id id = 0; id < pool->size(); ++id)
                add(pool->text(id));
        }
    }

    const HistorySnapshot &m_history;
    std::vector<WatchId> m_watches; ///< the newest of those that were told of
    const bool m_hasNumbers;
    const BodyText m_bodyText{};
    std::vector<std::string> m_lines;
};

/// A little of the text, from where it is another one than the other.
inline std::string fromThere(const std::string &text, const std::string &other)
{
    const auto there = std::ranges::mismatch(text, other).in1 - text.begin();
    return text.substr(std::size_t(std::max<std::ptrdiff_t>(there - 10, 0)), 200);
}

/// The first line in which they differ.
inline QString difference(const HistoryDigest &one, const HistoryDigest &other)
{
    for (std::size_t line = 0; line < std::max(one.lines().size(), other.lines().size()); ++line) {
        const std::string first = line < one.lines().size() ? one.lines()[line] : "nothing";
        const std::string second = line < other.lines().size() ? other.lines()[line] : "nothing";
        if (first != second)
            return QString::fromStdString(first.substr(0, 80) + " … " + fromThere(first, second) + "\n  … " +
                                          fromThere(second, first));
    }
    return {};
}

/// … of what they tell.
inline QString difference(const HistorySnapshot &one, const HistorySnapshot &other, RowId every, RowId from)
{
    return difference(HistoryDigest(one, every, from, HistoryDigest::Of::Told),
                      HistoryDigest(other, every, from, HistoryDigest::Of::Told));
}

} // namespace wk::test
