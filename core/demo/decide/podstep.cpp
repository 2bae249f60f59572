// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/decide/podstep.h"

#include "core/demo/build/podstatus.h"
#include "core/demo/decide/behaviour.h"
#include "core/demo/random.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>

namespace wk::demo {

using apiserver::find;
using apiserver::isTrue;
using apiserver::numberOf;
using apiserver::textOf;

namespace {

using Milliseconds = std::chrono::milliseconds;

/// A pod under a kubelet's eyes.
struct Look {
    const Json &pod;
    const KubeletSide &side;
    WallTime now;
    Behaviour behaviour;
    const Json &entries; ///< status.containerStatuses

    /// How much of `time` is left since a moment that the status tells. It tells whole seconds: they are
    /// taken for their middle, unless this kubelet knows better.
    Milliseconds left(const Json &since, Milliseconds time) const
    {
        const WallTime told = timeOf(since).value_or(now);
        const bool isKnown = std::chrono::floor<std::chrono::seconds>(side.reported) == told;
        const WallTime begin = isKnown ? side.reported : told + Milliseconds(500);
        const auto passed = std::chrono::floor<Milliseconds>(now - begin);
        const auto lived = Milliseconds(static_cast<std::int64_t>(static_cast<double>(passed.count()) * side.hurry));
        return std::clamp(time - lived, Milliseconds(0), time);
    }

