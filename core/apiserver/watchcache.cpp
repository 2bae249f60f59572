// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/watchcache.h"

#include <algorithm>

namespace wk::apiserver {

namespace {

/// The first event after a revision.
auto firstAfter(const std::deque<StorageEvent> &events, std::uint64_t revision)
{
    return std::upper_bound(events.begin(), events.end(), revision,
                            [](std::uint64_t r, const StorageEvent &event) { return r < event.object->revision; });
}

} // namespace

WatchCache::WatchCache(const Lister &lister, Watcher &watcher, Bounds bounds)
    : m_lister(lister)
    , m_bounds(bounds)
    , m_floor(lister.revision())
    , m_newest(m_floor)
{
    watcher.watch([this](const std::string &resource, const StorageEvent &event) { note(resource, event); },
                  [this](const std::string &resource) { resource.empty() ? restart() : end(resource); });
}

void WatchCache::onChange(std::function<void(const std::string &)> wake)
{
    m_wake = std::move(wake);
}

Outcome<WatchPosition> WatchCache::open(const std::string &resource, std::uint64_t after) const
{
    const std::lock_guard lock(m_mutex);
    const Window &window = this->window(resource);
    const bool isOfAnotherHistory = after > m_newest && after <= m_abandoned;
    const std::uint64_t oldest = std::max(m_floor, window.oldest);
    if (after < oldest || isOfAnotherHistory)
        return expiredWatch(after, oldest);
    return WatchPosition{after, std::max(after, m_newest), window.epoch + m_restarts};
}

std::uint64_t WatchCache::oldest(const std::string &resource) const
{
    const std::lock_guard lock(m_mutex);
    return std::max(m_floor, window(resource).oldest);
}

WatchTake WatchCache::take(const std::string &resource, WatchPosition &position, std::size_t max) const
{
    const std::lock_guard lock(m_mutex);
    const Window &window = this->window(resource);
    WatchTake take;
    if (position.epoch != window.epoch + m_restarts)
        take.state = WatchTake::State::Ended;
    else if (position.after < window.oldest)
        take.state = WatchTake::State::TooSlow;
    if (take.state != WatchTake::State::Ok)
        return take;
    for (auto it = firstAfter(window.events, position.after); it != window.events.end(); ++it) {
        if (take.events.size() == max)
            return take;
        take.events.push_back(*it);
        position.after = take.upTo = it->object->revision;
    }
    // A watch may be opened ahead of us: then it waits, and nothing moves it back.
    take.upTo = position.after = std::max(position.after, m_newest);
    return take;
}

bool WatchCache::isTooSlow(const std::string &resource, const WatchPosition &position) const
{
    const std::lock_guard lock(m_mutex);
    const Window &window = this->window(resource);
    if (position.epoch != window.epoch + m_restarts)
        return false; // it has ended, and is told so when it can take
    const auto waiting = window.events.end() - firstAfter(window.events, std::max(position.after, position.opened));
    return position.after < window.oldest || std::size_t(waiting) > m_bounds.queue;
}

const WatchCache::Window &WatchCache::window(const std::string &resource) const
{
    static const Window Quiet;
    const auto found = m_windows.find(resource);
    return found == m_windows.end() ? Quiet : found->second;
}

std::optional<Listing> WatchCache::listAt(const std::string &resource, std::uint64_t revision) const
{
    Listing listing = m_lister.list(resource);
    if (revision >= listing.revision)
        return listing;
    const std::lock_guard lock(m_mutex);
    const Window &window = this->window(resource);
    if (revision < std::max(m_floor, window.oldest))
        return {};
    std::map<std::string, ObjectPtr> objects;
    for (ObjectPtr &object : listing.objects)
        objects[object->key()] = std::move(object);
    const auto &events = window.events;
    for (auto it = events.end(); it != events.begin() && std::prev(it)->object->revision > revision;) {
        --it;
        if (it->object->revision > listing.revision)
            continue;
        if (it->previous)
            objects[it->object->key()] = it->previous;
        else
            objects.erase(it->object->key());
    }
    Listing past{revision, {}};
    past.objects.reserve(objects.size());
    for (auto &[key, object] : objects)
        past.objects.push_back(std::move(object));
    return past;
}

std::optional<Stretch> WatchCache::stretchAt(const std::string &resource, std::uint64_t revision,
                                             const std::string &from, std::size_t most) const
{
    Stretch stretch = m_lister.stretch(resource, from, most);
    if (revision >= stretch.revision)
        return stretch;
    const std::lock_guard lock(m_mutex);
    const Window &window = this->window(resource);
    if (revision < std::max(m_floor, window.oldest))
        return {};
    // What each changed object was at that revision; null where there was none.
    std::map<std::string, ObjectPtr> past;
    std::int64_t grown = 0;
    for (auto event = firstAfter(window.events, revision);
         event != window.events.end() && event->object->revision <= stretch.revision; ++event) {
        past.try_emplace(event->object->key(), event->previous);
        grown += event->type == StorageEvent::Type::Added ? 1 : event->type == StorageEvent::Type::Deleted ? -1 : 0;
    }
    const bool hasMore = stretch.hasMore;
    std::map<std::string, ObjectPtr> objects;
    for (ObjectPtr &object : stretch.objects)
        objects[object->key()] = std::move(object);
    const std::string last = objects.empty() ? std::string() : objects.rbegin()->first;
    for (const auto &[key, object] : past) {
        if (key < from || (hasMore && key > last))
            continue;
        if (object)
            objects[key] = object;
        else
            objects.erase(key);
    }
    Stretch then{revision, {}, hasMore, std::size_t(std::max<std::int64_t>(0, std::int64_t(stretch.total) - grown))};
    for (auto &[key, object] : objects)
        then.objects.push_back(std::move(object));
    return then;
}

void WatchCache::compact()
{
    const std::lock_guard lock(m_mutex);
    for (auto &[resource, window] : m_windows) {
        if (window.events.empty())
            continue;
        window.oldest = window.events.back().object->revision;
        window.events.clear();
    }
    m_floor = m_newest;
}

void WatchCache::restart()
{
    std::vector<std::string> resources;
    const std::uint64_t revision = m_lister.revision();
    {
        const std::lock_guard lock(m_mutex);
        m_abandoned = std::max(m_abandoned, m_newest);
        m_floor = m_newest = revision;
        ++m_restarts;
        for (auto &[resource, window] : m_windows) {
            window.events.clear();
            window.oldest = m_floor;
            resources.push_back(resource);
        }
    }
    for (const std::string &resource : resources) {
        if (m_wake)
            m_wake(resource);
    }
}

void WatchCache::end(const std::string &resource)
{
    {
        const std::lock_guard lock(m_mutex);
        Window &window = m_windows[resource];
        ++window.epoch;
        window.oldest = m_newest;
        window.events.clear();
    }
    if (m_wake)
        m_wake(resource);
}

void WatchCache::note(const std::string &resource, const StorageEvent &event)
{
    {
        const std::lock_guard lock(m_mutex);
        Window &window = m_windows[resource];
        window.events.push_back(event);
        m_newest = event.object->revision;
        if (window.events.size() > m_bounds.window) {
            window.oldest = window.events.front().object->revision;
            window.events.pop_front();
        }
    }
    if (m_wake)
        m_wake(resource);
}

} // namespace wk::apiserver
