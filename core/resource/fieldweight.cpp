// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/fieldweight.h"

#include <algorithm>
#include <array>

namespace wk {

namespace {

/// The last name of a path: "status" of "status.conditions[type=Ready].status". A subscript at the end is its name's.
std::string_view lastName(std::string_view path)
{
    if (path.ends_with(']'))
        path = path.substr(0, path.rfind('['));
    return path.substr(path.rfind('.') + 1);
}

template <std::size_t N>
bool isOneOf(const std::array<std::string_view, N> &names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool isClock(std::string_view name)
{
    return name.ends_with("Time") || name.ends_with("Timestamp") || name == "observedGeneration";
}

bool isInCondition(std::string_view path, std::string_view type)
{
    const std::size_t at = path.find("conditions[type=");
    return at != std::string_view::npos && path.substr(at + 16).starts_with(type);
}

} // namespace

int fieldWeight(std::string_view path)
{
    constexpr std::array<std::string_view, 5> First{"metadata.deletionTimestamp", "status.phase", "spec.replicas",
                                                    "spec.nodeName", "spec.unschedulable"};
    constexpr std::array<std::string_view, 5> Counts{"ready", "restartCount", "readyReplicas", "replicas", "count"};
    const std::string_view name = lastName(path);
    if (isOneOf(First, path))
        return 0;
    if (isClock(name))
        return 6;
    if (name == "message" || name == "note")
        return 5;
    if (name == "status" && (isInCondition(path, "Ready]") || isInCondition(path, "Available]")))
        return 0;
    if (path.starts_with("spec.") || isOneOf(Counts, name))
        return 1;
    if (isInCondition(path, "") || name == "reason" || name == "type")
        return 2;
    const bool words = path.starts_with("metadata.labels") || path.starts_with("metadata.annotations");
    return words || path.starts_with("data") ? 3 : 4;
}

} // namespace wk
