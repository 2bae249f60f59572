// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

namespace wk::sim {

/// Where a fault strikes.
enum class Place {
    WatchOpen, ///< a watch was asked for
    Frames,    ///< lines of a watch are about to leave
    List,      ///< the first page of a list was asked for, or is about to leave
    Page,      ///< a later page
    Initial,   ///< a list is about to leave as a watch's initial events
    World,     ///< something happens to what is served
    Client,    ///< something happens to the machine that the client runs on
};

/// One row of the fault matrix that makes sense in a stream of bytes.
struct FaultClass {
    const char *id;    ///< of fault-matrix.md, with what tells it from its sisters: "N7", "H5.watch"
    const char *words; ///< what happens
    Place place;
    int weight;                   ///< how often it is drawn, beside the others
    bool needsComparable = false; ///< makes no sense where versions are opaque
    bool isHeld = false;          ///< it takes the client minutes to get over it: rarer, and given time
    bool makesWait = false;       ///< the contract has the client wait half a minute and more, be it that silence takes
                                  ///< so long to be found out: no matter of speed
};

const std::vector<FaultClass> &faultClasses();
/// Null when there is none of that name.
const FaultClass *faultClass(std::string_view id);

} // namespace wk::sim
