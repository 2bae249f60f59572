// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/changeledger.h"

#include "core/history/kubeeventstory.h"

#include <utility>

namespace wk {

namespace {

/// More than come: a generation is gone long before the next.
constexpr int RecordsForgottenAtOnce = 2;

} // namespace

/// One object can be seen as two resources, as Events are: it is counted for each.
std::string ChangeLedger::keyOf(WatchId watch, const Object &object) const
{
    const WatchScope *scope = m_scopeOf ? m_scopeOf(watch) : nullptr;
    const std::string family = scope ? scope->resource.gvr.qualifiedName() : std::to_string(watch);
    return family + ' ' + (object.uid.empty() ? object.ns + '/' + object.name : object.uid.text());
}

void ChangeLedger::note(const Entry &entry)
{
    if (!isChange(entry) || isEventForgotten(entry.type, m_scopeOf ? m_scopeOf(entry.watch) : nullptr))
        return;
    ChangeRecord &record = recordOf(keyOf(entry.watch, *entry.object));
    ++record.changes;
    record.spark.add(entry.arrived);
    record.lastChange = entry.arrived;
    const bool isSaid = entry.changes && !entry.changes->managers.empty();
    record.lastManager = isSaid ? entry.changes->managers.front() : std::string();
}

const ChangeRecord *ChangeLedger::find(WatchId watch, const Object &object) const
{
    const std::string key = keyOf(watch, object);
    for (const Records *records : {&m_recent, &m_earlier}) {
        const auto &part = records->of(key);
        if (const auto found = part.find(key); found != part.end())
            return &found->second;
    }
    return nullptr;
}

ChangeRecord &ChangeLedger::recordOf(const std::string &key)
{
    auto &recent = m_recent.of(key);
    if (const auto found = recent.find(key); found != recent.end())
        return found->second;
    forgetSome();
    if (m_recent.size() >= Generation)
        m_forgotten = std::exchange(m_earlier, std::exchange(m_recent, {}));
    auto earlier = m_earlier.of(key).extract(key);
    if (earlier.empty())
        return recent[key];
    return recent.insert(std::move(earlier)).position->second;
}

void ChangeLedger::forgetSome()
{
    int left = RecordsForgottenAtOnce;
    for (auto &part : m_forgotten.parts()) {
        for (; left > 0 && !part.empty(); --left)
            part.erase(part.begin());
    }
}

std::optional<ManagedFields> newestManager(const Object &object)
{
    std::optional<ManagedFields> newest;
    for (const ManagedFields &fields : object.managers) {
        if (fields.time && (!newest || *fields.time > *newest->time))
            newest = fields;
    }
    return newest;
}

} // namespace wk
