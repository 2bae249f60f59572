// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/lives.h"

#include "core/history/kubeeventstory.h"

#include <algorithm>

namespace wk {

namespace {

/// Source: apps/v1 DeploymentSpec, the default of progressDeadlineSeconds.
constexpr std::chrono::seconds RolloutTime(600);

std::size_t hashOf(std::string_view text, std::size_t seed)
{
    return qHashBits(text.data(), text.size(), seed);
}

/// By uid; what has none, as an object that no parser takes may, by namespace and name.
LifeKey keyOf(WatchId watch, const Object &object)
{
    constexpr std::size_t Other = 0x9E3779B97F4A7C15;
    const std::size_t seed = QHashSeed::globalSeed() + watch;
    const auto key = [&object](std::size_t with) {
        return object.uid.empty() ? hashOf(object.name, hashOf(object.ns, with)) : object.uid.hash(with);
    };
    return {key(seed), key(seed ^ Other)};
}

std::uint32_t nameHash(std::string_view name)
{
    return static_cast<std::uint32_t>(hashOf(name, QHashSeed::globalSeed()));
}

} // namespace

bool hasClass(EntryType type)
{
    return type == EntryType::Added || type == EntryType::Modified || type == EntryType::Deleted;
}

LifeId Lives::lifeOf(WatchId watch, const Object &object, std::span<const WatchId> ofItsKind)
{
    const LifeKey key = keyOf(watch, object);
    auto &lives = m_lives.of(key);
    if (const auto known = lives.constFind(key); known != lives.cend())
        return *known;
    const LifeId life = m_index.open(watch);
    lives.insert(key, life);
    if (m_names.size() <= life) { // a new life is the last one
        m_names.grow();
        m_kept.grow();
        m_own->keys.emplace_back();
        m_own->tallies.emplace_back();
    }
    m_names.edit(life) = nameHash(object.name);
    m_own->keys[life] = key;
    m_own->tallies[life] = tallyElsewhere(object, ofItsKind);
    return life;
}

Lives::Tally Lives::tallyElsewhere(const Object &object, std::span<const WatchId> watches) const
{
    Tally most;
    for (const WatchId watch : watches) {
        const auto life = find(watch, object);
        if (life && m_own->tallies[*life].changes > most.changes)
            most = m_own->tallies[*life];
    }
    return most;
}

Lives::Tally Lives::append(const Entry &entry, const Object *listed, const WatchScope *scope,
                           std::span<const WatchId> ofItsKind)
{
    using Kind = LifeStep::Kind;
    if (!listed && (!hasClass(entry.type) || !entry.object)) {
        m_index.append(entry.type == EntryType::List ? LifeStep{Kind::Clears, entry.watch} : LifeStep());
        return {};
    }
    const LifeId life = lifeOf(entry.watch, listed ? *listed : *entry.object, ofItsKind);
    const bool isEnd = !listed && entry.type == EntryType::Deleted;
    const RowId row = m_index.end();
    m_index.append({isEnd ? Kind::Ends : Kind::Stands, life});
    Tally &tally = m_own->tallies[life];
    if (!listed && isChange(entry) && !isEventForgotten(entry.type, scope))
        tally.count(entry, row);
    return tally;
}

/// Readiness that goes and comes while a rollout is under way is not news beside what was asked for: it follows from
/// that until the object is ready again, or has had its time.
void Lives::Tally::count(const Entry &entry, RowId row)
{
    ++changes;
    const Notability notability = notabilityOf(entry);
    const bool follows = notability == Notability::Readiness && entry.arrived - wished < RolloutTime;
    if (notability != Notability::None && !follows)
        lastNotable = row;
    if (notability == Notability::Wish)
        wished = entry.arrived;
    else if (notability == Notability::Readiness && entry.object->ready == Readiness::True)
        wished = {};
}

std::vector<LifeId> Lives::dropBefore(RowId begin, const std::function<LastWord(const LifeIndex::Standing &)> &wordOf)
{
    LifeIndex::Dropped dropped = m_index.dropBefore(begin);
    for (const LifeIndex::Standing &standing : dropped.kept)
        m_kept.edit(standing.life) = std::make_shared<const LastWord>(wordOf(standing));
    for (const LifeId life : dropped.ended)
        m_kept.edit(life).reset();
    for (const LifeId life : dropped.free)
        m_lives.of(m_own->keys[life]).remove(m_own->keys[life]);
    return std::move(dropped.free);
}

void Lives::restoreStanding(std::vector<std::pair<LastWord, RowId>> words)
{
    std::vector<LifeIndex::Standing> standing;
    for (auto &[word, row] : words) {
        const LifeId life = lifeOf(word.watch, *word.object, {});
        if (m_kept[life])
            continue;
        standing.push_back({life, row});
        m_own->tallies[life].changes = word.changes;
        m_kept.edit(life) = std::make_shared<const LastWord>(std::move(word));
    }
    m_index.restoreStanding(standing);
}

const LastWord *Lives::kept(LifeId life) const
{
    return life < m_kept.size() ? m_kept[life].get() : nullptr;
}

void Lives::forEachKept(const std::function<void(const LastWord &)> &visit) const
{
    for (LifeId life = 0; life < m_kept.size(); ++life) {
        if (m_kept[life])
            visit(*m_kept[life]);
    }
}

std::optional<LifeId> Lives::find(WatchId watch, const Object &object) const
{
    const LifeKey key = keyOf(watch, object);
    const auto &lives = m_lives.of(key);
    const auto found = lives.constFind(key);
    return found == lives.cend() ? std::nullopt : std::optional(*found);
}

std::vector<LifeId> Lives::maybeNamed(std::string_view name) const
{
    const std::uint32_t hash = nameHash(name);
    std::vector<LifeId> found;
    for (LifeId life = 0; life < m_names.size(); ++life) {
        if (m_names[life] == hash)
            found.push_back(life);
    }
    return found;
}

} // namespace wk
