// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/apiserver.h"
#include "core/apiserver/objectmaker.h"
#include "core/apiserver/resourcetable.h"
#include "core/apiserver/storage.h"
#include "core/apiserver/watchcache.h"
#include "core/cluster/kubetransport.h"
#include "core/informer/sharedinformer.h"
#include "core/source/kube/kubelisterwatcher.h"
#include "tests/contract/faultscript.h"
#include "tests/support/entryledger.h"
#include "tests/support/fakecredentials.h"
#include "tests/support/manualclock.h"
#include "tests/support/sanitized.h"
#include "tests/support/scriptserver.h"
#include "tests/support/soon.h"
#include "tests/support/steadyport.h"

#include <QHostAddress>
#include <QNetworkInterface>
#include <QTest>

#include <nlohmann/json.hpp>

namespace wk::matrix {

/// TSan takes ten times as long.
constexpr bool IsSlow = HasTsan;

using namespace std::chrono_literals;

/// How the bytes travel. Gzip: over TLS to an address of this machine that is not the loopback one, since compression
/// is not asked for on that, and a token is not sent elsewhere in the clear.
enum class Way { Plain, Tls, Gzip };

inline QString ownAddress()
{
    for (const QHostAddress &address : QNetworkInterface::allAddresses()) {
        if (address.protocol() == QHostAddress::IPv4Protocol && !address.isLoopback() && !address.isLinkLocal())
            return address.toString();
    }
    return {};
}

/// Bytes as one chunk of HTTP's chunked coding.
inline std::string chunk(const std::string &bytes)
{
    return ScriptServer::chunk(QByteArray::fromStdString(bytes)).toStdString();
}

/// What chunks hold.
inline std::string joined(std::string_view chunks)
{
    std::string bytes;
    while (!chunks.empty()) {
        const std::size_t end = chunks.find("\r\n");
        const std::size_t size = std::stoul(std::string(chunks.substr(0, end)), nullptr, 16);
        bytes += chunks.substr(end + 2, size);
        chunks.remove_prefix(end + 2 + size + 2);
    }
    return bytes;
}

/// Our API server with config maps in the namespace "web", failing as its script says, and all of us between it and a
/// view, on a clock that the test turns. The server's own time is the real one.
struct Scene {
    struct Setup {
        Way way = Way::Plain;
        unsigned short port = 0;
        std::function<double()> random = [] { return 0.0; };
        std::string labelSelector{};
        bool streamsLists = false; ///< asks for lists as initial events of watches
        ApiServer::Options options{};
    };

    Scene()
        : Scene(Setup{})
    {}
    explicit Scene(Way way)
        : Scene(Setup{.way = way})
    {}
    explicit Scene(Setup setup)
        : setup(std::move(setup))
    {
        ApiServer::Options &options = this->setup.options;
        options.address = this->setup.way == Way::Gzip ? ownAddress().toStdString() : "127.0.0.1";
        options.port = this->setup.port;
        options.tls = this->setup.way != Way::Plain;
        options.readToken = Secret("t0ken");
        options.failpoints = &script;
        server = std::make_unique<ApiServer>(options, serverClock);
        for (const char *name : {"settings", "certs", "feature-flags"})
            put(name);
        serve();
    }
    ~Scene()
    {
        informer.reset();
        transport.reset();
        server.reset();
    }

