// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/etcd/etcdlisterwatcher.h"

#include "core/base/limits.h"
#include "core/cluster/etcd/etcdguard.h"
#include "core/resource/bodystore.h"
#include "core/source/etcd/etcdtable.h"

#include <QByteArray>

#include <algorithm>
#include <iterator>
#include <utility>

namespace wk {

namespace {

std::string_view textOf(QByteArrayView bytes)
{
    return {bytes.data(), static_cast<std::size_t>(bytes.size())};
}

/// Of any kind, as far as a decoder is concerned.
ResourceInfo keysAsResource()
{
    ResourceInfo resource;
    resource.gvr.version = GroupVersionResource::KeysVersion;
    return resource;
}

} // namespace

EtcdListerWatcher::EtcdListerWatcher(Transport &transport, Clock &clock, const WatchScope &scope,
                                     std::unique_ptr<BodyWriter> bodies, EtcdSecrets secrets)
    : m_transport(transport)
    , m_clock(clock)
    , m_prefix(etcdPrefixOf(scope))
    , m_ranges(etcdRangesOf(m_prefix))
    , m_areSecrets(isOfSecretKeys(m_prefix))
    , m_hasSelector(!scope.labelSelector.empty() || !scope.fieldSelector.empty())
    , m_secrets(secrets)
    , m_decoder(keysAsResource(), m_areSecrets ? nullptr
                                  : bodies     ? std::move(bodies)
                                               : std::make_unique<BodyStore>())
{}

EtcdListerWatcher::~EtcdListerWatcher() = default;

void EtcdListerWatcher::stop()
{
    m_doing = Doing::Nothing;
    m_turn = std::make_shared<const bool>(true);
    m_call.reset();
    m_look.reset();
    m_nextLook.cancel();
    m_merged.cancel();
    m_check.reset();
    m_held.clear();
    m_isInPieces = false;
    m_isChecking = false;
    m_frames.reset();
    std::string().swap(m_page);
}

void EtcdListerWatcher::list(const ListOptions &options)
{
    stop();
    m_listOptions = options;
    m_doing = Doing::Listing;
    if (options.continueToken.empty()) {
        m_history = {}; // whatever it says is the truth
        m_toldOfIt.clear();
        return sendList({0, 0, m_ranges.front().key});
    }
    sendList(EtcdPlace::of(options.continueToken).value_or(EtcdPlace{0, m_ranges.size(), {}}));
}

void EtcdListerWatcher::sendList(const EtcdPlace &place)
{
    m_place = place;
    EtcdRangeQuery query;
    query.limit = m_listOptions.limit;
    query.revision = place.revision;
    query.isOfKeysOnly = m_areSecrets;
    if (!m_listOptions.name.empty()) {
        const bool isWhole = m_listOptions.name.starts_with(m_prefix);
        query.keys = {isWhole ? m_listOptions.name : m_prefix + m_listOptions.name};
    } else if (place.range < m_ranges.size()) {
        query.keys = {place.key, m_ranges[place.range].end};
    }
    m_call = m_transport.get(etcdRange(query), this);
}

void EtcdListerWatcher::watch(const WatchOptions &options)
{
    stop();
    m_doing = Doing::Watching;
    const auto from = static_cast<std::int64_t>(options.from.number());
    if (from != m_told)
        m_toldOfIt.clear();
    m_told = from;
    m_created = 0;
    m_missedLooks = 0;
    m_isMerging = m_ranges.size() > 1;
    m_frames.emplace(limits::FrameBytes);
    // The other range may have more of the revision that was told last.
    m_call = m_transport.get(etcdWatch(m_ranges, m_toldOfIt.empty() ? m_told + 1 : m_told), this);
    m_nextLook = m_clock.after(LookEvery, [this] { look(); });
}

void EtcdListerWatcher::body(QByteArrayView bytes)
{
    if (m_doing == Doing::Listing) {
        m_page.append(textOf(bytes));
    } else if (m_frames) {
        m_frames->append(textOf(bytes));
        takeLines();
    }
}

void EtcdListerWatcher::finished(std::optional<Error> error)
{
    if (m_doing == Doing::Listing)
        return listFinished(std::move(error));
    if (m_doing != Doing::Watching)
        return;
    const std::weak_ptr<const bool> turn = m_turn;
    if (!error && m_frames && m_frames->tailBytes() > 0) { // the gateway's last word has no newline
        m_frames->append("\n");
        takeLines();
    }
    if (!turn.expired())
        endWatch(std::move(error));
}

void EtcdListerWatcher::listFinished(std::optional<Error> error)
{
    const std::string text = std::exchange(m_page, {});
    m_call.reset();
    if (!error && m_hasSelector)
        error = Error{ErrorKind::Invalid, "etcd knows no selectors of labels or fields.", m_prefix, 400};
    auto page = error ? Result<ListPage>(*error) : readPage(text);
    m_doing = Doing::Nothing;
    if (page)
        m_observer->listed(std::move(page).value());
    else
        m_observer->listFailed(page.error());
}

Result<ListPage> EtcdListerWatcher::readPage(std::string_view text)
{
    auto found = m_reader.range(text);
    if (!found)
        return found.error();
    EtcdRangeReply reply = std::move(found).value();
    m_history.see(reply.header);
    std::ranges::for_each(reply.keys, [this](const EtcdKeyValue &key) { m_history.see(key); });
    // Of the pages of one list the header says what is now, and the keys what was then.
    if (m_place.revision > 0)
        reply.header.revision = m_place.revision;
    if (!m_listOptions.name.empty()) {
        if (reply.keys.empty())
            return Error{ErrorKind::NotFound, "etcd has no such key.", m_prefix + m_listOptions.name, 404};
        reply.header.revision = reply.keys.front().modified;
    }
    auto read = m_decoder.page(etcdtable::page(reply, tokenBehind(reply), m_areSecrets, m_secrets));
    if (!read)
        return read.error();
    ListPage page = std::move(read).value();
    page.wireBytes = text.size();
    if (reply.hasMore)
        page.remaining = reply.count - static_cast<std::int64_t>(reply.keys.size());
    return page;
}

/// Where the next page begins; empty behind the last.
std::string EtcdListerWatcher::tokenBehind(const EtcdRangeReply &reply) const
{
    if (!m_listOptions.name.empty())
        return {};
    EtcdPlace next{reply.header.revision, m_place.range, {}};
    if (reply.hasMore && !reply.keys.empty()) {
        next.key = reply.keys.back().key + '\0';
        return next.token();
    }
    ++next.range;
    if (next.range >= m_ranges.size())
        return {};
    next.key = m_ranges[next.range].key;
    return next.token();
}

void EtcdListerWatcher::takeLines()
{
    // What is told may stop us, make us ask for something else, or destroy us.
    const std::weak_ptr<const bool> turn = m_turn;
    std::string lines;
    while (const auto line = m_frames->next()) {
        if (!takeLine(*line, lines) || turn.expired())
            return;
    }
    const bool isTooLong = m_frames->isTooLong();
    tell(lines);
    if (isTooLong && !turn.expired())
        endWatch(Error{ErrorKind::TooLarge, "A line of the watch is longer than any that etcd sends.", "etcd"});
}

bool EtcdListerWatcher::takeLine(std::string_view text, std::string &lines)
{
    auto found = m_reader.watchLine(text);
    auto error = found ? endOf(*found) : found.error();
    const std::weak_ptr<const bool> turn = m_turn;
    if (!error) {
        EtcdWatchReply reply = std::move(found).value();
        m_missedLooks = 0;
        if (reply.isCreated && !created())
            return false;
        // A member that lags says less than others have said: the cluster is asked, with the word of most members.
        if (EtcdHistory::goesOn(reply.header, m_history.seen()))
            m_history.see(reply.header);
        else if (!m_isChecking && !m_look)
            m_history.newestChange() > 0 ? check() : look();
        error = takeEvents(reply, lines);
    }
    if (!error)
        return true;
    tell(std::exchange(lines, {}));
    if (!turn.expired())
        endWatch(std::move(error));
    return false;
}

/// One of the watches of the stream has begun. False when whoever hears of it has ended it.
bool EtcdListerWatcher::created()
{
    if (++m_created < m_ranges.size())
        return true;
    if (m_isMerging) {
        m_merged = m_clock.after(MergeTime, [this] {
            m_isMerging = false;
            tellHeld();
        });
    }
    check();
    const std::weak_ptr<const bool> turn = m_turn;
    m_observer->watchOpened();
    return !turn.expired();
}

std::optional<Error> EtcdListerWatcher::takeEvents(EtcdWatchReply &reply, std::string &lines)
{
    std::ranges::move(reply.events, std::back_inserter(m_held));
    m_isInPieces = reply.isPiece;
    if (m_isMerging || m_isChecking)
        return {};
    if (auto error = takeHeld(lines))
        return error;
    const bool isProgress = reply.events.empty() && !reply.isCreated && reply.watch >= 0;
    if (isProgress && m_ranges.size() == 1 && m_held.empty() && reply.header.revision > m_told) {
        m_told = reply.header.revision;
        lines.append(etcdtable::bookmark(m_told)).append("\n");
    }
    return {};
}

/// All of a revision or nothing: the watch goes on from behind the last that was told.
std::optional<Error> EtcdListerWatcher::takeHeld(std::string &lines)
{
    const std::int64_t open = m_isInPieces && !m_held.empty() ? m_held.back().now.modified : 0;
    std::size_t told = 0;
    for (; told < m_held.size() && m_held[told].now.modified != open; ++told) {
        const EtcdEvent &event = m_held[told];
        if (event.now.modified < m_told)
            return Error{ErrorKind::Expired,
                         "etcd told revision " + std::to_string(event.now.modified) + " after " +
                             std::to_string(m_told) + ".",
                         "etcd"};
        if (event.now.modified > m_told)
            m_toldOfIt.clear();
        m_told = event.now.modified;
        if (m_ranges.size() > 1 && !m_toldOfIt.insert(event.now.key).second)
            continue; // it is where the watch began again
        m_history.see(event);
        lines.append(etcdtable::line(event, m_secrets)).append("\n");
    }
    m_held.erase(m_held.begin(), m_held.begin() + static_cast<std::ptrdiff_t>(told));
    return {};
}

void EtcdListerWatcher::tellHeld()
{
    if (m_isMerging || m_isChecking)
        return;
    if (m_ranges.size() > 1)
        std::ranges::stable_sort(m_held, {}, [](const EtcdEvent &event) { return event.now.modified; });
    std::string lines;
    const std::weak_ptr<const bool> turn = m_turn;
    auto error = takeHeld(lines);
    tell(lines);
    if (error && !turn.expired())
        endWatch(std::move(error));
}

void EtcdListerWatcher::tell(const std::string &lines)
{
    if (lines.empty())
        return;
    std::vector<std::string_view> all;
    for (std::size_t at = 0; at < lines.size();) {
        const std::size_t end = lines.find('\n', at);
        all.push_back(std::string_view(lines).substr(at, end - at));
        at = end + 1;
    }
    Decoder::Lines decoded = m_decoder.events(all, 0, Decoder::Place::Alone);
    const std::weak_ptr<const bool> turn = m_turn;
    if (!decoded.events.empty())
        m_observer->eventsArrived(std::move(decoded.events));
    if (decoded.broken && !turn.expired())
        endWatch(std::move(decoded.broken));
}

void EtcdListerWatcher::endWatch(std::optional<Error> error)
{
    stop();
    m_observer->watchEnded(std::move(error));
}

} // namespace wk
