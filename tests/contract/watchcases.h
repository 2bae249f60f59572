// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/contract/matrixcases.h"

/// Rows of the group P of the fault matrix: what a stream may say of itself.
namespace wk::matrix::watch {

/// A Status with these members behind what all have.
inline QByteArray failure(const QByteArray &members)
{
    return R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure")" + members + "}";
}

/// Behind what the server says next: an event of an object at a version of our own.
inline std::string eventAt(const QByteArray &type, const QByteArray &version)
{
    return text(ScriptServer::chunk(FaultServer::event(
        type, R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"certs","namespace":"web","uid":"u",)"
              R"("resourceVersion":")" +
                  version + "\"}}")));
}

inline Case inStream(const char *name, const QByteArray &object, WatchState state, ErrorKind kind)
{
    const bool isLost = state == WatchState::Relisting;
    const auto strike = [object](Scene &scene) {
        scene.script.add({Place::Frames, [&scene, object](const auto &, std::string_view frames) {
                              scene.putElsewhere(); // the version moves on, so something may have been lost
                              return Deed{.instead = std::string(frames) + errorChunk(object) + "0\r\n\r\n",
                                          .then = Then::Close};
                          }});
        scene.put("settings");
        scene.put("made-meanwhile");
        scene.remove("certs");
    };
    return {.name = name,
            .steps = {},
            .state = state,
            .kind = kind,
            .leavesGap = isLost,
            .strike = strike,
            .after = [isLost](Scene &scene) { QCOMPARE(scene.script.lists(), isLost ? 2 : 1); }};
}

inline Case backInHistory(const char *name, const QByteArray &type)
{
    return {.name = name,
            .steps = {adds(eventAt(type, "1"))},
            .state = WatchState::Relisting,
            .kind = ErrorKind::VersionTooLarge,
            .leavesGap = true,
            .after = [](Scene &scene) { QCOMPARE(scene.script.lists(), 2); }};
}

inline std::vector<Case> cases()
{
    using enum WatchState;
    using enum ErrorKind;
    return {
        inStream("P1 ERROR 410 Expired in the stream",
                 failure(R"(,"message":"too old resource version","reason":"Expired","code":410)"), Relisting, Expired),
        inStream("P1 ERROR 410 Gone in the stream", failure(R"(,"message":"gone","reason":"Gone","code":410)"),
                 Relisting, Expired),
        inStream("P1 ERROR with the code 410 alone", failure(R"(,"code":410)"), Relisting, Expired),
        inStream("P1 ERROR with the message alone", failure(",\"message\":\"too old resource version: 7 (100)\""),
                 Relisting, Expired),
        inStream("P1 ERROR with the reason alone, in what does not say that it is a Status", R"({"reason":"Expired"})",
                 Relisting, Expired),
        inStream("P2 ERROR 429 in the stream", failure(R"(,"message":"busy","reason":"TooManyRequests","code":429)"),
                 Waiting, TooManyRequests),
        inStream("P2 ERROR 500 in the stream",
                 failure(R"(,"message":"etcdserver: leader changed","reason":"InternalError","code":500)"), Waiting,
                 ServerError),
        inStream("P2 ERROR 503 in the stream",
                 failure(R"(,"message":"later","reason":"ServiceUnavailable","code":503)"), Waiting, ServerError),
        inStream("P2 ERROR of an unknown code", failure(R"(,"message":"what","code":299)"), Misconfigured,
                 NotKubernetes),
        inStream("P2 ERROR whose object is no Status", R"({"kind":"ConfigMap","metadata":{"name":"x"}})", Waiting,
                 ServerError),
        backInHistory("P6 an event from before the version we stand at", "MODIFIED"),
        backInHistory("P9 a bookmark from before the last event", "BOOKMARK"),
        {.name = "P8 another server, which lags, three times",
         .steps = {endsInOrder(),
                   says(Place::Watch,
                        text(ScriptServer::answer(
                            504, "Content-Type: application/json\r\n",
                            failure(R"(,"message":"Timeout: Too large resource version: 9, current: 4","reason":)"
                                    R"("Timeout","details":{"causes":[{"reason":"ResourceVersionTooLarge"}],)"
                                    R"("retryAfterSeconds":1},"code":504)"))),
                        Then::GoOn, 3)},
         .state = Relisting,
         .kind = VersionTooLarge,
         .leavesGap = true},
    };
}

} // namespace wk::matrix::watch
