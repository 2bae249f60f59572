// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/phase.h"

#include "core/resource/object.h"
#include "ui/style/styletr.h"

#include <algorithm>
#include <iterator>

namespace wk {

namespace {

struct Word {
    std::string_view text;
    Phase phase;
};

constexpr Word words[] = {
    {"Active", Phase::Running},
    {"Available", Phase::Running},
    {"Bound", Phase::Running},
    {"Completed", Phase::Succeeded},
    {"Complete", Phase::Succeeded},
    {"ContainerCannotRun", Phase::Failed},
    {"ContainerCreating", Phase::Pending},
    {"ContainerStatusUnknown", Phase::Unknown},
    {"CrashLoopBackOff", Phase::Failed},
    {"DeadlineExceeded", Phase::Failed},
    {"Evicted", Phase::Failed},
    {"Failed", Phase::Failed},
    {"InvalidImageName", Phase::Failed},
    {"Lost", Phase::Failed},
    {"NodeLost", Phase::Unknown},
    {"NotReady", Phase::Failed},
    {"OOMKilled", Phase::Failed},
    {"Pending", Phase::Pending},
    {"PodInitializing", Phase::Pending},
    {"Ready", Phase::Running},
    {"Released", Phase::Pending},
    {"Running", Phase::Running},
    {"SchedulingGated", Phase::Pending},
    {"Succeeded", Phase::Succeeded},
    {"Suspended", Phase::Pending},
    {"Terminating", Phase::Terminating},
    {"Unknown", Phase::Unknown},
};

bool saysFailure(std::string_view word)
{
    return word.ends_with("Error") || word.ends_with("BackOff") || word.starts_with("Err") ||
           word.starts_with("ExitCode:") || word.starts_with("Signal:");
}

} // namespace

Phase phaseOfWord(std::string_view word)
{
    word = word.substr(0, word.find(','));
    if (word.starts_with("Init:")) {
        const Phase inner = phaseOfWord(word.substr(5));
        return inner == Phase::None ? Phase::Pending : inner;
    }
    const auto *found = std::ranges::find(words, word, &Word::text);
    if (found != std::end(words))
        return found->phase;
    return saysFailure(word) ? Phase::Failed : Phase::None;
}

Phase phaseOf(const Object &object, std::string_view status)
{
    if (object.deleting)
        return Phase::Terminating;
    if (const Phase phase = phaseOfWord(status); phase != Phase::None)
        return phase;
    if (const Phase phase = phaseOfWord(object.phase); phase != Phase::None)
        return phase;
    switch (object.ready) {
    case Readiness::Absent: return Phase::None;
    case Readiness::True: return Phase::Running;
    case Readiness::False: return Phase::Failed;
    case Readiness::Unknown: return Phase::Unknown;
    }
    return Phase::None;
}

QString phaseName(Phase phase)
{
    switch (phase) {
    case Phase::None: return {};
    case Phase::Running: return StyleTr::tr("Running");
    case Phase::Pending: return StyleTr::tr("Pending");
    case Phase::Succeeded: return StyleTr::tr("Succeeded");
    case Phase::Failed:
        return StyleTr::tr("Failing", "has failed, or does so again and again: CrashLoopBackOff, NotReady");
    case Phase::Unknown: return StyleTr::tr("Unknown");
    case Phase::Terminating: return StyleTr::tr("Terminating");
    }
    return {};
}

} // namespace wk
