// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/recordedpast.h"

#include "core/replay/recordedtypes.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace wk {

using apiserver::Listing;
using apiserver::Outcome;
using apiserver::StorageEvent;
using apiserver::WatchPosition;
using apiserver::WatchTake;

namespace {

/// So many lists are kept for the pages of who reads them.
constexpr std::size_t MostListed = 8;

} // namespace

/// Makes the objects of a list; those that have not changed since another list are that one's.
class RecordedPast::ObjectMaker
{
public:
    ObjectMaker(const RecordedPast &past, const Resource &resource)
        : m_past(past)
        , m_resource(resource)
    {
        const auto last =
            std::ranges::find_if(past.m_listed, [&](const Listed &one) { return one.resource == &resource; });
        for (const apiserver::ObjectPtr &object :
             last == past.m_listed.end() ? std::vector<apiserver::ObjectPtr>() : *last->objects)
            m_before.emplace(object->uid, object);
    }

    void add(const ObjectPtr &object)
    {
        const std::uint64_t revision = object->version.number();
        const auto same = m_before.find(object->uid.text());
        const bool isSame = same != m_before.end() && same->second->revision == revision;
        const apiserver::ObjectPtr stored = isSame ? same->second : m_past.made(m_resource, *object, revision);
        if (!stored)
            return;
        apiserver::ObjectPtr &place = m_objects[stored->key()];
        if (!place || place->revision < stored->revision) // two watches may look at one object
            place = stored;
    }
    Objects list()
    {
        std::vector<apiserver::ObjectPtr> list;
        list.reserve(m_objects.size());
        for (auto &[key, object] : m_objects)
            list.push_back(std::move(object));
        return std::make_shared<const std::vector<apiserver::ObjectPtr>>(std::move(list));
    }

private:
    const RecordedPast &m_past;
    const Resource &m_resource;
    std::unordered_map<std::string, apiserver::ObjectPtr> m_before;
    std::map<std::string, apiserver::ObjectPtr> m_objects;
};

RecordedPast::RecordedPast(HistoryPtr history, const ClusterId &cluster)
    : m_history(std::move(history))
{
    std::map<WatchId, Resource *> ofWatch;
    for (const auto &[watch, scope] : m_history->scopes()) {
        if (m_history->clusterOf(watch) != cluster || scope.resource.isOfKeys())
            continue;
        const Columns columns = m_history->columnsOf(watch);
        Resource &resource = m_resources[scope.resource.gvr.qualifiedName()];
        if (!resource.type || (resource.type->print && columns))
            resource.type = std::make_shared<const apiserver::ResourceType>(recordedType(scope.resource, columns));
        ofWatch[watch] = &resource;
    }
    for (RowId row = m_history->begin(); row < m_history->end(); ++row) {
        if (const auto of = ofWatch.find(m_history->watch(row)); of != ofWatch.end())
            of->second->told.add(*m_history, row);
    }
    std::erase_if(m_resources,
                  [](const auto &one) { return one.second.told.isEmpty(); }); // nobody knows what there was
    for (auto &[name, resource] : m_resources) {
        resource.told.finish();
        m_types.push_back(resource.type);
    }
}

void RecordedPast::goTo(RowId upTo)
{
    {
        const std::lock_guard lock(m_mutex);
        if (upTo <= m_upTo)
            return;
        m_upTo = upTo;
    }
    if (m_wake)
        m_wake({});
}

const RecordedPast::Resource *RecordedPast::find(const std::string &resource) const
{
    const auto found = m_resources.find(resource);
    return found == m_resources.end() ? nullptr : &found->second;
}

std::uint64_t RecordedPast::newest(const std::string &resource) const
{
    const Resource *found = find(resource);
    const std::lock_guard lock(m_mutex);
    return found ? found->told.newest(found->told.stretchAt(m_upTo), m_upTo) : 1;
}

std::uint64_t RecordedPast::newestOfAll() const
{
    std::uint64_t newest = 1;
    for (const auto &[name, resource] : m_resources)
        newest = std::max(newest, this->newest(name));
    return newest;
}

Listing RecordedPast::list(const std::string &resource) const
{
    const Resource *found = find(resource);
    const std::lock_guard lock(m_mutex);
    if (!found)
        return {1, {}};
    const std::size_t stretch = found->told.stretchAt(m_upTo);
    return listBehind(*found, stretch, found->told.dueBefore(stretch, m_upTo));
}

Outcome<WatchPosition> RecordedPast::open(const std::string &resource, std::uint64_t after) const
{
    const Resource *found = find(resource);
    const std::lock_guard lock(m_mutex);
    if (!found)
        return WatchPosition{after, after, 0};
    const std::size_t stretch = found->told.stretchAt(m_upTo);
    const std::uint64_t oldest = found->told.stretch(stretch).revision;
    const std::uint64_t newest = found->told.newest(stretch, m_upTo);
    if (after < oldest || (after > newest && found->told.isAbandoned(stretch, after)))
        return apiserver::expiredWatch(after, oldest);
    if (after > newest)
        return apiserver::versionTooLarge(after, newest);
    return WatchPosition{after, newest, int(stretch)};
}

