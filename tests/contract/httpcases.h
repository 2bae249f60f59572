// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/contract/matrixcases.h"

/// Rows of the group H of the fault matrix that a Case can say.
namespace wk::matrix::http {

/// "HTTP/1.1 200 OK" with JSON of our own.
inline std::string ok(const std::string &body)
{
    return text(ScriptServer::json(QByteArray::fromStdString(body)));
}

/// The three texts by which servers say that they have not come so far.
inline std::vector<std::pair<const char *, QByteArray>> tooLargeVersions()
{
    const QByteArray head = R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":")";
    return {
        {"as of 1.19", head + R"(Timeout: Too large resource version: 900, current: 400","reason":"Timeout",)"
                              R"("details":{"causes":[{"reason":"ResourceVersionTooLarge","message":"Too large )"
                              R"(resource version"}],"retryAfterSeconds":1},"code":504})"},
        {"as of 1.17", head + R"(Timeout: too far","reason":"Timeout","details":{"causes":[{"message":"Too large )"
                              R"(resource version"}],"retryAfterSeconds":1},"code":504})"},
        {"as of 1.16", head + R"(Too large resource version: 900, current: 400","reason":"Timeout","code":504})"},
    };
}

inline std::vector<Case> casesOfLists()
{
    using enum WatchState;
    using enum ErrorKind;
    return {
        {.name = "H3 404 on the list of a kind",
         .steps = {says(Place::List, status(404, "NotFound", "the server could not find the requested resource"))},
         .state = KindGone,
         .kind = NotFound},
        {.name = "H5 410 on a list",
         .steps = {says(Place::List, status(410, "Expired", "too old resource version"))},
         .state = Waiting,
         .kind = Expired},
        {.name = "H9 a list with an empty body",
         .steps = {says(Place::List, ok(""))},
         .state = Waiting,
         .kind = BrokenFrame},
        {.name = "H9 a list that is null",
         .steps = {says(Place::List, ok("null"))},
         .state = Waiting,
         .kind = BrokenFrame},
        {.name = "H9 a list that is an empty object",
         .steps = {says(Place::List, ok("{}"))},
         .state = Misconfigured,
         .kind = NotKubernetes},
        {.name = "H9 an error page that says it is JSON",
         .steps = {says(Place::List, ok("<html>Bad gateway</html>"))},
         .state = Waiting,
         .kind = BrokenFrame},
        {.name = "H19 a list is answered with 401 and Basic",
         .steps = {says(Place::List, status(401, "Unauthorized", "no", "WWW-Authenticate: Basic realm=\"x\"\r\n"))},
         .state = SignInNeeded,
         .kind = Unauthorized,
         .check = [](Scene &scene) { QCOMPARE(scene.script.lists(), 1); }},
        {.name = "H19 a list is answered with 401 and NTLM",
         .steps = {says(Place::List, status(401, "Unauthorized", "no", "WWW-Authenticate: NTLM\r\n"))},
         .state = SignInNeeded,
         .kind = Unauthorized,
         .check = [](Scene &scene) { QCOMPARE(scene.script.lists(), 1); }},
        {.name = "H19 a list is answered with 401 and Negotiate",
         .steps = {says(Place::List, status(401, "Unauthorized", "no", "WWW-Authenticate: Negotiate\r\n"))},
         .state = SignInNeeded,
         .kind = Unauthorized,
         .check = [](Scene &scene) { QCOMPARE(scene.script.lists(), 1); }},
    };
}

inline std::vector<Case> casesOfWatches()
{
    using enum WatchState;
    using enum ErrorKind;
    const auto listsOnce = [](Scene &scene) { QCOMPARE(scene.script.lists(), 1); };
    return {
        {.name = "H3 404 on the watch of a kind",
         .steps = {endsInOrder(),
                   says(Place::Watch, status(404, "NotFound", "the server could not find the requested resource"))},
         .state = KindGone,
         .kind = NotFound,
         .leavesGap = true,
         .check = [](Scene &scene) { QCOMPARE(scene.informer->store().size(), 0u); },
         .after = [](Scene &scene) { QVERIFY(scene.count(EntryClass::Inferred) >= 3); }},
        {.name = "H5 410 on a watch",
         .steps = {endsInOrder(), says(Place::Watch, status(410, "Expired", "too old resource version"))},
         .state = Relisting,
         .kind = Expired,
         .leavesGap = true},
        {.name = "H9 a watch that ends at once",
         .steps = {endsInOrder(), says(Place::Watch, text(ScriptServer::streamHead() + ScriptServer::lastChunk()))},
         .state = Waiting,
         .kind = ConnectionLost,
         .after = listsOnce},
        {.name = "H9 a watch of one empty object",
         .steps = {endsInOrder(), says(Place::Watch, text(ScriptServer::streamHead() + ScriptServer::chunk("{}\n")))},
         .state = Resuming,
         .kind = BrokenFrame,
         .after = listsOnce},
        {.name = "H9 a watch that is a whole list",
         .steps = {endsInOrder(),
                   says(Place::Watch, ok(R"({"kind":"ConfigMapList","metadata":{},"items":[]})"), Then::GoOn)},
         .state = Resuming,
         .kind = BrokenFrame,
         .after = listsOnce},
        {.name = "H19 a watch is answered with 401 and Negotiate",
         .steps = {endsInOrder(),
                   says(Place::Watch, status(401, "Unauthorized", "no", "WWW-Authenticate: Negotiate\r\n"))},
         .state = SignInNeeded,
         .kind = Unauthorized,
         .after = listsOnce},
    };
}

} // namespace wk::matrix::http
