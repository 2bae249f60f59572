// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/e2e/faultscene.h"

#include <QTest>

#include <functional>
#include <vector>

/// What goes wrong between a server and us, as data: issue by issue, when a list is asked for and while a watch runs.
namespace wk::faults {

using namespace std::chrono_literals;
using Request = ScriptServer::Request;

inline FaultServer::Fault answers(const QByteArray &bytes, bool thenCloses = false)
{
    return [bytes, thenCloses](QSslSocket &socket, const Request &) {
        socket.write(bytes);
        if (thenCloses)
            socket.disconnectFromHost();
    };
}

using Act = std::function<void(Scene &)>;

/// Lists are answered so; later, on open watches: these end, and are answered so when they are opened again.
inline Act refuses(const QByteArray &bytes, bool thenCloses = false)
{
    return [bytes, thenCloses](Scene &scene) {
        scene.server.onList = scene.server.onWatch = answers(bytes, thenCloses);
        scene.server.cutStreams();
    };
}

/// The same for watches alone.
inline Act refusesToWatch(const QByteArray &bytes)
{
    return [bytes](Scene &scene) {
        scene.server.onWatch = answers(bytes);
        scene.server.cutStreams();
    };
}

inline void heal(Scene &scene)
{
    scene.server.heal();
}

inline void goAway(Scene &scene)
{
    scene.server.goAway();
}

inline void comeBack(Scene &scene)
{
    scene.server.comeBack();
}

/// What goes wrong, what is said of it, and how it ends.
struct Case {
    const char *name;
    WatchState state;
    ErrorKind kind;
    std::vector<const char *> words; ///< parts of the sentence a person reads
    Act strike;
    Act mend = heal;
    bool leavesGap = false;
};

inline QByteArray event(const char *type, const QByteArray &object)
{
    return FaultServer::event(type, object);
}

inline QByteArray cutEvent()
{
    return R"({"type":"MODIFIED","object":{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"sett)";
}

inline QByteArray forbidden()
{
    return FaultServer::status(403, "Forbidden", R"(configmaps is forbidden: User \"bob\" cannot list them)");
}

inline QByteArray busy()
{
    return FaultServer::status(429, "TooManyRequests", "storage is (re)initializing", "Retry-After: 7\r\n");
}

inline QByteArray failed()
{
    return FaultServer::status(500, "InternalError", "etcdserver: request timed out");
}

constexpr char TooOld[] = "too old resource version: 7 (100)";

