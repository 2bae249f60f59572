// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/world.h"

#include "tests/simulation/worldobject.h"

#include <algorithm>
#include <array>

namespace wk::sim {

namespace {

struct TypeName {
    const char *group;
    const char *version;
    const char *plural;
    const char *kind;
    bool namespaced;
    bool isCustom;
};

constexpr std::array Types{
    TypeName{"", "v1", "configmaps", "ConfigMap", true, false},
    TypeName{"", "v1", "pods", "Pod", true, false},
    TypeName{"", "v1", "events", "Event", true, false}, // never a bookmark
    TypeName{"", "v1", "services", "Service", true, false},
    TypeName{"apps", "v1", "deployments", "Deployment", true, false},
    TypeName{"coordination.k8s.io", "v1", "leases", "Lease", true, false},
    TypeName{"model.example.com", "v1", "widgets", "Widget", true, true},
    TypeName{"model.example.com", "v1", "gadgets", "Gadget", false, true},
};

constexpr std::array Tiers{"a", "b", "c"};
constexpr int NameSpaces = 3;

apiserver::ResourceType customType(const TypeName &name)
{
    apiserver::ResourceType type;
    type.group = name.group;
    type.version = name.version;
    type.plural = name.plural;
    type.singular = name.plural;
    type.kind = name.kind;
    type.namespaced = name.namespaced;
    type.isCustom = true;
    type.columns = {{"Name", "string", "name", "Name must be unique.", 0}, {"Age", "date", "", "", 0}};
    return type;
}

} // namespace

int World::typeCount()
{
    return int(Types.size());
}

bool World::isNamespaced(int type)
{
    return Types[std::size_t(type)].namespaced;
}

ResourceInfo World::resourceInfo(int type)
{
    const TypeName &name = Types[std::size_t(type)];
    ResourceInfo info;
    info.gvr = {name.group, name.version, name.plural};
    info.kind = name.kind;
    info.namespaced = name.namespaced;
    info.verbs = {"list", "watch"};
    return info;
}

World::World(const Plan &plan, const Clock &clock)
{
    for (const TypeName &name : Types) {
        if (name.isCustom)
            m_types.add(customType(name));
    }
    m_cache = std::make_unique<apiserver::WatchCache>(m_storage, m_storage,
                                                      apiserver::WatchCache::Bounds{.window = 4096, .queue = 4096});
    m_registry = std::make_unique<apiserver::Registry>(m_types, m_storage, *m_cache, clock, plan.seed | 1);
    m_router = std::make_unique<apiserver::Router>(
        apiserver::Router::Backend{m_types, m_storage, *m_cache, *m_registry, clock},
        apiserver::WatchTimes{.bookmarkInterval = std::chrono::seconds(plan.bookmarkSeconds)});
    for (const KindPlan &kindPlan : plan.kinds) {
        auto kind = std::make_unique<Kind>();
        kind->plan = kindPlan;
        kind->info = resourceInfo(kindPlan.type);
        const GroupVersionResource &gvr = kind->info.gvr;
        kind->type = m_types.find(gvr.group, gvr.version, gvr.resource);
        kind->resource = gvr.qualifiedName();
        kind->path = (gvr.group.empty() ? "/api/v1" : "/apis/" + gvr.groupVersion()) +
                     (kindPlan.selection == Selection::Namespace ? "/namespaces/ns1/" : "/") + gvr.resource;
        kind->history.name = kind->resource;
        m_kinds.push_back(std::move(kind));
    }
}

World::~World() = default;

int World::kindAt(std::string_view path) const
{
    const auto found = std::find_if(m_kinds.begin(), m_kinds.end(), [&](const auto &k) { return k->path == path; });
    return found == m_kinds.end() ? -1 : int(found - m_kinds.begin());
}

int World::kindOf(const std::string &resource) const
{
    const auto found =
        std::find_if(m_kinds.begin(), m_kinds.end(), [&](const auto &k) { return k->resource == resource; });
    return found == m_kinds.end() ? -1 : int(found - m_kinds.begin());
}

std::string World::labelSelector(int kind) const
{
    return kindPlan(kind).selection == Selection::Label ? "tier in (a, b)" : "";
}

std::string World::fieldSelector(int kind) const
{
    if (kindPlan(kind).selection != Selection::Field)
        return {};
    return info(kind).namespaced ? "metadata.namespace!=ns2" : "metadata.name!=o1";
}

std::string World::nameSpace(int kind) const
{
    return kindPlan(kind).selection == Selection::Namespace ? "ns1" : "";
}

bool World::isSelected(int kind, std::string_view ns, std::string_view name, std::string_view tier) const
{
    switch (kindPlan(kind).selection) {
    case Selection::All: return true;
    case Selection::Namespace: return ns == "ns1";
    case Selection::Label: return tier != "c";
    case Selection::Field: return info(kind).namespaced ? ns != "ns2" : name != "o1";
    }
    return true;
}

Revision World::lastRevision(int kind) const
{
    const auto &log = history(kind).log;
    return log.empty() ? 0 : log.back().at();
}

std::vector<State> World::selected(int kind) const
{
    std::vector<State> states;
    for (const auto &[key, known] : m_kinds[std::size_t(kind)]->known) {
        if (known.isSelected)
            states.push_back(known.state);
    }
    return states;
}

void World::fill(Random &random)
{
    for (auto &kind : m_kinds) {
        for (int i = 0; i < kind->plan.objects; ++i)
            create(*kind, random);
        kind->history.log.clear();
        for (const auto &[key, known] : kind->known) {
            if (known.isSelected)
                kind->history.before.push_back(known.state);
        }
    }
    m_written = 0;
    takeSnapshot();
}

std::string World::drawTier(Random &random) const
{
    return Tiers[random.between(0, Tiers.size() - 1)];
}

std::uint64_t World::anyKey(Kind &kind, Random &random) const
{
    return kind.keys[random.between(0, kind.keys.size() - 1)];
}

void World::operate(Random &random)
{
    operate(random.number(0, kindCount() - 1), random);
}

void World::operate(int index, Random &random)
{
    Kind &kind = this->kind(index);
    // What is created beyond the planned number is taken back, so that a long run does not grow for ever.
    const bool isCrowded = kind.keys.size() > std::size_t(kind.plan.objects) + 20;
    const int drawn = random.number(0, 99);
    if (kind.keys.empty() || (drawn < 30 && !isCrowded))
        create(kind, random);
    else if (drawn < 80 && drawn >= 30)
        update(kind, anyKey(kind, random), random);
    else if (drawn >= 95)
        recreate(index, random);
    else
        remove(kind, anyKey(kind, random));
}

void World::create(Kind &kind, Random &random, std::string tier)
{
    const std::string ns = kind.info.namespaced ? "ns" + std::to_string(random.number(1, NameSpaces)) : "";
    create(kind, ns, "o" + std::to_string(++kind.made), random, std::move(tier));
}

void World::create(Kind &kind, const std::string &ns, const std::string &name, Random &random, std::string tier)
{
    ObjectText text{ns, name, {}, tier.empty() ? drawTier(random) : std::move(tier), std::to_string(random.next())};
    text.uid = "uid-" + std::to_string(random.next());
    const auto result = m_storage.create(kind.resource, makeStored(*kind.type, text));
    const auto *object = std::get_if<apiserver::ObjectPtr>(&result);
    if (!object)
        return;
    const std::uint64_t key = textHash((*object)->key());
    Known &known = kind.known[key];
    known = {ns, name, {key, textHash(text.uid), 0, 0}, false, kind.keys.size()};
    kind.keys.push_back(key);
    kind.history.names.emplace(key, (*object)->key());
    note(kind, known, *object, text.tier);
}

void World::update(Kind &kind, std::uint64_t key, Random &random, std::string tier)
{
    Known &known = kind.known.at(key);
    const std::string name = known.ns.empty() ? known.name : known.ns + "/" + known.name;
    const auto before = m_storage.get(kind.resource, name);
    ObjectText text{known.ns, known.name, before->uid, std::move(tier), std::to_string(random.next())};
    if (text.tier.empty()) // one in eight moves to another tier
        text.tier = random.oneIn(8) ? drawTier(random) : before->labels.back().second;
    const auto result = m_storage.update(kind.resource, makeStored(*kind.type, text), 0);
    note(kind, known, std::get<apiserver::ObjectPtr>(result), text.tier);
}

void World::remove(Kind &kind, std::uint64_t key)
{
    const auto place = kind.known.find(key);
    Known &known = place->second;
    const std::string name = known.ns.empty() ? known.name : known.ns + "/" + known.name;
    const auto result = m_storage.remove(kind.resource, name, 0);
    known.state.revision = std::get<apiserver::ObjectPtr>(result)->revision;
    ++m_written;
    if (known.isSelected) {
        log(kind, EntryType::Deleted, known.state);
        --kind.selected;
    }
    kind.known[kind.keys.back()].place = known.place;
    std::swap(kind.keys[known.place], kind.keys.back());
    kind.keys.pop_back();
    kind.known.erase(place);
}

void World::note(Kind &kind, Known &known, const apiserver::ObjectPtr &object, std::string_view tier)
{
    ++m_written;
    const int index = kindOf(kind.resource);
    const bool was = known.isSelected;
    State next = known.state;
    next.revision = object->revision;
    next.content = contentOf(object->json);
    known.isSelected = isSelected(index, known.ns, known.name, tier);
    kind.selected += int(known.isSelected) - int(was);
    if (was && !known.isSelected) { // it leaves with its old content
        State last = known.state;
        last.revision = next.revision;
        log(kind, EntryType::Deleted, last);
    } else if (known.isSelected) {
        log(kind, was ? EntryType::Modified : EntryType::Added, next);
    }
    known.state = next;
}

void World::log(Kind &kind, EntryType type, const State &state)
{
    kind.history.log.push_back({type, state});
}

Revision World::touch(int index, Random &random)
{
    Kind &kind = this->kind(index);
    std::vector<std::uint64_t> candidates;
    for (int tries = 0; tries < 30 && !kind.keys.empty(); ++tries) {
        const std::uint64_t key = anyKey(kind, random);
        if (kind.known.at(key).isSelected) {
            update(kind, key, random, "a");
            return m_storage.revision();
        }
    }
    const std::string ns = kind.info.namespaced ? "ns1" : "";
    create(kind, ns, "t" + std::to_string(++kind.made), random, "a");
    return m_storage.revision();
}

void World::recreate(int index, Random &random)
{
    Kind &kind = this->kind(index);
    if (kind.keys.empty())
        return;
    const std::uint64_t key = anyKey(kind, random);
    const Known known = kind.known.at(key);
    remove(kind, key);
    create(kind, known.ns, known.name, random, {});
}

void World::leaveSelection(int index, Random &random)
{
    Kind &kind = this->kind(index);
    const std::vector<std::uint64_t> keys = kind.keys;
    for (const std::uint64_t key : keys) {
        if (kind.known.at(key).isSelected && !random.oneIn(3))
            update(kind, key, random, "c");
    }
}

void World::ensureSelected(int index, int count, Random &random)
{
    Kind &kind = this->kind(index);
    while (kind.selected < count)
        create(kind, kind.info.namespaced ? "ns1" : "", "e" + std::to_string(++kind.made), random, "a");
}

void World::takeSnapshot()
{
    m_snapshot = m_storage.snapshot();
}

void World::restoreBare()
{
    restoreAt(m_snapshot.revision);
}

void World::restore()
{
    constexpr Revision Bump = 100'000;
    restoreAt((m_storage.revision() / Bump + 1) * Bump);
}

void World::restoreAt(Revision revision)
{
    m_storage.restore(m_snapshot, revision);
    for (std::size_t i = 0; i < m_kinds.size(); ++i) {
        Kind &kind = *m_kinds[i];
        std::unordered_map<std::uint64_t, Known> now;
        kind.keys.clear();
        kind.selected = 0;
        for (const auto &object : m_storage.list(kind.resource).objects) {
            const State state{textHash(object->key()), textHash(object->uid), object->revision,
                              contentOf(object->json)};
            const bool is = isSelected(int(i), object->nameSpace, object->name, object->labels.back().second);
            now[state.key] = {object->nameSpace, object->name, state, is, kind.keys.size()};
            kind.keys.push_back(state.key);
            kind.selected += is;
            const auto before = kind.known.find(state.key);
            const bool was = before != kind.known.end() && before->second.isSelected;
            if (is && (!was || before->second.state != state))
                kind.history.log.push_back({was ? EntryType::Modified : EntryType::Added, state, true, revision});
        }
        for (const auto &[key, known] : kind.known) {
            const auto after = now.find(key);
            if (known.isSelected && (after == now.end() || !after->second.isSelected))
                kind.history.log.push_back({EntryType::Deleted, known.state, true, revision});
        }
        kind.known = std::move(now);
    }
    m_cache->restart();
}

} // namespace wk::sim
