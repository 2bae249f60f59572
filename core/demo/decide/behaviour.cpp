// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/decide/behaviour.h"

#include "core/demo/random.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace wk::demo {

using apiserver::find;
using apiserver::textOf;

namespace {

using Milliseconds = std::chrono::milliseconds;

/// Between two times, always the same for the same pod and purpose.
Milliseconds drawn(const Json &pod, std::string_view purpose, Milliseconds least, Milliseconds most)
{
    const double at = spread(uidOf(pod) + std::string(purpose));
    return least + Milliseconds(static_cast<std::int64_t>(at * static_cast<double>((most - least).count())));
}

const Json &firstContainer(const Json &pod)
{
    static const Json None;
    const Json &containers = find(pod, {"spec", "containers"});
    return containers.is_array() && !containers.empty() ? containers.front() : None;
}

/// N of a command "sleep N"; 0 when it is another.
std::int64_t sleepSeconds(const Json &container)
{
    std::string words;
    for (const char *key : {"command", "args"}) {
        const Json &given = find(container, key);
        for (std::size_t i = 0; given.is_array() && i < given.size(); ++i)
            words += textOf(given[i]) + " ";
    }
    const std::size_t at = words.find("sleep ");
    std::int64_t seconds = 0;
    if (at != std::string::npos)
        std::from_chars(words.data() + at + 6, words.data() + words.size(), seconds);
    return std::clamp<std::int64_t>(seconds, 0, 86'400);
}

std::string wish(const Json &pod)
{
    const std::string told = textOf(find(pod, {"metadata", "annotations", BehaviourAnnotation}));
    if (!told.empty())
        return told;
    const std::string image = textOf(find(firstContainer(pod), "image"));
    const std::size_t colon = image.find(':', image.rfind('/') + 1);
    const std::string tag = colon == std::string::npos ? std::string() : image.substr(colon);
    for (const auto &[part, behaviour] :
         {std::pair("-rc", "crash"), std::pair("crash", "crash"), std::pair("oom", "oom"),
          std::pair("missing", "missing-image"), std::pair("unready", "unready")}) {
        if (tag.find(part) != std::string::npos)
            return behaviour;
    }
    return "run";
}

} // namespace

Behaviour Behaviour::of(const Json &pod)
{
    Behaviour behaviour;
    behaviour.pull = drawn(pod, "pull", Milliseconds(700), Milliseconds(2600));
    behaviour.warmUp = drawn(pod, "warm-up", Milliseconds(1500), Milliseconds(4500));
    behaviour.stop = drawn(pod, "stop", Milliseconds(900), Milliseconds(3200));
    const std::string wanted = wish(pod);
    if (wanted == "crash" || wanted == "oom") {
        behaviour.life = drawn(pod, "life", Milliseconds(3000), Milliseconds(8000));
        behaviour.exitCode = wanted == "oom" ? 137 : 1;
        behaviour.exitReason = wanted == "oom" ? "OOMKilled" : "Error";
        behaviour.isReadyEver = false;
    } else if (textOf(find(pod, {"spec", "restartPolicy"})) != "Always") {
        const std::int64_t seconds = sleepSeconds(firstContainer(pod));
        behaviour.life =
            seconds > 0 ? Milliseconds(1000 * seconds) : drawn(pod, "life", Milliseconds(9000), Milliseconds(26000));
        behaviour.exitReason = "Completed";
    }
    behaviour.isImageMissing = wanted == "missing-image";
    behaviour.isReadyEver = behaviour.isReadyEver && wanted != "unready";
    return behaviour;
}

std::chrono::seconds restartDelay(std::int64_t restarts)
{
    if (restarts <= 0)
        return std::chrono::seconds(0);
    return std::chrono::seconds(std::min<std::int64_t>(300, 10LL << std::min<std::int64_t>(restarts - 1, 5)));
}

} // namespace wk::demo
