// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/historycheck.h"

#include <map>
#include <unordered_map>
#include <utility>

namespace wk {

namespace {

/// What one watch has told by a row.
struct WatchCheck {
    std::unordered_map<Uid, std::uint64_t, Uid::Hash> objects{}; ///< and their versions; 0 for one that is no number
    std::uint64_t newest = 0;                                    ///< of what it told live
    bool isListed = false;
};

class HistoryCheck
{
public:
    HistoryCheck(const HistorySnapshot &history, std::size_t most)
        : m_history(history)
        , m_most(most)
    {}

    std::vector<HistoryFault> run()
    {
        for (RowId row = m_history.begin(); row < m_history.end() && m_faults.size() < m_most; ++row)
            look(row);
        return std::move(m_faults);
    }

private:
    void say(RowId row, std::string what) { m_faults.push_back({row, std::move(what)}); }

    void look(RowId row)
    {
        WatchCheck &watch = m_watches[m_history.watch(row)];
        const EntryType type = m_history.type(row);
        if (m_history.isListed(row))
            return list(row, watch);
        if (type == EntryType::List)
            return begin(row, watch);
        if (type == EntryType::Bookmark || type == EntryType::Relist)
            return advance(row, watch, type == EntryType::Relist);
        if (m_history.isOfObject(row))
            event(row, watch);
    }

    void begin(RowId row, WatchCheck &watch)
    {
        watch.objects.clear();
        watch.isListed = true;
        watch.newest = m_history.versionNumber(row);
        const std::uint64_t listed = m_history.entry(row)->found.listed;
        std::uint64_t there = 0;
        for (RowId next = row + 1; next < m_history.end() && m_history.isListed(next); ++next)
            ++there;
        if (there != listed)
            say(row, "The list says that it has " + std::to_string(listed) + " objects; there are " +
                         std::to_string(there) + ".");
    }

    void list(RowId row, WatchCheck &watch)
    {
        const ObjectPtr object = m_history.object(row);
        if (!object || object->uid.empty())
            return;
        if (!watch.objects.emplace(object->uid, m_history.versionNumber(row)).second)
            say(row, "It is in the list twice.");
    }

    void advance(RowId row, WatchCheck &watch, bool isRelist)
    {
        const std::uint64_t version = m_history.versionNumber(row);
        if (!isRelist && version > 0 && version < watch.newest)
            say(row, "The bookmark is at " + std::to_string(version) + ", behind the " + std::to_string(watch.newest) +
                         " that was told before.");
        if (version > 0)
            watch.newest = isRelist ? version : std::max(watch.newest, version);
    }

    void event(RowId row, WatchCheck &watch)
    {
        const ObjectPtr object = m_history.object(row);
        if (!object || object->uid.empty())
            return;
        const EntryType type = m_history.type(row);
        const std::uint64_t version = m_history.versionNumber(row);
        const auto known = watch.objects.find(object->uid);
        const bool isKnown = known != watch.objects.end();
        if (watch.isListed && isKnown && type == EntryType::Added)
            say(row, "It is added, and was there already.");
        if (watch.isListed && !isKnown && type != EntryType::Added)
            say(row,
                type == EntryType::Deleted ? "It is deleted, and was not there." : "It is changed, and was not there.");
        if (isKnown && version > 0 && version < known->second)
            say(row, "Its version is " + std::to_string(version) + ", and was " + std::to_string(known->second) +
                         " before.");
        checkOrder(row, watch, version);
        if (type == EntryType::Deleted)
            watch.objects.erase(object->uid);
        else
            watch.objects.insert_or_assign(object->uid, version);
    }

    /// What is found by listing again comes in the list's order. In etcd all of a transaction has one version.
    void checkOrder(RowId row, WatchCheck &watch, std::uint64_t version)
    {
        const EntryClass origin = m_history.origin(row);
        if (version == 0 || (origin != EntryClass::Live && origin != EntryClass::Resumed))
            return;
        const WatchScope *scope = m_history.scope(m_history.watch(row));
        const bool mayBeSame = scope && scope->resource.isOfKeys();
        if (mayBeSame ? version < watch.newest : version <= watch.newest)
            say(row, "The event's version is " + std::to_string(version) + "; the watch had told " +
                         std::to_string(watch.newest) + " before.");
        watch.newest = std::max(watch.newest, version);
    }

    const HistorySnapshot &m_history;
    const std::size_t m_most;
    std::map<WatchId, WatchCheck> m_watches;
    std::vector<HistoryFault> m_faults;
};

} // namespace

std::vector<HistoryFault> checkHistory(const HistorySnapshot &history, std::size_t most)
{
    return HistoryCheck(history, most).run();
}

} // namespace wk