    PodStatus report() const { return PodStatus(pod, now); }
};

bool isWellFormed(const Json &entries)
{
    return entries.is_array() && !entries.empty() &&
           std::all_of(entries.begin(), entries.end(), [](const Json &entry) { return entry.is_object(); });
}

PodStep wait(Milliseconds time)
{
    return {PodStep::Kind::Wait, std::max(time, Milliseconds(20)), {}, {}};
}

PodStep report(PodStatus status, std::vector<Note> notes)
{
    return {PodStep::Kind::Report, {}, status.take(), std::move(notes)};
}

Note about(const Json &entry, const char *reason, std::string message, bool warning = false)
{
    return {warning, reason, std::move(message), "spec.containers{" + textOf(find(entry, "name")) + "}"};
}

const Json &first(const Look &look)
{
    return look.entries.front();
}

std::string podIdentity(const Json &pod)
{
    return nameOf(pod) + "_" + nameSpaceOf(pod) + "(" + uidOf(pod) + ")";
}

std::vector<Note> startNotes(const Look &look)
{
    std::vector<Note> notes;
    for (const Json &entry : look.entries) {
        if (find(entry, {"state", "running"}).is_object())
            continue;
        const std::string image = textOf(find(entry, "image"));
        const std::string name = textOf(find(entry, "name"));
        if (textOf(find(entry, "imageID")).empty()) {
            const int pulled = static_cast<int>(look.behaviour.pull.count());
            char took[16];
            std::snprintf(took, sizeof took, "%d.%03ds", pulled / 1000, pulled % 1000);
            const auto size = 18'000'000 + static_cast<std::int64_t>(spread(image) * 160'000'000);
            notes.push_back(about(entry, "Pulled",
                                  "Successfully pulled image \"" + image + "\" in " + took + " (" + took +
                                      " including waiting). Image size: " + std::to_string(size) + " bytes."));
        } else {
            notes.push_back(about(entry, "Pulled", "Container image \"" + image + "\" already present on machine"));
        }
        notes.push_back(about(entry, "Created", "Created container: " + name));
        notes.push_back(about(entry, "Started", "Started container " + name));
    }
    return notes;
}

PodStep admit(const Look &look)
{
    std::vector<Note> notes;
    const Json &containers = find(look.pod, {"spec", "containers"});
    if (!isWellFormed(containers))
        return {};
    for (const Json &each : containers)
        notes.push_back(about(each, "Pulling", "Pulling image \"" + textOf(find(each, "image")) + "\""));
    return report(look.report().admit(look.side.hostIp), std::move(notes));
}

PodStep start(const Look &look)
{
    return report(look.report().run(look.side.podIp), startNotes(look));
}

PodStep creating(const Look &look)
{
    const Milliseconds left = look.left(find(look.pod, {"status", "startTime"}), look.behaviour.pull);
    if (left.count() > 0)
        return wait(left);
    if (!look.behaviour.isImageMissing)
        return start(look);
    const std::string image = textOf(find(first(look), "image"));
    const std::string failure = "Failed to pull image \"" + image +
                                "\": rpc error: code = NotFound desc = failed to pull and unpack image \"" + image +
                                "\": not found";
    return report(
        look.report().hold(textOf(find(first(look), "name")), "ErrImagePull", failure),
        {about(first(look), "Failed", failure, true), about(first(look), "Failed", "Error: ErrImagePull", true)});
}

PodStep pullBackOff(const Look &look)
{
    const std::string image = textOf(find(first(look), "image"));
    const std::string message = "Back-off pulling image \"" + image + "\"";
    return report(
        look.report().hold(textOf(find(first(look), "name")), "ImagePullBackOff", message),
        {about(first(look), "BackOff", message), about(first(look), "Failed", "Error: ImagePullBackOff", true)});
}

PodStep waiting(const Look &look)
{
    const Json &entry = first(look);
    const std::string reason = textOf(find(entry, {"state", "waiting", "reason"}));
    if (reason == "ErrImagePull")
        return pullBackOff(look);
    if (reason == "ImagePullBackOff")
        return look.behaviour.isImageMissing ? PodStep() : start(look);
    if (reason == "ContainerCreating")
        return creating(look);
    const Json &ended = find(entry, {"lastState", "terminated", "finishedAt"});
    const Milliseconds left = look.left(ended, restartDelay(numberOf(find(entry, "restartCount"))));
    return left.count() > 0 ? wait(left) : start(look);
}

PodStep exited(const Look &look)
{
    const Json &entry = first(look);
    const std::string policy = textOf(find(look.pod, {"spec", "restartPolicy"}));
    const bool failed = numberOf(find(entry, {"state", "terminated", "exitCode"})) != 0;
    if (policy == "Never" || (policy == "OnFailure" && !failed))
        return {};
    const std::int64_t restarts = numberOf(find(entry, "restartCount"));
    const Milliseconds pause = restartDelay(restarts);
    if (pause.count() == 0)
        return start(look);
    const Milliseconds left = look.left(find(entry, {"state", "terminated", "finishedAt"}), Milliseconds(2000));
    if (left.count() > 0)
        return wait(left);
    const std::string name = textOf(find(entry, "name"));
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(pause).count();
    const std::string delay = seconds < 60 ? std::to_string(seconds) + "s"
                              : seconds % 60 == 0
                                  ? std::to_string(seconds / 60) + "m0s"
                                  : std::to_string(seconds / 60) + "m" + std::to_string(seconds % 60) + "s";
    return report(look.report().hold(name, "CrashLoopBackOff",
                                     "back-off " + delay + " restarting failed container=" + name +
                                         " pod=" + podIdentity(look.pod)),
                  {about(entry, "BackOff",
                         "Back-off restarting failed container " + name + " in pod " + podIdentity(look.pod), true)});
}

PodStep endOfLife(const Look &look)
{
    const Behaviour &behaviour = look.behaviour;
    if (behaviour.exitCode == 0)
        return report(look.report().stopAll(0, behaviour.exitReason), {});
    return report(look.report().exit(textOf(find(first(look), "name")), behaviour.exitCode, behaviour.exitReason), {});
}

PodStep running(const Look &look)
{
    const Json &since = find(first(look), {"state", "running", "startedAt"});
    const bool ready = isConditionTrue(find(look.pod, "status"), "Ready");
    const bool becomesReady = !ready && look.behaviour.isReadyEver;
    const Milliseconds toReady = look.left(since, look.behaviour.warmUp);
    const Milliseconds toEnd = look.left(since, look.behaviour.life);
    const bool ends = look.behaviour.life.count() > 0;
    if (ends && toEnd.count() == 0)
        return endOfLife(look);
    if (becomesReady && toReady.count() == 0)
        return report(look.report().becomeReady(), {});
    if (becomesReady)
        return wait(ends ? std::min(toReady, toEnd) : toReady);
    return ends ? wait(toEnd) : PodStep();
}

PodStep ending(const Look &look)
{
    bool runs = false;
    std::vector<Note> notes;
    for (const Json &entry : look.entries) {
        if (!find(entry, {"state", "running"}).is_object())
            continue;
        runs = true;
        notes.push_back(about(entry, "Killing", "Stopping container " + textOf(find(entry, "name"))));
    }
    if (!runs)
        return {PodStep::Kind::Remove, {}, {}, {}};
    const std::int64_t told = numberOf(find(look.pod, {"metadata", "deletionGracePeriodSeconds"}), 30);
    const std::int64_t grace = std::clamp<std::int64_t>(told, 0, 86'400);
    const auto deadline = timeOf(find(look.pod, {"metadata", "deletionTimestamp"})).value_or(look.now);
    const WallTime asked = deadline - std::chrono::seconds(grace);
    const Milliseconds stop = std::min(look.behaviour.stop, Milliseconds(1000 * grace));
    const Milliseconds left = look.left(timeJson(asked), stop);
    if (left.count() > 0)
        return {PodStep::Kind::Wait, left, {}, std::move(notes)};
    return report(look.report().stopAll(0, "Completed"), std::move(notes));
}

} // namespace

PodStep nextPodStep(const Json &pod, const KubeletSide &side, WallTime now)
{
    const Json &entries = find(pod, {"status", "containerStatuses"});
    const Look look{pod, side, now, Behaviour::of(pod), entries};
    const bool isAdmitted = isWellFormed(entries);
    if (isBeingDeleted(pod))
        return isAdmitted ? ending(look) : PodStep{PodStep::Kind::Remove, {}, {}, {}};
    if (!isAdmitted)
        return admit(look);
    const Json &state = find(first(look), "state");
    if (find(state, "running").is_object())
        return running(look);
    if (find(state, "terminated").is_object())
        return exited(look);
    return waiting(look);
}

} // namespace wk::demo
