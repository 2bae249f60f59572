// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/etcd/etcdlisterwatcher.h"

#include "core/cluster/etcd/etcdrequest.h"

#include <algorithm>
#include <utility>

/// Whether a watch of etcd is alive, and of the history that was seen.
namespace wk {

namespace {

constexpr int MostMissedLooks = 2;

/// Asking again would bring no other answer.
bool isRefused(ErrorKind kind)
{
    return kind == ErrorKind::Forbidden || kind == ErrorKind::Invalid || kind == ErrorKind::TooLarge;
}

Result<EtcdRangeReply> readOf(EtcdReplyReader &reader, const Result<QByteArray> &answer)
{
    if (!answer)
        return answer.error();
    return reader.range({answer->constData(), static_cast<std::size_t>(answer->size())});
}

} // namespace

/// Up to there all was told, or listed.
std::int64_t EtcdListerWatcher::newestKnown() const
{
    return std::max(m_told, m_history.newestChange());
}

void EtcdListerWatcher::check()
{
    if (m_history.newestChange() > 0)
        checkAsOf(newestKnown());
}

/// Asks for the newest key that was seen as it was then: another history has it not so.
void EtcdListerWatcher::checkAsOf(std::int64_t revision)
{
    m_isChecking = true;
    EtcdRangeQuery query;
    query.keys = {m_history.newestKey()};
    query.revision = revision;
    m_check = std::make_unique<DocumentFetch>(
        m_transport, etcdRange(query),
        [this, revision](const Result<QByteArray> &answer) { checked(revision, answer); });
}

void EtcdListerWatcher::checked(std::int64_t revision, const Result<QByteArray> &answer)
{
    m_isChecking = false;
    const auto reply = readOf(m_reader, answer);
    if (m_history.isAnother(reply))
        return tellVersion(m_told - 1);
    if (reply) {
        m_history.see(reply->header); // it counts its elections anew
        return tellHeld();
    }
    const bool isCompacted = reply.error().kind == ErrorKind::Expired;
    if (isCompacted && revision == newestKnown())
        return checkAsOf(revision + 1); // where the watch begins the history is still there
    if (isCompacted || isRefused(reply.error().kind))
        return tellHeld();
    Error error = reply.error(); // what is held is told by nobody, and comes again
    error.text = "The watch is open, but etcd does not say whose history it is: " + error.text;
    endWatch(std::move(error));
}

/// Tells that all up to there is known. Where that is behind what was told, history went back.
void EtcdListerWatcher::tellVersion(std::int64_t revision)
{
    WatchEvent bookmark;
    bookmark.type = EventType::Bookmark;
    bookmark.version = ResourceVersion(std::to_string(std::min(revision, m_told - 1)));
    std::vector<WatchEvent> events;
    events.push_back(std::move(bookmark));
    m_observer->eventsArrived(std::move(events));
}

void EtcdListerWatcher::look()
{
    EtcdRangeQuery query;
    query.keys = {m_ranges.front().key};
    query.isCounted = true;
    // While the answer is on its way the watch may tell more.
    m_look = std::make_unique<DocumentFetch>(
        m_transport, etcdRange(query),
        [this, seen = m_history.seen()](const Result<QByteArray> &answer) { looked(seen, answer); });
    m_nextLook = m_clock.after(LookEvery, [this] { look(); });
}

void EtcdListerWatcher::looked(EtcdHeader seen, const Result<QByteArray> &answer)
{
    m_look.reset();
    const auto reply = readOf(m_reader, answer);
    if (reply) {
        m_missedLooks = 0;
        if (EtcdHistory::hasGoneBack(reply->header, seen))
            tellVersion(reply->header.revision);
        else if (!EtcdHistory::goesOn(reply->header, seen) && !m_isChecking)
            check();
        return;
    }
    if (reply.error().kind == ErrorKind::Cancelled || ++m_missedLooks < MostMissedLooks)
        return;
    Error error = reply.error();
    error.text = "The watch is open, but etcd does not answer: " + error.text;
    endWatch(std::move(error));
}

} // namespace wk