inline std::vector<Case> casesOfLists()
{
    using enum WatchState;
    return {
        {"refused connection",
         Waiting,
         ErrorKind::Refused,
         {"refuses the connection", "Check that the cluster is running", "Next try in 1 s."},
         goAway,
         comeBack},
        {"401",
         SignInNeeded,
         ErrorKind::Unauthorized,
         {"does not know who you are (401)", "Sign in again"},
         refuses(FaultServer::status(401, "Unauthorized", "Unauthorized"))},
        {"403",
         NotAllowed,
         ErrorKind::Forbidden,
         {"not allowed to see this (403)", "User \"bob\" cannot list", "Retried every minute."},
         refuses(forbidden())},
        {"404",
         KindGone,
         ErrorKind::NotFound,
         {"no longer serves this kind"},
         refuses(FaultServer::status(404, "NotFound", "the server could not find the requested resource"))},
        {"410",
         Waiting,
         ErrorKind::Expired,
         {"(410)", "too old", "Next try in 1 s."},
         refuses(FaultServer::status(410, "Expired", TooOld))},
        {"429",
         Waiting,
         ErrorKind::TooManyRequests,
         {"busy and asks us to wait (429)", "(re)initializing", "Next try in 7 s."},
         refuses(busy())},
        {"500",
         Waiting,
         ErrorKind::ServerError,
         {"has failed (500)", "etcdserver: request timed out", "Next try in 1 s."},
         refuses(failed())},
        {"truncated JSON",
         Waiting,
         ErrorKind::BrokenFrame,
         {"ended early or cannot be read", "Next try in 1 s."},
         refuses(ScriptServer::json(
             R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"9"},"items":[{"meta)"))},
        {"a connection cut in the middle of a list",
         Waiting,
         ErrorKind::ConnectionLost,
         {"The connection was cut.", "in the middle of its answer", "Next try in 1 s."},
         refuses(ScriptServer::json(QByteArray(200, ' ')).chopped(100), true)},
        {"a list that stalls",
         Waiting,
         ErrorKind::TimedOut,
         {"does not answer in time", "did not answer within 30 s", "Next try in 1 s."},
         [](Scene &scene) { scene.server.onList = scene.waitsOut(31s); }},
        {"a web page in place of a list",
         Misconfigured,
         ErrorKind::NotKubernetes,
         {"not a Kubernetes API", "a login page may be in between"},
         refuses(ScriptServer::answer(200, "Content-Type: text/html\r\n", "<html>Please sign in"))},
    };
}

inline std::vector<Case> casesOfWatches()
{
    using enum WatchState;
    constexpr const char *Stale = "What is shown is the state of";
    return {
        {"refused connection",
         Waiting,
         ErrorKind::Refused,
         {"refuses the connection", "Next try in 1 s.", Stale},
         goAway,
         comeBack},
        {"401",
         SignInNeeded,
         ErrorKind::Unauthorized,
         {"(401)", "Sign in again", Stale},
         refuses(FaultServer::status(401, "Unauthorized", "Unauthorized"))},
        {"403",
         NotAllowed,
         ErrorKind::Forbidden,
         {"(403)", "User \"bob\"", "Retried every minute.", Stale},
         refuses(forbidden())},
        {"404",
         KindGone,
         ErrorKind::NotFound,
         {"no longer serves this kind", Stale},
         refuses(FaultServer::status(404, "NotFound", "the server could not find the requested resource")),
         heal,
         true},
        {"410 as an answer",
         Relisting,
         ErrorKind::Expired,
         {"(410)", TooOld, Stale},
         refusesToWatch(FaultServer::status(410, "Expired", TooOld)),
         heal,
         true},
        {"410 in the stream",
         Relisting,
         ErrorKind::Expired,
         {"(410)", TooOld, Stale},
         refusesToWatch(ScriptServer::streamHead() +
                        ScriptServer::chunk(event("ERROR", FaultServer::statusObject(410, "Expired", TooOld)))),
         heal,
         true},
        {"429", Waiting, ErrorKind::TooManyRequests, {"(429)", "Next try in 7 s.", Stale}, refusesToWatch(busy())},
        {"429 in the stream",
         Waiting,
         ErrorKind::TooManyRequests,
         {"(429)", "Next try in 1 s.", Stale},
         refusesToWatch(
             ScriptServer::streamHead() +
             ScriptServer::chunk(event("ERROR", FaultServer::statusObject(429, "TooManyRequests", "busy"))))},
        {"500",
         Waiting,
         ErrorKind::ServerError,
         {"(500)", "etcdserver", "Next try in 1 s.", Stale},
         refusesToWatch(failed())},
        {"truncated JSON, then a cut",
         Resuming,
         ErrorKind::ConnectionLost,
         {"The connection was cut.", Stale},
         [](Scene &scene) { scene.server.cutStreams(cutEvent()); }},
        {"truncated JSON in a line of its own",
         Resuming,
         ErrorKind::BrokenFrame,
         {"cannot be read", Stale},
         [](Scene &scene) {
             scene.server.say(cutEvent() + '\n');
             scene.server.silenceStreams();
         }},
        {"truncated JSON again and again",
         Relisting,
         ErrorKind::BrokenFrame,
         {"cannot be read", Stale},
         [](Scene &scene) {
             scene.server.say(cutEvent() + '\n');
             refusesToWatch(ScriptServer::streamHead() + ScriptServer::chunk(cutEvent() + '\n'))(scene);
         },
         heal,
         true},
        {"a list that ends early after a 410",
         Waiting,
         ErrorKind::BrokenFrame,
         {"cannot be read", Stale},
         [](Scene &scene) {
             scene.server.onList = answers(ScriptServer::json(R"({"kind":"ConfigMapList","items":[)"));
             refusesToWatch(FaultServer::status(410, "Expired", TooOld))(scene);
         },
         heal,
         true},
        {"an event over 16 MiB",
         Relisting,
         ErrorKind::TooLarge,
         {"larger than we accept", "16 MiB", Stale},
         [](Scene &scene) { scene.server.put("giant", 17 * 1024 * 1024); },
         heal,
         true},
        {"a watch that stalls",
         Resuming,
         ErrorKind::TimedOut,
         {"does not answer in time", "Nothing has come", Stale},
         [](Scene &scene) {
             scene.server.silenceStreams();
             scene.clock.advance(5min + 31s); // it was asked for five minutes
         }},
        {"a watch with bookmarks that stalls",
         Resuming,
         ErrorKind::TimedOut,
         {"Nothing has come", "150 s", Stale},
         [](Scene &scene) {
             scene.server.say(
                 event("BOOKMARK", R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"resourceVersion":")" +
                                       QByteArray::number(qulonglong(scene.server.version())) + R"("}})"));
             QVERIFY(QTest::qWaitFor([&scene] { return scene.informer->status().bookmarks == 1; }));
             scene.server.silenceStreams();
             scene.clock.advance(151s);
         }},
        {"a watch that is never opened",
         Waiting,
         ErrorKind::TimedOut,
         {"does not answer in time", "did not answer within 30 s", "Next try in 1 s.", Stale},
         [](Scene &scene) {
             scene.server.onWatch = scene.waitsOut(31s);
             scene.server.cutStreams();
         }},
        {"history that went back",
         Relisting,
         ErrorKind::VersionTooLarge,
         {"is behind the resourceVersion we have already seen", "history went back", Stale},
         [](Scene &scene) {
             scene.server.say(event("MODIFIED",
                                    R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"settings",)"
                                    R"("namespace":"web","uid":"u","resourceVersion":"7"}})"));
         },
         heal,
         true},
    };
}

} // namespace wk::faults
