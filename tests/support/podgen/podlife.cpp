// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/podgen/podlife.h"

namespace wk::test {

Stage nextStage(const PodLife &life)
{
    switch (life.stage) {
    case Stage::Created:
    case Stage::Unschedulable: return Stage::Bound;
    case Stage::Bound: return Stage::Creating;
    case Stage::Creating: return Stage::Started;
    case Stage::Started:
    case Stage::NotReady: return Stage::Ready;
    case Stage::Crashed: return Stage::BackOff;
    case Stage::BackOff: return Stage::Started;
    case Stage::Terminating: return Stage::Stopped;
    case Stage::Stopped: return Stage::Expired;
    case Stage::Expired: return Stage::Gone;
    case Stage::Ready:
    case Stage::Gone: break;
    }
    return life.stage;
}

void enter(PodLife &life, Stage stage, std::uint32_t now)
{
    const bool wasReady = life.stage == Stage::Ready;
    const bool byKubelet = stage >= Stage::Creating && stage != Stage::Terminating && stage < Stage::Expired;
    life.stage = stage;
    if (byKubelet)
        life.reported = now;
    switch (stage) {
    case Stage::Created: life.created = now; break;
    case Stage::Unschedulable: life.unschedulable = now; break;
    case Stage::Bound: life.bound = now; break;
    case Stage::Creating: life.initialised = life.readied = now; break;
    case Stage::Started:
        if (life.ended != 0)
            ++life.restarts;
        life.started = now;
        break;
    case Stage::Ready:
    case Stage::NotReady: life.readied = now; break;
    case Stage::Crashed:
    case Stage::Stopped:
        life.ended = now;
        life.outOfMemory = stage == Stage::Crashed && life.identity % 3 == 0;
        if (wasReady || stage == Stage::Stopped)
            life.readied = now;
        break;
    case Stage::Terminating: life.deleting = now; break;
    case Stage::BackOff:
    case Stage::Expired:
    case Stage::Gone: break;
    }
}

} // namespace wk::test
