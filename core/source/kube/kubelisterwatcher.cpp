// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/kubelisterwatcher.h"

#include "core/base/limits.h"
#include "core/resource/bodystore.h"
#include "core/resource/objectjson.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds BookmarkSilence{150}; ///< two and a half of the bookmarks that come once a minute
constexpr seconds OverdueClose{30};
constexpr seconds FrameTime{60};
constexpr std::size_t LargePage = 16 * limits::MiB; ///< no page of 500 objects comes near
constexpr seconds InitialTime{30};                  ///< for the mark behind the initial events (C13)

constexpr char TableAccept[] = "application/json;as=Table;v=v1;g=meta.k8s.io";
constexpr char TableOrPlainAccept[] = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";
constexpr char MetadataAccept[] = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
constexpr char MetadataListAccept[] = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";
constexpr char PlainAccept[] = "application/json";

QByteArray bytes(const std::string &text)
{
    return QByteArray::fromStdString(text);
}

Error tooLong()
{
    return {ErrorKind::TooLarge,
            "A single event is larger than " + std::to_string(limits::FrameBytes / limits::MiB) + " MiB.",
            {}};
}

/// The server's answer to being asked for initial events: it shall not be asked again.
bool refusesInitial(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::MethodNotAllowed:
    case ErrorKind::Invalid:   // 422: no such option, or the feature is off
    case ErrorKind::Forbidden: // to watch; listing may be allowed
    case ErrorKind::NotAcceptable:
    case ErrorKind::NotKubernetes:
    case ErrorKind::BrokenFrame: // one object that cannot be read does not cost a list the others
    case ErrorKind::TooLarge: return true;
    default: return false;
    }
}

/// What a list in pages may get through, where a stream does not.
bool mayBeTheStreams(ErrorKind kind)
{
    return kind == ErrorKind::ConnectionLost || kind == ErrorKind::TimedOut || kind == ErrorKind::ServerError;
}

} // namespace

std::string collectionPath(const WatchScope &scope)
{
    const GroupVersionResource &gvr = scope.resource.gvr;
    std::string path = gvr.group.empty() ? "/api/" + gvr.version : "/apis/" + gvr.group + "/" + gvr.version;
    if (!scope.ns.empty())
        path += "/namespaces/" + scope.ns;
    return path + "/" + gvr.resource;
}

KubeListerWatcher::KubeListerWatcher(Transport &transport, Clock &clock, WatchScope scope, Rendering rendering,
                                     std::unique_ptr<BodyWriter> bodies)
    : m_transport(transport)
    , m_clock(clock)
    , m_scope(std::move(scope))
    , m_rendering(rendering)
    , m_isSecret(isWithheld(m_scope.resource))
    , m_decoder(m_scope.resource, m_isSecret || rendering == Rendering::Metadata ? nullptr
                                  : bodies                                       ? std::move(bodies)
                                                                                 : std::make_unique<BodyStore>())
{}

KubeListerWatcher::~KubeListerWatcher() = default;

void KubeListerWatcher::list(const ListOptions &options)
{
    stop();
    m_listOptions = options;
    const bool isWhole = options.continueToken.empty() && options.watchTimeout > seconds(0);
    if (isWhole && m_mayStream && !std::exchange(m_isPlainOnce, false) && m_streamsLists && m_streamsLists())
        sendStream();
    else
        sendList();
}

void KubeListerWatcher::watch(const WatchOptions &options)
{
    if (m_doing == Doing::Streamed && options.from == m_initialVersion) {
        m_doing = Doing::Watching; // its head has long come: whoever is telling the list tells that next
        m_watchOptions = options;
        return;
    }
    stop();
    m_watchOptions = options;
    sendWatch();
}

void KubeListerWatcher::stop()
{
    m_doing = Doing::Nothing;
    m_turn = std::make_shared<const bool>(true);
    m_call.reset();
    m_frameAlarm.cancel();
    m_isFrameTimed = false;
    m_initialAlarm.cancel();
    m_initial = {};
    m_frames.reset();
    std::string().swap(m_page);
}

QByteArray KubeListerWatcher::accept() const
{
    if (m_rendering == Rendering::Table)
        return m_isSecret ? TableAccept : TableOrPlainAccept;
    // A server refuses to make a list of one object, and does not fall back on the second kind (400).
    const bool isOfList = m_doing == Doing::Listing && m_listOptions.name.empty();
    const QByteArray metadata = isOfList ? MetadataListAccept : MetadataAccept;
    if (m_isSecret)
        return metadata;
    return m_rendering == Rendering::Metadata ? QByteArray(metadata + ',' + PlainAccept) : QByteArray(PlainAccept);
}

