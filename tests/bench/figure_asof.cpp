// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/eventlog.h"
#include "core/source/kube/decoder.h"
#include "tests/bench/figure.h"
#include "tests/bench/measure.h"
#include "tests/bench/podlines.h"
#include "tests/support/podgen/podfleet.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>

/// asof: the objects of a watch of 20,000 pods as they stood before any of the last 200,000 events, in ms of thread
/// CPU; the slowest of the moments that were asked for is asof-max. The yardstick is what it takes to fold all that was
/// told, each event with its object at hand, from its beginning, and what that says is compared.
namespace wk::bench {

namespace {

constexpr std::uint32_t Pods = 20'000;
constexpr std::uint32_t PageSize = 500;
constexpr std::size_t Events = 200'000;
constexpr int Moments = 25;
constexpr int Folds = 3;
constexpr WatchId Watch = 1;

using Told = std::vector<EntryPtr>;

/// A watch of a fleet, from its list on. Bodies are not what is measured.
Told fill(EventLog &log)
{
    test::PodFleet fleet({.seed = 3, .pods = Pods});
    Decoder decoder(podResource(), Decoder::Bodies::Drop);
    auto list = std::make_shared<Entry>();
    list->watch = Watch;
    list->type = EntryType::List;
    list->origin = EntryClass::Initial;
    auto objects = std::make_shared<std::vector<ObjectPtr>>();
    for (std::uint32_t first = 0; first < Pods; first += PageSize) {
        const auto page = decoder.page(fleet.tablePage(first, PageSize));
        objects->insert(objects->end(), page->objects.begin(), page->objects.end());
    }
    list->objects = std::move(objects);
    log.append(list);
    Told told{list};
    for (std::size_t i = 0; i < Events; ++i) {
        const auto event = decoder.event(fleet.tableLine(fleet.next()));
        auto entry = std::make_shared<Entry>();
        entry->watch = Watch;
        entry->type = entryType(event->type);
        entry->arrived = list->arrived + std::chrono::milliseconds(i);
        entry->version = event->version;
        entry->object = event->object;
        told.push_back(entry);
        log.append(entry);
    }
    while (log.step()) {
    }
    return told;
}

using Objects = std::map<std::string, ObjectPtr>;

Objects fold(const Told &told, std::size_t events)
{
    Objects objects;
    for (const ObjectPtr &object : *told.front()->objects)
        objects[object->uid] = object;
    for (std::size_t i = 1; i <= events; ++i) {
        if (told[i]->type == EntryType::Deleted)
            objects.erase(told[i]->object->uid);
        else
            objects[told[i]->object->uid] = told[i]->object;
    }
    return objects;
}

void requireSame(const ObjectList &found, const Objects &wanted)
{
    if (found->size() != wanted.size())
        std::abort();
    for (const ObjectPtr &object : *found) {
        const auto same = wanted.find(object->uid);
        if (same == wanted.end() || !isSameRevision(same->second, object))
            std::abort();
    }
}

std::vector<Figure> measureAsOf()
{
    EventLog log(EventLog::Bounds{.rows = Pods + Events + EventLog::ChunkRows, .bytes = std::size_t(8) << 30});
    log.setWatch(Watch, {podResource(), {}, {}, {}});
    const Told told = fill(log);
    const HistoryPtr history = log.snapshot();
    std::mt19937_64 random(1);
    std::vector<double> times;
    std::vector<double> folds;
    for (int moment = 0; moment < Moments; ++moment) {
        const std::size_t events = random() % Events;
        const RowId upTo = 1 + Pods + events;
        double start = threadSeconds();
        const ObjectList objects = history->objectsAt(Watch, upTo);
        times.push_back((threadSeconds() - start) * 1e3);
        if (moment >= Folds)
            continue;
        start = threadSeconds();
        const Objects wanted = fold(told, events);
        folds.push_back((threadSeconds() - start) * 1e3);
        requireSame(objects, wanted);
    }
    const double usual = median(times);
    const double folded = median(folds);
    return {
        {.name = "asof", .value = usual, .unit = "ms", .runs = Moments, .yardstick = folded, .ratio = folded / usual},
        {.name = "asof-max", .value = *std::ranges::max_element(times), .unit = "ms", .runs = Moments}};
}

const Registration registration("asof", measureAsOf);

} // namespace

} // namespace wk::bench
