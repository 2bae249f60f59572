// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/informer/sharedinformer.h"

#include "core/base/limits.h"
#include "core/resource/compare.h"

#include <algorithm>

namespace wk {

namespace {

constexpr std::chrono::seconds StatusPause{1};

/// What is shown may be old then; before the first list nothing is shown.
bool isStale(WatchState state)
{
    return !isCurrent(state) && state != WatchState::Connecting && state != WatchState::Listing;
}

RelistCounts countsOf(const FullList &list, const std::vector<ObjectStore::Difference> &differences)
{
    RelistCounts counts;
    counts.listed = static_cast<std::uint32_t>(list.objects.size());
    for (const auto &[before, after] : differences)
        ++(!before ? counts.added : !after ? counts.deleted : counts.modified);
    return counts;
}

} // namespace

SharedInformer::SharedInformer(WatchId id, std::unique_ptr<ListerWatcher> source, Clock &clock, Options options)
    : m_id(id)
    , m_clock(clock)
    , m_options(std::move(options))
    , m_firstList(id, clock, m_options.arriving)
    , m_reflector(std::make_unique<Reflector>(std::move(source), clock, m_options.random,
                                              static_cast<ReflectorTarget &>(*this)))
{
    m_status.watch = id;
    if (m_options.held)
        hold(*std::exchange(m_options.held, std::nullopt));
}

SharedInformer::~SharedInformer() = default;

/// What has the same version then counts as the same, as after any gap. A cluster that was restored meanwhile gives a
/// version twice: a list that is older than what is held says so (C16), and of one that has got beyond it the audit.
void SharedInformer::hold(HeldState held)
{
    m_synced = true;
    m_held = held.version;
    m_columns = std::move(held.columns);
    m_store.replace(held.objects);
    m_firstList.finish(); // it will be a relist
    m_known.goOn(held.version, std::min(held.until, m_clock.wallNow()));
    m_status.staleSince = m_status.brokenSince = m_known.until();
}

void SharedInformer::start()
{
    m_reflector->start(m_held);
}

void SharedInformer::startHeld(const Error &away)
{
    m_reflector->startHeld(away, m_held);
    setDoubt(away);
}

void SharedInformer::distrust(Instant since, std::optional<WallTime> asleepSince)
{
    if (asleepSince)
        disbelieve(*asleepSince);
    m_doubt.reset();
    m_reflector->distrust(since);
}

void SharedInformer::setDoubt(const Error &error, std::optional<WallTime> answered)
{
    disbelieve(answered.value_or(m_clock.wallNow()));
    m_doubt = error;
    m_reflector->hold();
    tellStatus();
}

void SharedInformer::disbelieve(WallTime since)
{
    if (!isDoubted() && m_reflector->machine().hasLived(m_clock.now()))
        m_known.breakOff(since);
    m_doubtedAt = m_clock.now();
}

void SharedInformer::disprove(const std::string &reason)
{
    if (m_synced)
        m_known.disprove(reason);
    m_isOtherHistory = true;
    m_reflector->disprove(reason);
}

void SharedInformer::verify(const ResourceVersion &version)
{
    m_known.verify(version, m_clock.wallNow());
    m_status.verified = m_clock.wallNow();
    tellStatus();
}

void SharedInformer::stop()
{
    m_handlers.clear();
    m_statusAlarm.cancel();
    m_reflector->stop();
}

int SharedInformer::addHandler(EntryHandler handler)
{
    if (m_synced)
        handler({stateEntry()});
    return addListener(std::move(handler));
}

int SharedInformer::addListener(EntryHandler handler)
{
    m_handlers.emplace(m_nextHandler, std::move(handler));
    return m_nextHandler++;
}

int SharedInformer::addHandler(ResourceEventHandler handler)
{
    return addHandler(entryHandler(std::move(handler)));
}

void SharedInformer::removeHandler(int handler)
{
    m_handlers.erase(handler);
}

WatchStatus SharedInformer::status() const
{
    WatchStatus status = m_status;
    status.version = m_reflector->machine().version();
    status.error = isDoubted() ? m_doubt : m_reflector->machine().error();
    m_reflector->tellProgress(status);
    status.objects = m_store.size();
    status.memoryBytes = m_store.memoryBytes();
    return status;
}

bool SharedInformer::knows(const WatchEvent &event) const
{
    return event.object && m_recent.contains(*event.object);
}

void SharedInformer::replaced(FullList list)
{
    m_recent = {}; // after a restore of the server a version may come again with other content (C16)
    m_held.reset();
    const bool isFirst = !std::exchange(m_synced, true);
    m_firstList.finish();
    const Columns before = std::exchange(m_columns, list.columns ? list.columns : m_columns);
    const bool areColumnsOthers = before && *before != *m_columns;
    m_status.wireBytes += list.wireBytes;
    m_known.know(m_clock.wallNow());
    m_status.lastList = m_known.until();
    m_known.verify(list.version, m_clock.wallNow());
    const bool isPolled = m_reflector->machine().state() == WatchState::Polled;
    const bool isOtherHistory = std::exchange(m_isOtherHistory, false);
    const bool maySayOtherwise = isOtherHistory || isPolled || m_reflector->sharesVersions();
    using SameBy = ObjectStore::SameBy;
    const auto differences = m_store.replace(list.objects, maySayOtherwise ? SameBy::Content : SameBy::Version);
    // Every 30 s a look: what it found stands for itself.
    const bool isLook = isPolled && !isFirst && !m_known.hasGap();
    const auto entry = isLook ? nullptr : addList(list, isFirst ? EntryType::List : EntryType::Relist);
    if (isFirst) {
        entry->objects = std::make_shared<const std::vector<ObjectPtr>>(std::move(list.objects));
        return;
    }
    if (entry)
        entry->found = countsOf(list, differences);
    for (const ObjectStore::Difference &difference : differences)
        addDifference(difference);
    if (areColumnsOthers) { // what has not changed has its cells under them, too
        std::ranges::for_each(list.objects, [this](const ObjectPtr &object) { m_store.put(object); });
        m_turn.push_back(stateEntry());
    }
}

std::shared_ptr<Entry> SharedInformer::addList(const FullList &list, EntryType type)
{
    addGap(list.version);
    auto entry = add(type, EntryClass::Live);
    entry->version = list.version;
    entry->columns = m_columns;
    entry->took = list.took;
    entry->wireBytes = list.wireBytes;
    m_status.relists += type == EntryType::Relist ? 1 : 0;
    return entry;
}

void SharedInformer::addGap(const ResourceVersion &to)
{
    if (const auto gap = m_known.takeGap(to)) {
        const auto entry = add(EntryType::Gap, EntryClass::Live);
        entry->gap = *gap;
        entry->version = to;
    }
}

void SharedInformer::addDifference(const ObjectStore::Difference &difference)
{
    const auto &[before, after] = difference;
    const auto type = !before ? EntryType::Added : !after ? EntryType::Deleted : EntryType::Modified;
    const auto entry = add(type, EntryClass::Inferred);
    entry->object = after ? after : before;
    entry->previous = before;
    entry->version = entry->object->version;
    entry->columns = m_columns;
    entry->mayHaveLeftFilter = !after && m_options.isFiltered;
    if (after && m_options.describe)
        entry->changes = m_options.describe(before, after);
}

void SharedInformer::applied(const WatchEvent &event, bool resumed)
{
    m_known.know(m_clock.wallNow());
    m_status.wireBytes += event.wireBytes;
    if (event.columns && event.columns != m_columns)
        m_columns = event.columns;
    const auto entry = add(entryType(event.type), resumed ? EntryClass::Resumed : EntryClass::Live);
    entry->version = event.version;
    entry->wireBytes = event.wireBytes;
    entry->columns = m_columns;
    if (event.type == EventType::Bookmark) {
        entry->line = event.line;
        ++m_status.bookmarks;
        m_status.lastBookmark = m_known.until();
        return;
    }
    ++m_status.events;
    m_status.lastEvent = m_known.until();
    m_recent.insert(*event.object);
    entry->object = event.object;
    if (event.type == EventType::Deleted) {
        entry->previous = m_store.remove(event.object->ns, event.object->name);
        entry->mayHaveLeftFilter = m_options.isFiltered;
        return;
    }
    entry->previous = m_store.put(event.object);
    // The server's word against what we hold (P12, P13): an addition of what we have is a change, and the other way
    // round.
    entry->type = entry->previous && entry->previous->uid == event.object->uid ? EntryType::Modified : EntryType::Added;
    if (m_options.describe)
        entry->changes = changesOf(*entry, event);
}

ChangesPtr SharedInformer::changesOf(const Entry &entry, const WatchEvent &event) const
{
    const ObjectPtr &previous = entry.previous;
    if (!event.difference || !previous || previous->body != event.comparedWith)
        return m_options.describe(previous, entry.object);
    event.difference->managers = movedManagers(previous->managers, entry.object->managers);
    return event.difference;
}

void SharedInformer::erred(const WatchEvent &event)
{
    const auto entry = add(EntryType::Error, EntryClass::Live);
    entry->error = event.error;
    entry->line = event.line;
    entry->wireBytes = event.wireBytes;
}

void SharedInformer::lost(const ResourceVersion &from, const WatchMachine::Lost &why)
{
    if (!m_synced || (m_held && !why.isOtherHistory)) // nobody watched: that is why
        return;
    m_isOtherHistory = m_isOtherHistory || why.isOtherHistory;
    m_known.lose(from, why.reason, why.isOtherHistory, m_clock.wallNow());
}

void SharedInformer::closedInOrder()
{
    m_known.know(m_clock.wallNow());
}

/// One that was doubted when it was open already broke by then; nobody knows better.
void SharedInformer::streamEnded(Instant opened)
{
    const bool isKnown = opened <= m_doubtedAt && m_known.broken();
    m_known.breakOff(isKnown ? *m_known.broken() : m_clock.wallNow());
}

void SharedInformer::reconnected(const ResourceVersion &from, const Error &because)
{
    ++m_status.reconnects;
    const auto entry = add(EntryType::Reconnect, EntryClass::Live);
    entry->version = from;
    entry->error = because;
    entry->broke = m_known.broken().value_or(entry->arrived);
}

/// To whoever goes on from a held state that is the first news since; what comes from now on may be missed, too.
void SharedInformer::vanished()
{
    if (std::exchange(m_held, std::nullopt)) {
        addGap({});
        m_known.know(m_clock.wallNow());
        m_known.lose({}, WatchMachine::KindGone, false, m_clock.wallNow());
    }
    for (const ObjectStore::Difference &difference : m_store.replace({}))
        addDifference(difference);
}

void SharedInformer::listBegan()
{
    m_firstList.takeBack();
}

void SharedInformer::arriving(const Columns &columns, const std::vector<ObjectPtr> &objects)
{
    m_firstList.take(columns, objects);
}

void SharedInformer::turned()
{
    if (m_reflector->machine().state() != WatchState::Listing)
        m_firstList.takeBack();
    tellHandlers();
    tellStatus();
}

std::shared_ptr<Entry> SharedInformer::add(EntryType type, EntryClass origin)
{
    auto entry = std::make_shared<Entry>();
    entry->watch = m_id;
    entry->type = type;
    entry->origin = origin;
    entry->arrived = m_clock.wallNow();
    m_turn.push_back(entry);
    return entry;
}

EntryPtr SharedInformer::stateEntry() const
{
    auto entry = std::make_shared<Entry>();
    entry->watch = m_id;
    entry->type = EntryType::List;
    entry->origin = EntryClass::Replayed;
    entry->arrived = m_clock.wallNow();
    entry->version = m_reflector->machine().version();
    entry->columns = m_columns;
    entry->objects = std::make_shared<const std::vector<ObjectPtr>>(m_store.all());
    return entry;
}

bool SharedInformer::isDoubted() const
{
    return m_doubt && !m_reflector->machine().isOpenSince(m_doubtedAt);
}

void SharedInformer::tellHandlers()
{
    if (m_turn.empty())
        return;
    const std::vector<EntryPtr> turn = std::exchange(m_turn, {});
    const auto handlers = m_handlers; // a handler may add or remove one
    for (const auto &[id, handler] : handlers) {
        if (m_handlers.contains(id))
            handler(turn);
    }
}

void SharedInformer::tellStatus()
{
    const WatchState state = m_reflector->machine().state();
    const bool stale = m_synced && (isStale(state) || isDoubted());
    const bool moved = state != m_status.state || stale != m_status.staleSince.has_value();
    m_status.state = state;
    m_status.staleSince = stale ? m_known.until() : std::nullopt;
    m_status.brokenSince = stale ? std::max(m_status.staleSince, m_known.broken()) : std::nullopt;
    if (!m_options.statusChanged)
        return;
    if (!moved && m_statusPaused) {
        m_statusPending = true; // the alarm will tell
        return;
    }
    m_statusPaused = true;
    m_statusPending = false;
    m_options.statusChanged(status());
    m_statusAlarm = m_clock.after(StatusPause, [this] {
        m_statusPaused = false;
        if (m_statusPending)
            tellStatus();
    });
}

} // namespace wk