HttpRequest KubeListerWatcher::request(RequestLane lane) const
{
    HttpRequest request;
    request.lane = lane;
    request.path = bytes(collectionPath(m_scope));
    request.accept = accept();
    if (!m_scope.labelSelector.empty())
        request.query.emplace_back("labelSelector", bytes(m_scope.labelSelector));
    if (!m_scope.fieldSelector.empty())
        request.query.emplace_back("fieldSelector", bytes(m_scope.fieldSelector));
    if (m_rendering == Rendering::Table)
        request.query.emplace_back("includeObject", m_isSecret ? "Metadata" : "Object");
    return request;
}

void KubeListerWatcher::sendList()
{
    m_doing = Doing::Listing;
    HttpRequest wanted = request(RequestLane::List);
    if (!m_listOptions.name.empty())
        wanted.path += '/' + bytes(m_listOptions.name);
    else if (m_listOptions.limit > 0)
        wanted.query.emplace_back("limit", QByteArray::number(m_listOptions.limit));
    if (!m_listOptions.continueToken.empty())
        wanted.query.emplace_back("continue", bytes(m_listOptions.continueToken));
    m_call = m_transport.get(std::move(wanted), this);
}

HttpRequest KubeListerWatcher::streamRequest() const
{
    HttpRequest wanted = request(RequestLane::Watch);
    wanted.query.emplace_back("watch", "true");
    wanted.query.emplace_back("allowWatchBookmarks", "true");
    return wanted;
}

void KubeListerWatcher::sendStream()
{
    m_doing = Doing::Streaming;
    HttpRequest wanted = streamRequest();
    wanted.query.emplace_back("sendInitialEvents", "true");
    wanted.query.emplace_back("resourceVersionMatch", "NotOlderThan");
    openStream(std::move(wanted), m_listOptions.watchTimeout);
}

void KubeListerWatcher::sendWatch()
{
    m_doing = Doing::Watching;
    HttpRequest wanted = streamRequest();
    if (!m_watchOptions.from.isEmpty())
        wanted.query.emplace_back("resourceVersion", bytes(m_watchOptions.from.text()));
    openStream(std::move(wanted), m_watchOptions.timeout);
}

void KubeListerWatcher::openStream(HttpRequest wanted, seconds timeout)
{
    m_frames.emplace(limits::FrameBytes);
    wanted.silence = m_hasShownBookmark ? BookmarkSilence : OverdueClose;
    if (timeout > seconds(0)) {
        wanted.query.emplace_back("timeoutSeconds", QByteArray::number(qint64(timeout.count())));
        if (!m_hasShownBookmark)
            wanted.silence += timeout;
    }
    m_call = m_transport.get(std::move(wanted), this);
}

void KubeListerWatcher::head(const HttpHead &head)
{
    if (head.status != 200)
        return;
    if (m_doing == Doing::Watching)
        m_observer->watchOpened();
    else if (m_doing == Doing::Streaming)
        m_initialAlarm = m_clock.after(InitialTime, [this] { listPlainly(); });
}

void KubeListerWatcher::body(QByteArrayView bytes)
{
    const std::string_view text(bytes.data(), std::size_t(bytes.size()));
    if (m_doing == Doing::Listing) {
        // A string that grows by doubling holds two copies for a moment; memory that is not touched costs nothing.
        if (m_page.size() + text.size() > LargePage)
            m_page.reserve(limits::ListPageBytes);
        m_page.append(text);
    } else if (m_frames) {
        m_frames->append(text);
        takeLines();
    }
}

Decoder::Lines KubeListerWatcher::readLines()
{
    std::vector<std::string_view> lines;
    while (const auto line = m_frames->next())
        lines.push_back(*line);
    const auto place = m_doing == Doing::Streaming ? Decoder::Place::Initial : Decoder::Place::Watch;
    Decoder::Lines decoded = m_decoder.events(lines, m_frames->readableBehind(), place);
    if (m_frames->isTooLong() && !decoded.broken)
        decoded.broken = tooLong();
    return decoded;
}

void KubeListerWatcher::takeLines()
{
    Decoder::Lines lines = readLines();
    noteBookmarks(lines.events);
    watchFrameTime(!lines.events.empty());
    if (m_doing == Doing::Streaming && !takeInitial(lines))
        return;

    // What is told may stop us, make us ask for something else, or destroy us.
    const std::weak_ptr<const bool> turn = m_turn;
    if (!lines.events.empty())
        m_observer->eventsArrived(std::move(lines.events));
    if (lines.broken && !turn.expired())
        endWatch(std::move(lines.broken));
}

