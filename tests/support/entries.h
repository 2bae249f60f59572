// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/batch.h"
#include "core/source/watchscope.h"

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// Entries for tests of what comes behind the informers. Each builder sets only what its arguments say.
namespace wk::test {

/// 2026-11-21T10:41:00Z.
constexpr WallTime Start{std::chrono::seconds(1795257660)};

inline Counted<Object> object(std::string ns, std::string name, std::string version = "1")
{
    auto made = makeCounted<Object>();
    made->uid = "uid-" + ns + '-' + name;
    made->ns = std::move(ns);
    made->name = std::move(name);
    made->version = ResourceVersion(version);
    return made;
}

inline std::shared_ptr<Entry> entry(WatchId watch, EntryType type, ObjectPtr about = {})
{
    auto made = std::make_shared<Entry>();
    made->watch = watch;
    made->type = type;
    made->arrived = Start;
    if (about)
        made->version = about->version;
    made->object = std::move(about);
    return made;
}

inline Columns columnsNamed(std::initializer_list<const char *> names)
{
    std::vector<Column> columns;
    for (const char *name : names)
        columns.emplace_back().name = name;
    return std::make_shared<const std::vector<Column>>(std::move(columns));
}

inline std::shared_ptr<Entry> listEntry(WatchId watch, std::vector<ObjectPtr> objects,
                                        EntryClass origin = EntryClass::Initial)
{
    auto made = entry(watch, EntryType::List);
    made->origin = origin;
    made->version = ResourceVersion("100");
    made->objects = std::make_shared<const std::vector<ObjectPtr>>(std::move(objects));
    return made;
}

inline ChangesPtr changes(std::vector<std::string> managers, std::vector<FieldChange> first = {})
{
    const int total = static_cast<int>(first.size());
    return std::make_shared<Changes>(Changes{std::move(first), total, std::move(managers)});
}

/// That change as one that only follows others: counters of a status.
inline EntryPtr following(std::shared_ptr<Entry> change)
{
    change->previous = change->object;
    change->changes = std::make_shared<Changes>(Changes{{}, 1, {}, ChangeWorth::Status});
    return change;
}

inline WatchScope scope(std::string kind, std::string ns = {})
{
    WatchScope made;
    made.resource.kind = std::move(kind);
    made.ns = std::move(ns);
    return made;
}

inline Batch batch(std::vector<EntryPtr> entries)
{
    Batch made;
    made.entries = std::move(entries);
    return made;
}

} // namespace wk::test
