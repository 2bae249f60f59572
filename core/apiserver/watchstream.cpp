// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/watchstream.h"

#include "core/apiserver/listhandler.h"

namespace wk::apiserver {

namespace {

constexpr std::size_t TakeBytes = 64 * 1024;
constexpr std::size_t TakeEvents = 64;
/// How long before the end a last bookmark is sent. Source: cacher.go, watcherBookmarkTimeBuckets.
constexpr std::chrono::seconds LastBookmark{2};

} // namespace

WatchStream::WatchStream(const Lister &lister, const WatchHistory &history, Setup setup, Instant now)
    : m_lister(lister)
    , m_history(history)
    , m_setup(std::move(setup))
    , m_resource(m_setup.view.type().resource())
    , m_deadline(now + m_setup.lifetime)
    , m_patience(now + WaitFor::Patience)
    , m_nextBookmark(m_deadline)
{
    planBookmark(now);
    begin();
}

void WatchStream::begin()
{
    const ListOptions &options = m_setup.options;
    const std::uint64_t version = options.version.value_or(0);
    if (options.sendInitial == true && version > m_history.newest(m_resource)) {
        m_phase = Phase::Waiting;
        return;
    }
    if (options.sendInitial.value_or(version == 0)) {
        m_initial = m_lister.list(m_resource);
        m_phase = Phase::Initial;
    }
    const std::uint64_t after = m_phase == Phase::Initial ? m_initial.revision
                                : version == 0            ? m_history.newest(m_resource)
                                                          : version;
    const auto position = m_history.open(m_resource, after);
    if (position)
        m_position = *position;
    else
        m_last = fail(position.status());
}

std::string WatchStream::take(Instant now, WallTime wallNow)
{
    if (!m_last.empty())
        return std::exchange(m_last, {});
    std::string lines;
    if (m_phase == Phase::Waiting)
        lines = takeWaiting(now);
    if (m_phase == Phase::Initial)
        lines = takeInitial(wallNow);
    if (lines.empty() && m_phase == Phase::Live)
        lines = takeLive(now, wallNow);
    if (m_phase == Phase::Live && now >= m_deadline)
        m_phase = Phase::Over;
    return lines;
}

std::string WatchStream::takeWaiting(Instant now)
{
    const std::uint64_t current = m_history.newest(m_resource);
    if (current >= m_setup.options.version.value_or(0)) {
        m_phase = Phase::Live;
        begin();
        return {};
    }
    if (now < m_patience)
        return {};
    return fail(versionTooLarge(*m_setup.options.version, current));
}

std::string WatchStream::takeInitial(WallTime wallNow)
{
    std::string lines;
    lines.reserve(TakeBytes + TakeBytes / 8);
    while (m_sent < m_initial.objects.size() && lines.size() < TakeBytes) {
        const StoredObject &object = *m_initial.objects[m_sent++];
        if (isSelected(object))
            appendEvent(lines, "ADDED", object, wallNow);
    }
    if (m_sent < m_initial.objects.size())
        return lines;
    const bool marksEnd =
        m_setup.options.allowBookmarks && (m_setup.options.sendInitial == true || m_setup.view.type().isCached);
    if (marksEnd) {
        lines += m_setup.view.bookmark(m_initial.revision, true, m_isFirst);
        m_isFirst = false;
    }
    m_initial.objects.clear();
    m_phase = Phase::Live;
    return lines;
}

std::string WatchStream::takeLive(Instant now, WallTime wallNow)
{
    std::string lines;
    for (;;) {
        const WatchTake take = m_history.take(m_resource, m_position, TakeEvents);
        if (take.state != WatchTake::State::Ok) {
            m_phase = Phase::Over;
            return lines;
        }
        for (const StorageEvent &event : take.events)
            append(lines, event, wallNow);
        if (lines.size() >= TakeBytes)
            return lines;
        if (take.events.size() < TakeEvents)
            break;
    }
    if (now >= m_nextBookmark && now < m_deadline) {
        planBookmark(now);
        // A version yet to come is not confirmed.
        if (m_position.after <= m_history.newest(m_resource)) {
            lines += m_setup.view.bookmark(m_position.after, false, m_isFirst);
            m_isFirst = false;
        }
    }
    return lines;
}

Instant WatchStream::nextTime() const
{
    if (m_phase == Phase::Waiting)
        return std::min(m_patience, m_deadline);
    return std::min(m_nextBookmark, m_deadline);
}

std::string WatchStream::fail(const Status &status)
{
    m_phase = Phase::Over;
    return View::error(status.json());
}

void WatchStream::append(std::string &lines, const StorageEvent &event, WallTime wallNow)
{
    const bool was = event.previous && isSelected(*event.previous);
    const bool is = event.type != StorageEvent::Type::Deleted && isSelected(*event.object);
    if (was && is)
        appendEvent(lines, "MODIFIED", *event.object, wallNow);
    else if (is)
        appendEvent(lines, "ADDED", *event.object, wallNow);
    else if (was && event.type == StorageEvent::Type::Deleted)
        appendEvent(lines, "DELETED", *event.object, wallNow);
    else if (was) // It left the selection: the old object, under the revision at which it left.
        appendEvent(lines, "DELETED", event.previous->atRevision(event.object->revision), wallNow);
}

void WatchStream::appendEvent(std::string &lines, const char *type, const StoredObject &object, WallTime wallNow)
{
    m_setup.view.appendEvent(lines, type, object, m_isFirst, wallNow);
    m_isFirst = false;
}

bool WatchStream::isSelected(const StoredObject &object) const
{
    return (m_setup.nameSpace.empty() || object.nameSpace == m_setup.nameSpace) && m_setup.selector.matches(object);
}

void WatchStream::planBookmark(Instant now)
{
    if (!m_setup.options.allowBookmarks || !m_setup.view.type().isCached) {
        m_nextBookmark = m_deadline;
        return;
    }
    const Instant regular = now + m_setup.bookmarkInterval;
    const Instant last = m_deadline - LastBookmark;
    m_nextBookmark = last > now ? std::min(regular, last) : regular;
}

} // namespace wk::apiserver