/// Whether the list is whole and told, and what is left of the lines belongs to the watch that goes on.
bool KubeListerWatcher::takeInitial(Decoder::Lines &lines)
{
    const auto isLast = [](const WatchEvent &event) { return event.endsInitial || event.type == EventType::Error; };
    const auto last = std::find_if(lines.events.begin(), lines.events.end(), isLast);
    std::for_each(lines.events.begin(), last, [this](WatchEvent &event) { m_initial.take(event); });
    if (last == lines.events.end()) {
        if (lines.broken)
            listPlainly();
        else
            tellArriving(lines.events);
        return false;
    }
    if (last->type == EventType::Error) {
        streamFailed(Error(last->error), Next::Plain); // it may be about the stream, whatever it says
        return false;
    }
    m_initial.take(*last);
    const ResourceVersion version = last->version;
    lines.events.erase(lines.events.begin(), last + 1);
    return tellInitial(version);
}

void KubeListerWatcher::tellArriving(const std::vector<WatchEvent> &events)
{
    const ListPage some = m_initial.pageOf(events);
    if (!some.objects.empty())
        m_observer->arriving(some.columns, some.objects);
    m_observer->listing(m_initial.size());
}

/// Whether the list's reader goes on to watch from it.
bool KubeListerWatcher::tellInitial(const ResourceVersion &version)
{
    m_initialAlarm.cancel();
    m_initialVersion = version;
    m_doing = Doing::Streamed;
    const std::weak_ptr<const bool> turn = m_turn;
    m_observer->listed(std::exchange(m_initial, {}).page(version));
    if (turn.expired())
        return false;
    if (m_doing != Doing::Watching) {
        stop();
        return false;
    }
    m_observer->watchOpened();
    return !turn.expired();
}

void KubeListerWatcher::listPlainly()
{
    m_mayStream = false;
    stop();
    sendList();
}

void KubeListerWatcher::streamFailed(const Error &error, Next next)
{
    if (refusesInitial(error.kind))
        return listPlainly();
    m_isPlainOnce = next == Next::Plain;
    stop();
    m_observer->listFailed(error);
}

void KubeListerWatcher::noteBookmarks(const std::vector<WatchEvent> &events)
{
    const auto isBookmark = [](const WatchEvent &event) {
        // The mark behind the initial events promises no others: kinds without a watch cache send none.
        return event.type == EventType::Bookmark && !event.endsInitial;
    };
    if (m_hasShownBookmark || std::none_of(events.begin(), events.end(), isBookmark))
        return;
    m_hasShownBookmark = true;
    m_call->setSilence(BookmarkSilence);
}

void KubeListerWatcher::watchFrameTime(bool hasTakenLines)
{
    if (m_frames->tailBytes() == 0) {
        m_frameAlarm.cancel();
        m_isFrameTimed = false;
    } else if (hasTakenLines || !m_isFrameTimed) {
        m_isFrameTimed = true;
        m_frameAlarm = m_clock.after(FrameTime, [this] {
            endWatch(Error{ErrorKind::TimedOut,
                           "One event has been arriving for over " + std::to_string(FrameTime.count()) + " s.",
                           {}});
        });
    }
}

void KubeListerWatcher::finished(std::optional<Error> error)
{
    const bool isRefusedTable = error && error->kind == ErrorKind::NotAcceptable && m_rendering == Rendering::Table;
    if (isRefusedTable)
        m_rendering = Rendering::Plain;
    if (m_doing == Doing::Listing)
        isRefusedTable ? sendList() : listFinished(std::move(error));
    else if (m_doing == Doing::Watching)
        isRefusedTable ? sendWatch() : watchFinished(std::move(error));
    else if (m_doing == Doing::Streaming)
        isRefusedTable ? sendStream() : initialFinished(error);
}

/// Before its mark came. In order: the server does not know what it was asked for.
void KubeListerWatcher::initialFinished(const std::optional<Error> &error)
{
    if (error)
        streamFailed(*error, mayBeTheStreams(error->kind) ? Next::Plain : Next::AsIs);
    else
        listPlainly();
}

void KubeListerWatcher::listFinished(std::optional<Error> error)
{
    const std::string text = std::exchange(m_page, {});
    stop();
    if (error) {
        m_observer->listFailed(*std::move(error));
        return;
    }
    auto page = m_listOptions.name.empty() ? m_decoder.page(text) : m_decoder.object(text);
    if (page)
        m_observer->listed(std::move(page).value());
    else
        m_observer->listFailed(page.error());
}

void KubeListerWatcher::watchFinished(std::optional<Error> error)
{
    if (!error && m_frames->tailBytes() > 0)
        error = Error{ErrorKind::BrokenFrame, "The stream ended in the middle of an event.", {}};
    endWatch(std::move(error));
}

void KubeListerWatcher::endWatch(std::optional<Error> error)
{
    stop();
    m_observer->watchEnded(std::move(error));
}

} // namespace wk
