// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/kubelisterwatcher.h"

#include "core/base/limits.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds BookmarkSilence{150}; ///< two and a half of the bookmarks that come once a minute
constexpr seconds OverdueClose{30};
constexpr seconds FrameTime{60};

constexpr char TableAccept[] = "application/json;as=Table;v=v1;g=meta.k8s.io";
constexpr char TableOrPlainAccept[] = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";
constexpr char MetadataAccept[] = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
constexpr char MetadataListAccept[] = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";
constexpr char PlainAccept[] = "application/json";

bool isSecret(const ResourceInfo &resource)
{
    return resource.gvr.group.empty() && resource.gvr.resource == "secrets";
}

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

} // namespace

std::string collectionPath(const KubeScope &scope)
{
    const GroupVersionResource &gvr = scope.resource.gvr;
    std::string path = gvr.group.empty() ? "/api/" + gvr.version : "/apis/" + gvr.group + "/" + gvr.version;
    if (!scope.ns.empty())
        path += "/namespaces/" + scope.ns;
    return path + "/" + gvr.resource;
}

KubeListerWatcher::KubeListerWatcher(Transport &transport, Clock &clock, KubeScope scope, Rendering rendering)
    : m_transport(transport)
    , m_clock(clock)
    , m_scope(std::move(scope))
    , m_rendering(rendering)
    , m_isSecret(isSecret(m_scope.resource))
    , m_decoder(m_scope.resource, m_isSecret ? Decoder::Bodies::Drop : Decoder::Bodies::Keep)
{}

KubeListerWatcher::~KubeListerWatcher() = default;

void KubeListerWatcher::list(const ListOptions &options)
{
    stop();
    m_listOptions = options;
    sendList();
}

void KubeListerWatcher::watch(const WatchOptions &options)
{
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
    m_frames.reset();
    std::string().swap(m_page);
}

QByteArray KubeListerWatcher::accept() const
{
    if (m_rendering == Rendering::Table)
        return m_isSecret ? TableAccept : TableOrPlainAccept;
    if (m_isSecret)
        return m_doing == Doing::Listing ? MetadataListAccept : MetadataAccept;
    return PlainAccept;
}

HttpRequest KubeListerWatcher::request(Lane lane) const
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
    HttpRequest wanted = request(Lane::List);
    if (m_listOptions.limit > 0)
        wanted.query.emplace_back("limit", QByteArray::number(m_listOptions.limit));
    if (!m_listOptions.continueToken.empty())
        wanted.query.emplace_back("continue", bytes(m_listOptions.continueToken));
    m_call = m_transport.get(std::move(wanted), this);
}

void KubeListerWatcher::sendWatch()
{
    m_doing = Doing::Watching;
    m_frames.emplace(limits::FrameBytes);
    HttpRequest wanted = request(Lane::Watch);
    wanted.query.emplace_back("watch", "true");
    wanted.query.emplace_back("allowWatchBookmarks", "true");
    if (!m_watchOptions.from.isEmpty())
        wanted.query.emplace_back("resourceVersion", bytes(m_watchOptions.from.text()));
    wanted.silence = m_hasShownBookmark ? BookmarkSilence : OverdueClose;
    if (m_watchOptions.timeout > seconds(0)) {
        wanted.query.emplace_back("timeoutSeconds", QByteArray::number(qint64(m_watchOptions.timeout.count())));
        if (!m_hasShownBookmark)
            wanted.silence += m_watchOptions.timeout;
    }
    m_call = m_transport.get(std::move(wanted), this);
}

void KubeListerWatcher::head(const HttpHead &head)
{
    if (m_doing == Doing::Watching && head.status == 200)
        m_observer->watchOpened();
}

void KubeListerWatcher::body(QByteArrayView bytes)
{
    const std::string_view text(bytes.data(), std::size_t(bytes.size()));
    if (m_doing == Doing::Listing) {
        m_page.append(text);
    } else if (m_doing == Doing::Watching) {
        m_frames->append(text);
        takeLines();
    }
}

void KubeListerWatcher::takeLines()
{
    std::vector<WatchEvent> events;
    std::optional<Error> broken;
    while (const auto line = broken ? std::nullopt : m_frames->next()) {
        auto event = m_decoder.event(*line);
        if (!event)
            broken = event.error();
        else
            events.push_back(std::move(event).value());
    }
    if (m_frames->isTooLong())
        broken = tooLong();
    noteBookmarks(events);
    watchFrameTime(!events.empty());

    // What is told may stop us, make us ask for something else, or destroy us.
    const std::weak_ptr<const bool> turn = m_turn;
    if (!events.empty())
        m_observer->eventsArrived(std::move(events));
    if (broken && !turn.expired())
        endWatch(std::move(broken));
}

void KubeListerWatcher::noteBookmarks(const std::vector<WatchEvent> &events)
{
    const auto isBookmark = [](const WatchEvent &event) { return event.type == EventType::Bookmark; };
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
}

void KubeListerWatcher::listFinished(std::optional<Error> error)
{
    const std::string text = std::exchange(m_page, {});
    stop();
    if (error) {
        m_observer->listFailed(*std::move(error));
        return;
    }
    auto page = m_decoder.page(text);
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
