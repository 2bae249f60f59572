// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/object.h"

#include <cstdint>

namespace wk {

enum class Phase : std::uint8_t;

/// Which of the server's columns tell how an object fares; -1: there is none.
struct PhaseColumns {
    int status = -1;  ///< Status, Phase or State: pods, nodes, namespaces, claims
    int ready = -1;   ///< "Ready": "2/3", or a number beside `desired`
    int desired = -1; ///< "Desired": replica sets, daemon sets
};

PhaseColumns phaseColumns(const Columns &columns);

/// The phase of any kind of object: by its own status first, else by its conditions and by ready replicas against
/// wanted ones: with fewer it is Pending, even if it is available by then. None when nothing tells. Any thread; pure.
Phase phaseOf(const Object &object, const PhaseColumns &columns);

} // namespace wk
