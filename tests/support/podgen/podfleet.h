// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/podgen/draw.h"
#include "tests/support/podgen/podlife.h"
#include "tests/support/podgen/workload.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wk::test {

/// What happened to one pod, as its watch tells it.
struct PodEvent {
    enum class Type { Added, Modified, Deleted };

    Type type = Type::Added;
    std::uint32_t pod = 0; ///< its place in the fleet
    Stage stage = Stage::Created;
};

/// The pods of a cluster as a kube-apiserver writes them, and what happens to them: scheduled, started, ready,
/// flapping, crashed and back, annotated, deleted and created anew. Everything follows from the seed, byte for byte, on
/// every machine. A ready pod has 6 to 8 KB, four tenths of it managedFields. One thread.
///
/// A text that is a view stays until the next call.
class PodFleet
{
public:
    struct Options {
        std::uint64_t seed = 1;
        std::uint32_t pods = 20'000; ///< all of them there from the start, most of them ready
        std::uint32_t nodes = 400;
        std::uint32_t eventsPerSecond = 100; ///< in the time that the pods tell
    };

    explicit PodFleet(const Options &options);

    std::uint32_t size() const { return static_cast<std::uint32_t>(m_pods.size()); }
    /// Between the event that tells of its deletion and the one that tells of its next life a pod is not there.
    bool exists(std::uint32_t pod) const { return m_pods[pod].stage != Stage::Gone; }
    const PodLife &life(std::uint32_t pod) const { return m_pods[pod]; }
    std::string name(std::uint32_t pod) const;
    const std::string &ns(std::uint32_t pod) const { return workloadOf(pod).ns; }
    /// The resourceVersion of the last write.
    std::uint64_t version() const { return m_version; }

    /// The pod's JSON, with kind and apiVersion.
    std::string_view object(std::uint32_t pod);

    /// Lets the next thing happen.
    PodEvent next();
    /// {"type":…,"object":{…}} of the event that happened last, without a newline.
    std::string_view line(const PodEvent &event);
    /// The same from a watch as Table with includeObject=Object; the first such line brings the columns.
    std::string_view tableLine(const PodEvent &event);

    /// `count` pods from number `first` on, in the fleet's order, as a page of a LIST: a PodList or a Table.
    std::string listPage(std::uint32_t first, std::uint32_t count) const;
    std::string tablePage(std::uint32_t first, std::uint32_t count) const;

private:
    const Workload &workloadOf(std::uint32_t pod) const { return m_workloads[m_pods[pod].workload]; }
    std::uint32_t now() const { return static_cast<std::uint32_t>(m_microseconds / 1'000'000); }
    void settle(PodLife &life);
    std::uint32_t chosen();
    Stage somethingNew(PodLife &life);
    std::string page(const char *head, const char *items, std::uint32_t first, std::uint32_t count, bool table) const;

    Options m_options;
    Draw m_draw;
    std::vector<Workload> m_workloads;
    std::vector<PodLife> m_pods;
    std::vector<std::uint32_t> m_underway; ///< pods on their way to another stage
    std::uint64_t m_microseconds;          ///< since the epoch
    std::uint64_t m_version;
    std::string m_text;
    bool m_saidColumns = false;
};

} // namespace wk::test
