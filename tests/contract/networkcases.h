// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/contract/matrixcases.h"

/// Rows of the group N of the fault matrix: lists that do not come, and streams that break.
namespace wk::matrix::network {

/// Only a connection that was kept is made again, and then once.
inline void oneConnection(Scene &scene)
{
    QCOMPARE(scene.script.connections(), 1);
}

inline std::vector<Case> casesOfLists()
{
    using enum WatchState;
    using enum ErrorKind;
    const std::string html = text(ScriptServer::answer(200, "Content-Type: text/html\r\n", "<html>Please sign in"));
    constexpr int Always = FaultScript::Always;
    return {
        {.name = "N6 RST before the reply head of a list",
         .steps = {step(Place::List, {.instead = "", .then = Then::Reset}, Always)},
         .state = Waiting,
         .kind = ConnectionLost,
         .check = oneConnection},
        {.name = "N6 FIN before the reply head of a list",
         .steps = {step(Place::List, {.instead = "", .then = Then::Close}, Always)},
         .state = Waiting,
         .kind = ConnectionLost,
         .check = oneConnection},
        {.name = "N6 RST in the middle of the reply head of a list",
         .steps = {step(Place::ListAnswer, {.upTo = 40, .then = Then::Reset}, Always)},
         .state = Waiting,
         .kind = ConnectionLost,
         .check = oneConnection},
        {.name = "N8 FIN in the middle of a list",
         .steps = {step(Place::ListAnswer, {.upTo = 600, .then = Then::Close})},
         .state = Waiting,
         .kind = ConnectionLost},
        {.name = "N11 a list that is never answered",
         .steps = {step(Place::List, {.then = Then::Silence})},
         .state = Waiting,
         .kind = TimedOut,
         .strike =
             [](Scene &scene) {
                 QMetaObject::invokeMethod(
                     qApp,
                     [&scene] {
                         soon([&] { return scene.script.fired() > 0 && scene.clock.untilNext() <= 30s; });
                         scene.clock.advance(31s);
                     },
                     Qt::QueuedConnection);
             }},
        {.name = "N19 a captive portal answers a list",
         .steps = {says(Place::List, html)},
         .state = Misconfigured,
         .kind = NotKubernetes},
        {.name = "N20 the banner of an SSH server",
         .steps = {says(Place::List, "SSH-2.0-OpenSSH_9.2p1\r\n", Then::Close, Always)},
         .state = Waiting,
         .kind = ConnectionLost},
        {.name = "N20 the greeting of a mail server",
         .steps = {says(Place::List, "220 mail ESMTP\r\n", Then::Close, Always)},
         .state = Waiting,
         .kind = ConnectionLost},
        {.name = "N20 the error of a key-value store",
         .steps = {says(Place::List, "-ERR unknown command\r\n", Then::Close, Always)},
         .state = Waiting,
         .kind = ConnectionLost},
    };
}

inline std::vector<Case> casesOfWatches()
{
    using enum WatchState;
    using enum ErrorKind;
    constexpr int Always = FaultScript::Always;
    const auto stays = [](Scene &scene) {
        QCOMPARE(scene.script.lists(), 1);
        QCOMPARE(scene.count(EntryType::Reconnect), 1);
    };
    const auto ends = endsInOrder();
    const std::string html = text(ScriptServer::answer(200, "Content-Type: text/html\r\n", "<html>Please sign in"));
    return {
        {.name = "N6 RST before the reply head of a watch",
         .steps = {ends, step(Place::Watch, {.instead = "", .then = Then::Reset}, Always)},
         .state = Waiting,
         .kind = ConnectionLost,
         .after = stays},
        {.name = "N7 RST in the middle of an event",
         .steps = {step(Place::Frames, {.upTo = 212, .then = Then::Reset})},
         .state = Resuming,
         .kind = ConnectionLost,
         .after = stays},
        {.name = "N8 FIN in the middle of a chunk",
         .steps = {step(Place::Frames, {.upTo = 212, .then = Then::Close})},
         .state = Resuming,
         .kind = ConnectionLost,
         .after = stays},
        {.name = "N9 FIN between chunks, without the last one",
         .steps = {step(Place::Frames, {.then = Then::Close})},
         .state = Resuming,
         .kind = ConnectionLost,
         .after = stays},
        {.name = "N9 RST between chunks, without the last one",
         .steps = {step(Place::Frames, {.then = Then::Reset})},
         .state = Resuming,
         .kind = ConnectionLost,
         .after = stays},
        {.name = "N19 a captive portal answers a watch",
         .steps = {ends, says(Place::Watch, html)},
         .state = Misconfigured,
         .kind = NotKubernetes,
         .after = stays},
        {.name = "N20 the banner of an SSH server where the watch was",
         .steps = {ends, says(Place::Watch, "SSH-2.0-OpenSSH_9.2p1\r\n", Then::Close, Always)},
         .state = Waiting,
         .kind = ConnectionLost,
         .after = stays},
    };
}

} // namespace wk::matrix::network
