// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/entry.h"
#include "core/informer/objectstore.h"

#include <QStringList>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

/// Holds what a watch told against what a server says has happened.
namespace wk {

using Versions = std::map<std::string, std::string>; ///< by name

inline Versions versionsOf(const ObjectStore &store)
{
    Versions versions;
    for (const ObjectPtr &object : store.all())
        versions[object->name] = object->version.text();
    return versions;
}

/// One line of a server's log.
struct Change {
    std::uint64_t version;
    QByteArray type;
    std::string name;
};

inline std::uint64_t number(const ResourceVersion &version)
{
    return std::strtoull(version.text().c_str(), nullptr, 10);
}

inline bool isSeen(const Entry &entry)
{
    return entry.object && (entry.origin == EntryClass::Live || entry.origin == EntryClass::Resumed);
}

/// What a view holds that adds up the entries.
inline Versions sumOf(const std::vector<EntryPtr> &entries)
{
    Versions sum;
    for (const EntryPtr &entry : entries) {
        if (entry->type == EntryType::List)
            sum.clear();
        for (const ObjectPtr &object : entry->objects ? *entry->objects : std::vector<ObjectPtr>())
            sum[object->name] = object->version.text();
        if (entry->type == EntryType::Deleted)
            sum.erase(entry->object->name);
        else if (entry->object)
            sum[entry->object->name] = entry->object->version.text();
    }
    return sum;
}

/// Which changes of the log were neither delivered once and in order nor declared to lie in a gap.
inline QStringList losses(const std::vector<Change> &log, const std::vector<EntryPtr> &entries)
{
    std::uint64_t listed = 0;
    std::uint64_t last = 0;
    std::multiset<std::string> seen;
    std::vector<Gap> gaps;
    QStringList problems;
    const auto key = [](const std::string &name, std::uint64_t version) {
        return name + "@" + std::to_string(version);
    };
    for (const EntryPtr &entry : entries) {
        if (entry->type == EntryType::List)
            listed = number(entry->version);
        if (entry->type == EntryType::Gap)
            gaps.push_back(entry->gap);
        if (!isSeen(*entry))
            continue;
        seen.insert(key(entry->object->name, number(entry->version)));
        if (number(entry->version) <= std::exchange(last, number(entry->version)))
            problems << QStringLiteral("out of order: %1").arg(number(entry->version));
    }
    for (const Change &change : log) {
        const bool inGap = std::any_of(gaps.begin(), gaps.end(), [&change](const Gap &gap) {
            return number(gap.from) < change.version && change.version <= number(gap.to);
        });
        const auto times = seen.count(key(change.name, change.version));
        if (times > 1 || (times == 0 && change.version > listed && !inGap))
            problems << QStringLiteral("%1 came %2 times").arg(change.version).arg(times);
    }
    return problems;
}

} // namespace wk
