// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/lives.h"

namespace wk {

namespace {

/// By uid; what has none, as an object that no parser takes may, by namespace and name.
std::string keyOf(WatchId watch, const Object &object)
{
    std::string key = std::to_string(watch);
    if (!object.uid.empty())
        return key.append(1, ' ').append(object.uid);
    return key.append(1, '/').append(object.ns).append(1, '/').append(object.name);
}

} // namespace

bool hasClass(EntryType type)
{
    return type == EntryType::Added || type == EntryType::Modified || type == EntryType::Deleted;
}

LifeId Lives::lifeOf(WatchId watch, const Object &object)
{
    const auto [place, isNew] = m_lives.try_emplace(keyOf(watch, object), 0);
    if (isNew) {
        place->second = m_index.open(watch);
        if (m_keys.size() <= place->second)
            m_keys.resize(place->second + 1);
        m_keys[place->second] = &place->first;
    }
    return place->second;
}

void Lives::append(const Entry &entry, const Object *listed)
{
    using Kind = LifeStep::Kind;
    if (listed)
        return m_index.append({Kind::Stands, lifeOf(entry.watch, *listed)});
    if (entry.type == EntryType::List)
        return m_index.append({Kind::Clears, entry.watch});
    if (!hasClass(entry.type) || !entry.object)
        return m_index.append({});
    const Kind kind = entry.type == EntryType::Deleted ? Kind::Ends : Kind::Stands;
    m_index.append({kind, lifeOf(entry.watch, *entry.object)});
}

std::vector<LifeId> Lives::dropBefore(RowId begin, const std::function<LastWord(const LifeIndex::Standing &)> &wordOf)
{
    LifeIndex::Dropped dropped = m_index.dropBefore(begin);
    for (const LifeIndex::Standing &standing : dropped.kept)
        m_kept.insert_or_assign(standing.life, wordOf(standing));
    for (const LifeId life : dropped.ended)
        m_kept.erase(life);
    for (const LifeId life : dropped.free) {
        m_lives.erase(m_lives.find(*m_keys[life]));
        m_keys[life] = nullptr;
    }
    return std::move(dropped.free);
}

const LastWord *Lives::kept(LifeId life) const
{
    const auto found = m_kept.find(life);
    return found == m_kept.end() ? nullptr : &found->second;
}

void Lives::forEachKept(const std::function<void(const LastWord &)> &visit) const
{
    for (const auto &[life, word] : m_kept)
        visit(word);
}

std::optional<LifeId> Lives::find(WatchId watch, const Object &object) const
{
    const auto found = m_lives.find(keyOf(watch, object));
    return found == m_lives.end() ? std::nullopt : std::optional(found->second);
}

} // namespace wk
