// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/cluster/transport.h"
#include "core/source/kube/decoder.h"
#include "core/source/kube/framesplitter.h"
#include "core/source/kube/initialstate.h"
#include "core/source/listerwatcher.h"
#include "core/source/watchscope.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace wk {

/// "/api/v1/pods", "/apis/apps/v1/namespaces/shop/deployments".
std::string collectionPath(const WatchScope &scope);

/// ListerWatcher over a Kubernetes API server. Asks for Tables with the whole object in each row, and falls back to
/// plain JSON where a server refuses (406) or ignores that; of Secrets it never asks for more than metadata, and keeps
/// no body. Where the server offers it, a whole list that a watch follows is that watch's initial events (WatchList,
/// C13); a server that refuses, does not mark their end within 30 s or does not keep to it is asked for plain lists
/// from then on. Worker thread. Idle streams end as C22 says: 150 s after one that has shown a bookmark has gone
/// silent, else when the server should have closed it 30 s ago; a frame that takes over a minute to arrive ends it, too
/// (N12).
class KubeListerWatcher : public ListerWatcher, private HttpObserver
{
public:
    /// Metadata: objects without their bodies, where the server can tell them apart; for one who only lists.
    enum class Rendering { Table, Plain, Metadata };

    /// `bodies` keeps the objects' JSON; null: each is kept by itself.
    KubeListerWatcher(Transport &transport, Clock &clock, WatchScope scope, Rendering rendering = Rendering::Table,
                      std::unique_ptr<BodyWriter> bodies = nullptr);
    ~KubeListerWatcher() override;

    /// Asked before each whole list: whether initial events are worth asking for. Without it they are not.
    void setStreamsLists(std::function<bool()> streamsLists) { m_streamsLists = std::move(streamsLists); }

    void setObserver(SourceObserver *observer) override { m_observer = observer; }
    bool canWatch() const override { return !m_scope.resource.isOnlyListed(); }
    void list(const ListOptions &options) override;
    void watch(const WatchOptions &options) override;
    void stop() override;

private:
    enum class Doing {
        Nothing,
        Listing,
        Streaming, ///< a list, from a watch's initial events
        Streamed,  ///< that list is being told; its watch may be taken over
        Watching
    };
    void head(const HttpHead &head) override;
    void body(QByteArrayView bytes) override;
    void finished(std::optional<Error> error) override;

    HttpRequest request(RequestLane lane) const;
    HttpRequest streamRequest() const;
    QByteArray accept() const;
    void sendList();
    void sendStream();
    void sendWatch();
    void openStream(HttpRequest wanted, std::chrono::seconds timeout);
    void takeLines();
    Decoder::Lines readLines();
    bool takeInitial(Decoder::Lines &lines);
    void tellArriving(const std::vector<WatchEvent> &events);
    bool tellInitial(const ResourceVersion &version);
    void listPlainly();
    enum class Next { AsIs, Plain };
    void streamFailed(const Error &error, Next next);
    void noteBookmarks(const std::vector<WatchEvent> &events);
    void watchFrameTime(bool hasTakenLines);
    void listFinished(std::optional<Error> error);
    void initialFinished(const std::optional<Error> &error);
    void watchFinished(std::optional<Error> error);
    void endWatch(std::optional<Error> error);

    Transport &m_transport;
    Clock &m_clock;
    WatchScope m_scope;
    Rendering m_rendering;
    bool m_isSecret;
    Decoder m_decoder;
    SourceObserver *m_observer = nullptr;

    Doing m_doing = Doing::Nothing;
    ListOptions m_listOptions;
    WatchOptions m_watchOptions;
    std::unique_ptr<HttpCall> m_call;
    std::string m_page;
    std::function<bool()> m_streamsLists;
    bool m_mayStream = true;    ///< no list of initial events has gone wrong
    bool m_isPlainOnce = false; ///< the last one broke: a list in pages may get through
    InitialState m_initial;     ///< while streaming
    ResourceVersion m_initialVersion;
    Clock::Alarm m_initialAlarm;
    std::optional<FrameSplitter> m_frames;
    Clock::Alarm m_frameAlarm;
    bool m_isFrameTimed = false;
    bool m_hasShownBookmark = false;
    std::shared_ptr<const bool> m_turn = std::make_shared<const bool>(true); ///< gone with the call under way
};

} // namespace wk
