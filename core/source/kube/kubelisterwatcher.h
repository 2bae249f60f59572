// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/cluster/transport.h"
#include "core/resource/resourceinfo.h"
#include "core/source/kube/decoder.h"
#include "core/source/kube/framesplitter.h"
#include "core/source/listerwatcher.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace wk {

/// What is listed and watched on an API server.
struct KubeScope {
    ResourceInfo resource;
    std::string ns; ///< empty: all namespaces, or a cluster-scoped kind
    std::string labelSelector;
    std::string fieldSelector;
};

/// "/api/v1/pods", "/apis/apps/v1/namespaces/shop/deployments".
std::string collectionPath(const KubeScope &scope);

/// ListerWatcher over a Kubernetes API server. Asks for Tables with the whole object in each row, and falls back to
/// plain JSON where a server refuses (406) or ignores that; of Secrets it never asks for more than metadata, and keeps
/// no body. Worker thread. Idle streams end as C22 says: 150 s after one that has shown a bookmark has gone silent,
/// else when the server should have closed it 30 s ago; a frame that takes over a minute to arrive ends it, too (N12).
class KubeListerWatcher : public ListerWatcher, private HttpObserver
{
public:
    enum class Rendering { Table, Plain };

    KubeListerWatcher(Transport &transport, Clock &clock, KubeScope scope, Rendering rendering = Rendering::Table);
    ~KubeListerWatcher() override;

    void setObserver(SourceObserver *observer) override { m_observer = observer; }
    void list(const ListOptions &options) override;
    void watch(const WatchOptions &options) override;
    void stop() override;

private:
    enum class Doing { Nothing, Listing, Watching };

    void head(const HttpHead &head) override;
    void body(QByteArrayView bytes) override;
    void finished(std::optional<Error> error) override;

    HttpRequest request(Lane lane) const;
    QByteArray accept() const;
    void sendList();
    void sendWatch();
    void takeLines();
    void noteBookmarks(const std::vector<WatchEvent> &events);
    void watchFrameTime(bool hasTakenLines);
    void listFinished(std::optional<Error> error);
    void watchFinished(std::optional<Error> error);
    void endWatch(std::optional<Error> error);

    Transport &m_transport;
    Clock &m_clock;
    KubeScope m_scope;
    Rendering m_rendering;
    bool m_isSecret;
    Decoder m_decoder;
    SourceObserver *m_observer = nullptr;

    Doing m_doing = Doing::Nothing;
    ListOptions m_listOptions;
    WatchOptions m_watchOptions;
    std::unique_ptr<HttpCall> m_call;
    std::string m_page;
    std::optional<FrameSplitter> m_frames;
    Clock::Alarm m_frameAlarm;
    bool m_isFrameTimed = false;
    bool m_hasShownBookmark = false;
    std::shared_ptr<const bool> m_turn = std::make_shared<const bool>(true); ///< gone with the call under way
};

} // namespace wk
