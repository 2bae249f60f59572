// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/changeworth.h"

#include <algorithm>
#include <array>

namespace wk {

namespace {

constexpr std::string_view LeaderPath = "metadata.annotations[\"control-plane.alpha.kubernetes.io/leader\"]";

/// Annotations by which a controller counts what it has observed. Source: k8s.io/kubernetes, pkg/controller/deployment
/// and daemon.
constexpr std::array<std::string_view, 2> CountPaths{
    "metadata.annotations[\"deployment.kubernetes.io/revision\"]",
    "metadata.annotations[\"deprecated.daemonset.template.generation\"]"};

bool isUnder(std::string_view path, std::string_view parent)
{
    return path.starts_with(parent) &&
           (path.size() == parent.size() || path[parent.size()] == '.' || path[parent.size()] == '[');
}

/// The record without the value of its renewTime; empty when it has none.
std::string withoutRenewal(std::string_view record)
{
    constexpr std::string_view Key = "\"renewTime\":\"";
    const std::size_t key = record.find(Key);
    const std::size_t end = key == std::string_view::npos ? key : record.find('"', key + Key.size());
    if (end == std::string_view::npos)
        return {};
    return std::string(record.substr(0, key + Key.size())).append(record.substr(end));
}

} // namespace

ChangeWorth worthOf(std::string_view path, FieldChange::Kind kind)
{
    constexpr std::array<std::string_view, 2> Clocks{"].lastHeartbeatTime", "].lastProbeTime"};
    if (path == "metadata.resourceVersion" || path == "metadata.generation")
        return ChangeWorth::Bookkeeping;
    if (isUnder(path, "metadata.managedFields"))
        return ChangeWorth::ManagedFields;
    const bool isClock = path == "spec.renewTime" ||
                         std::ranges::any_of(Clocks, [&](std::string_view clock) { return path.ends_with(clock); });
    if (isClock && kind == FieldChange::Kind::Replaced)
        return ChangeWorth::Heartbeat;
    const bool isObserved = isUnder(path, "status") || std::ranges::find(CountPaths, path) != CountPaths.end();
    return isObserved ? ChangeWorth::Status : ChangeWorth::Substance;
}

ChangeWorth worthOf(std::string_view path, const simdjson::dom::element &before, const simdjson::dom::element &after)
{
    if (path == LeaderPath && before.is_string() && after.is_string())
        return worthOfTexts(path, std::string_view(before), std::string_view(after));
    return worthOf(path, FieldChange::Kind::Replaced);
}

ChangeWorth worthOfTexts(std::string_view path, std::string_view before, std::string_view after)
{
    if (path == LeaderPath) {
        const std::string rest = withoutRenewal(before);
        if (!rest.empty() && rest == withoutRenewal(after))
            return ChangeWorth::Heartbeat;
    }
    return worthOf(path, FieldChange::Kind::Replaced);
}

} // namespace wk
