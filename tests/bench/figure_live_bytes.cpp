// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/revisionbodies.h"
#include "core/informer/objectstore.h"
#include "core/source/kube/decoder.h"
#include "tests/bench/figure.h"
#include "tests/bench/measure.h"
#include "tests/bench/podlines.h"
#include "tests/support/podgen/podfleet.h"

#include <cstdlib>

/// live-bytes: what a live pod costs, everything in: the growth of the process by 100,000 pods, listed as Tables in
/// pages of 500 and held as a session holds them, in an ObjectStore, with their bodies as revisions of one store. Their
/// JSON is then read back and compared. live-bytes-heap: what of that malloc has given out; live-bytes-body: what of it
/// is the JSON.
namespace wk::bench {

namespace {

constexpr std::uint32_t Pods = 100'000;
constexpr std::uint32_t PageSize = 500;

struct Memory {
    std::size_t resident;
    std::size_t allocated;
};

Memory memory()
{
    return {residentBytes(), allocatedBytes()};
}

void fill(ObjectStore &store, Decoder &decoder, const test::PodFleet &fleet)
{
    std::vector<ObjectPtr> objects;
    for (std::uint32_t first = 0; first < Pods; first += PageSize) {
        auto page = decoder.page(fleet.tablePage(first, PageSize));
        objects.insert(objects.end(), page->objects.begin(), page->objects.end());
    }
    store.replace(objects);
}

void requireAllBodies(const ObjectStore &store, test::PodFleet &fleet)
{
    for (std::uint32_t pod = 0; pod < Pods; pod += 97) {
        const ObjectPtr object = store.find(fleet.ns(pod), fleet.name(pod));
        if (!object || object->body.object() != fleet.object(pod))
            std::abort();
    }
}

std::vector<Figure> measureLiveBytes()
{
    test::PodFleet fleet({.seed = 1, .pods = Pods, .nodes = 2000});
    RevisionBodies bodies;
    Decoder decoder(podResource(), bodies.writer(podResource().gvr));
    ObjectStore store;
    const Memory before = memory();
    fill(store, decoder, fleet);
    const Memory after = memory();
    requireAllBodies(store, fleet);
    const double heap = double(after.allocated - before.allocated) / Pods;
    const double body = double(bodies.memoryBytes()) / Pods;
    return {
        {.name = "live-bytes", .value = double(after.resident - before.resident) / Pods, .unit = "bytes", .runs = 1},
        {.name = "live-bytes-heap", .value = heap, .unit = "bytes", .runs = 1},
        {.name = "live-bytes-body", .value = body, .unit = "bytes", .runs = 1},
    };
}

const Registration registration("live-bytes", measureLiveBytes);

} // namespace

} // namespace wk::bench