WatchTake RecordedPast::take(const std::string &resource, WatchPosition &position, std::size_t max) const
{
    const Resource *found = find(resource);
    const std::lock_guard lock(m_mutex);
    WatchTake take;
    if (!found) {
        take.upTo = position.after;
        return take;
    }
    const RecordedResource &told = found->told;
    const auto stretch = std::size_t(position.epoch);
    std::size_t next = told.firstAfter(stretch, position.after);
    const std::size_t end = told.dueBefore(stretch, m_upTo);
    for (; next < end; ++next) {
        const RecordedResource::Step &step = told.steps()[next];
        if (take.events.size() >= max && step.revision > position.after) // who resumes after a version has all of it
            break;
        position.after = step.revision;
        if (step.isMark)
            continue;
        if (StorageEvent event = eventOf(*found, step); event.object)
            take.events.push_back(std::move(event));
    }
    take.upTo = position.after;
    if (next >= end && take.events.empty() && told.stretchAt(m_upTo) != stretch)
        take.state = WatchTake::State::Ended;
    return take;
}

StorageEvent RecordedPast::eventOf(const Resource &resource, const RecordedResource::Step &step) const
{
    const EntryType type = m_history->type(step.row);
    StorageEvent event;
    const ObjectPtr object = m_history->object(step.row);
    if (!object)
        return event;
    event.object = made(resource, *object, step.revision);
    if (const ObjectPtr before = m_history->previous(step.row))
        event.previous = made(resource, *before, before->version.number());
    else if (type != EntryType::Added) // it was there, and nobody knows how
        event.previous = event.object;
    event.type = type == EntryType::Deleted ? StorageEvent::Type::Deleted
                 : event.previous           ? StorageEvent::Type::Modified
                                            : StorageEvent::Type::Added;
    return event;
}

apiserver::ObjectPtr RecordedPast::made(const Resource &resource, const Object &object, std::uint64_t revision) const
{
    const auto stored = recordedObject(*resource.type, object, m_history->json(object));
    return stored ? std::make_shared<const apiserver::StoredObject>(stored->atRevision(revision)) : nullptr;
}

/// As it was when a stretch's steps before that one had come. Under the lock.
Listing RecordedPast::listBehind(const Resource &resource, std::size_t stretch, std::size_t step) const
{
    const RecordedResource &told = resource.told;
    const bool isListAlone = step == told.stretch(stretch).steps;
    const std::uint64_t revision = isListAlone ? told.stretch(stretch).revision : told.steps()[step - 1].revision;
    const auto known = std::ranges::find_if(m_listed, [&](const Listed &one) {
        return one.resource == &resource && one.stretch == stretch && one.step == step;
    });
    if (known != m_listed.end())
        return {revision, *known->objects};
    m_listed.push_front({&resource, stretch, step, objectsBehind(resource, stretch, step)});
    if (m_listed.size() > MostListed)
        m_listed.pop_back();
    return {revision, *m_listed.front().objects};
}

/// What was listed, and what has become of it since.
RecordedPast::Objects RecordedPast::objectsBehind(const Resource &resource, std::size_t stretch, std::size_t step) const
{
    const RecordedResource &told = resource.told;
    const auto nameOf = [](std::string_view ns, std::string_view name) {
        return std::string(ns).append(1, '/').append(name);
    };
    std::unordered_map<std::string, RowId> last;
    for (std::size_t at = told.stretch(stretch).steps; at < step; ++at) {
        const RecordedResource::Step &one = told.steps()[at];
        if (!one.isMark)
            last[nameOf(m_history->ns(one.row), m_history->name(one.row))] = one.row;
    }
    ObjectMaker maker(*this, resource);
    for (const WatchId watch : told.watches()) {
        const ObjectList standing = m_history->objectsAt(watch, told.stretch(stretch).known);
        for (const ObjectPtr &object : *standing) {
            if (!last.contains(nameOf(object->ns.view(), object->name.view())))
                maker.add(object);
        }
    }
    for (const auto &[name, row] : last) {
        if (m_history->type(row) != EntryType::Deleted)
            maker.add(m_history->object(row));
    }
    return maker.list();
}

std::optional<Listing> RecordedPast::listAt(const std::string &resource, std::uint64_t revision) const
{
    const Resource *found = find(resource);
    const std::lock_guard lock(m_mutex);
    if (!found)
        return Listing{1, {}};
    const std::size_t stretch = found->told.stretchAt(m_upTo);
    if (revision < found->told.stretch(stretch).revision)
        return {};
    const std::size_t due = found->told.dueBefore(stretch, m_upTo);
    Listing listing = listBehind(*found, stretch, std::min(due, found->told.firstAfter(stretch, revision)));
    listing.revision = std::min(revision, found->told.newest(stretch, m_upTo));
    return listing;
}

std::optional<apiserver::Stretch> RecordedPast::stretchAt(const std::string &resource, std::uint64_t revision,
                                                          const std::string &from, std::size_t most) const
{
    const auto listing = listAt(resource, revision);
    return listing ? std::optional(stretchOf(*listing, from, most)) : std::nullopt;
}

apiserver::Stretch RecordedPast::stretchOf(const Listing &listing, const std::string &from, std::size_t most)
{
    const auto &objects = listing.objects;
    const auto first = std::ranges::partition_point(
        objects, [&from](const apiserver::ObjectPtr &object) { return object->key() < from; });
    const auto count = std::min<std::size_t>(most, std::size_t(objects.end() - first));
    return {listing.revision,
            {first, first + std::ptrdiff_t(count)},
            first + std::ptrdiff_t(count) != objects.end(),
            objects.size()};
}

} // namespace wk