    /// Listens, again if it had stopped.
    void serve()
    {
        const auto endpoint = server->start();
        isServing = endpoint.ok();
        if (!isServing)
            return;
        access.server = QUrl(QString::fromStdString(endpoint->url));
        access.caPem = QByteArray::fromStdString(endpoint->caCertificate);
    }
    /// A client that has not asked for anything yet.
    void connect()
    {
        credentials.give("t0ken");
        transport = std::make_unique<KubeTransport>(access, clock, credentials);
        informer = makeInformer(1);
        informer->addHandler(
            [this](const std::vector<EntryPtr> &turn) { entries.insert(entries.end(), turn.begin(), turn.end()); });
    }
    std::unique_ptr<SharedInformer> makeInformer(WatchId id, const char *resource = "configmaps",
                                                 const char *kind = "ConfigMap")
    {
        ResourceInfo info;
        info.gvr = {"", "v1", resource};
        info.kind = kind;
        info.namespaced = true;
        auto source =
            std::make_unique<KubeListerWatcher>(*transport, clock, WatchScope{info, "web", setup.labelSelector, {}});
        if (setup.streamsLists)
            source->setStreamsLists([] { return true; });
        SharedInformer::Options options;
        options.random = setup.random;
        options.statusChanged = [this](const WatchStatus &status) { told.push_back(status); };
        return std::make_unique<SharedInformer>(id, std::move(source), clock, std::move(options));
    }
    void start()
    {
        connect();
        informer->start();
    }
    /// Whether the client got so far that its stream is open and has been for ten seconds.
    bool watches()
    {
        start();
        if (!soon([this] { return isLive() && script.heads() > 0; }))
            return false;
        put("settings"); // heard: the head has been, too
        if (!soon([this] { return isLive(); }))
            return false;
        clock.advance(10s);
        told.clear();
        return true;
    }

    // The truth.

    /// Adds the object, or changes it.
    void put(const std::string &name, const apiserver::Json &data = {}, const apiserver::Json &labels = {})
    {
        apiserver::Json document{{"metadata", {{"name", name}, {"namespace", "web"}}}};
        if (!labels.is_null())
            document["metadata"]["labels"] = labels;
        document["data"] = data.is_null() ? apiserver::Json{{"text", "x"}} : data;
        const auto held = server->storage().get("configmaps", "web/" + name);
        document["metadata"]["uid"] = held ? held->uid : "uid-" + std::to_string(server->storage().revision());
        store(apiserver::makeObject(*server->types().find("", "v1", "configmaps"), document), held != nullptr);
    }
    /// Adds or changes an object that holds these bytes as a value, be they JSON or not.
    void putRaw(const std::string &name, const std::string &value)
    {
        put(name, {{"value", "PLACE"}});
        apiserver::StoredObject object = *server->storage().get("configmaps", "web/" + name);
        const std::string place = "\"PLACE\"";
        object.json.replace(object.json.find(place), place.size(), value);
        store(std::move(object), true);
    }
    /// 400 objects more: a list of 250 KiB.
    void fill()
    {
        for (int i = 0; i < 400; ++i)
            put("object-" + std::to_string(i), {{"text", std::string(200, char('a' + i % 26))}});
    }
    void remove(const std::string &name) { note("DELETED", server->storage().remove("configmaps", "web/" + name, 0)); }
    void store(apiserver::StoredObject object, bool isHeld)
    {
        apiserver::Storage &storage = server->storage();
        if (isHeld)
            note("MODIFIED", storage.update("configmaps", std::move(object), 0));
        else
            note("ADDED", storage.create("configmaps", std::move(object)));
    }
    /// Moves the revision on by something that no config map's watch hears of.
    void putElsewhere()
    {
        const auto type = server->types().find("", "v1", "pods");
        const std::string name = "pod-" + std::to_string(server->storage().revision());
        server->storage().create(
            "pods",
            apiserver::makeObject(*type, {{"metadata", {{"name", name}, {"namespace", "web"}, {"uid", name}}}}));
    }
    /// The next that the server says, and a bookmark behind it.
    FaultScript::Step addsBookmark() const
    {
        return {Place::Frames, [this](const auto &, std::string_view frames) {
                    const std::string version = std::to_string(server->storage().revision());
                    return Deed{.instead = std::string(frames) +
                                           chunk(R"({"type":"BOOKMARK","object":{"kind":"ConfigMap","apiVersion":"v1",)"
                                                 R"("metadata":{"resourceVersion":")" +
                                                 version + "\"}}}\n")};
                }};
    }
    /// What a watch in plain JSON says of the changes after a version, if none of them was a removal.
    std::string linesAfter(std::uint64_t version) const
    {
        auto objects = server->storage().list("configmaps").objects;
        std::erase_if(objects, [version](const auto &object) { return object->revision <= version; });
        std::sort(objects.begin(), objects.end(),
                  [](const auto &a, const auto &b) { return a->revision < b->revision; });
        std::string lines;
        for (const auto &object : objects)
            lines += R"({"type":"MODIFIED","object":)" + object->json + "}\n";
        return lines;
    }
    Versions truth() const
    {
        Versions versions;
        for (const auto &object : server->storage().list("configmaps").objects)
            versions[object->name] = std::to_string(object->revision);
        return versions;
    }

