// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/decide/podfacts.h"
#include "core/demo/decide/write.h"
#include "core/demo/seed/scene.h"

namespace wk::demo {

/// How a seeded pod's life went so far.
struct PodPast {
    enum class Kind {
        Runs,     ///< ready since shortly after it was made
        Crashes,  ///< exits again and again; waits for its next restart
        Ended,    ///< did its work
        Unplaced, ///< no node has room for it
    };
    Kind kind = Kind::Runs;
    WallTime made{};
    int restarts = 0;
};

/// Puts a pod where it fits, lets it have lived until now, and takes it in. What a controller would ask of it
/// is returned.
PodFacts seedPod(SeedScene &scene, Json pod, const PodPast &past);

/// Which pods are copied: those after the object at `owner` in the scene, of the set whose pods' names begin so.
struct PodMoulds {
    std::size_t owner = 0;
    std::string prefix{};
    WallTime since{}; ///< no copy is older
};

/// Adds copies of a set's pods, placed in turn where there is room, and what a controller would ask of them.
void copyPods(SeedScene &scene, const PodMoulds &moulds, int count, std::vector<PodFacts> &facts);

/// Events of the last hour about a pod: how it started, and what is wrong with it.
void seedPodEvents(SeedScene &scene, const Json &pod, const PodPast &past);
/// An Event about anything.
void seedEvent(SeedScene &scene, const Json &regarding, const Note &note, const std::string &component, WallTime at,
               int count = 1);

} // namespace wk::demo
