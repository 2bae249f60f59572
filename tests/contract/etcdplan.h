// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace wk::etcdruns {

/// What can happen to an etcd cluster, and on the way to it.
enum class Fault {
    Kill,          ///< SIGKILL of the member that the client is at; it is started again on its data
    FreezeShort,   ///< SIGSTOP, not for long enough that anybody could give it up
    FreezeLong,    ///< SIGSTOP until the client has given it up
    CompactBehind, ///< what the client has not heard yet is compacted
    CompactLive,   ///< what it has heard is
    Cut,           ///< the way breaks within an answer, at any byte
    HalfOpen,      ///< what is connected stays so, and is silent for good
    Slow,          ///< answers trickle
    RestoreBehind, ///< a snapshot is restored: its revision is behind what the client saw
    RestoreBeyond, ///< the same, and so much is written before the client comes back that it is beyond it
    RestoreSilent, ///< the same, and all of that under a watch that waits for what comes after what it saw
    KillLeader,    ///< of three members
    MoveLeader,    ///< of three members
    Alone,         ///< the others are frozen: there is no leader anywhere
    Isolate,       ///< the client's member is cut off from the others, who go on without it
};
constexpr int FaultCount = int(Fault::Isolate) + 1;

const char *nameOf(Fault fault);
bool isOfThree(Fault fault);

struct FaultPlan {
    Fault fault = Fault::Kill;
    std::uint64_t seed = 0;
    int writesBefore = 0;
    int writesAfter = 0;
    bool inRecovery = false; ///< the client need not have got over the one before
};

/// A whole run, drawn from one seed.
struct EtcdPlan {
    std::uint64_t seed = 0;
    int members = 1;
    int keys = 0; ///< beside those that are written all the time: more than a page, or none
    std::vector<FaultPlan> faults;
};

EtcdPlan drawEtcdPlan(std::uint64_t seed);

} // namespace wk::etcdruns