    // What the client made of it.

    bool isLive() const
    {
        const WatchStatus status = informer->status();
        return status.state == WatchState::Live && !status.error && !status.staleSince &&
               versionsOf(informer->store()) == truth();
    }
    /// Waits out what the informer waits for, but does not wait itself.
    void skipPause()
    {
        if (const auto next = informer->status().nextTry)
            clock.advance(std::chrono::ceil<std::chrono::milliseconds>(*next - clock.wallNow()));
    }
    bool isLiveInTime()
    {
        skipPause();
        return isLive();
    }
    /// Turns the clock until the informer waits for its next try, no further than that.
    void waitForPause(std::chrono::milliseconds limit)
    {
        for (auto turned = 0ms; turned < limit && !isPausing(); turned += 500ms)
            clock.advance(500ms);
    }
    bool isPausing() const { return informer->status().nextTry.has_value(); }
    /// How long the pause is in all, when nobody has turned the clock since it began.
    std::chrono::milliseconds pause() const
    {
        const auto next = informer->status().nextTry;
        return next ? std::chrono::ceil<std::chrono::milliseconds>(*next - clock.wallNow()) : -1ms;
    }
    /// What was told first of that state for that reason; null when nothing was.
    const WatchStatus *said(WatchState state, ErrorKind kind) const
    {
        const auto found = std::find_if(told.begin(), told.end(), [state, kind](const WatchStatus &status) {
            return status.state == state && status.error && status.error->kind == kind;
        });
        return found == told.end() ? nullptr : &*found;
    }
    /// For a failure's message; good until the next call.
    const char *words() const
    {
        QByteArray &text = m_words = {};
        text += "fired " + QByteArray::number(script.fired()) + ", connections " +
                QByteArray::number(script.connections()) + ", lists " + QByteArray::number(script.lists()) +
                ", watches " + QByteArray::number(script.watches()) + ", heads " + QByteArray::number(script.heads()) +
                "\n";
        for (const WatchStatus &status : told) {
            text += "state " + QByteArray::number(int(status.state));
            text += status.error ? ": " + QByteArray::fromStdString(describe(*status.error)) + "\n" : QByteArray("\n");
        }
        return text.constData();
    }
    int count(EntryType type) const
    {
        return int(std::count_if(entries.begin(), entries.end(),
                                 [type](const EntryPtr &entry) { return entry->type == type; }));
    }
    int count(EntryClass origin) const
    {
        return int(std::count_if(entries.begin(), entries.end(),
                                 [origin](const EntryPtr &entry) { return entry->object && entry->origin == origin; }));
    }
    /// Empty when every change came once and in order or lies in a gap, and the entries add up to the truth.
    QString wrongs() const
    {
        QStringList problems = losses(log, entries);
        if (sumOf(entries) != truth())
            problems << QStringLiteral("the entries do not add up to what is there");
        return problems.join(u'\n');
    }

    Setup setup;
    FaultScript script;
    SystemClock serverClock;
    std::unique_ptr<ApiServer> server;
    bool isServing = false;
    std::vector<Change> log;

    ManualClock clock;
    ClusterAccess access;
    FakeCredentials credentials;
    std::unique_ptr<KubeTransport> transport;
    std::unique_ptr<SharedInformer> informer;
    std::vector<EntryPtr> entries;
    std::vector<WatchStatus> told;

private:
    void note(const char *type, const apiserver::WriteResult &result)
    {
        if (const auto *object = std::get_if<apiserver::ObjectPtr>(&result))
            log.push_back({(*object)->revision, type, (*object)->name});
    }

    mutable QByteArray m_words;
};

} // namespace wk::matrix
