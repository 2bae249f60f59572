// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/target.h"

#include "core/apiserver/request.h"
#include "core/apiserver/resourcetable.h"

namespace wk::apiserver {

namespace {

/// Takes the first segment off; empty when there is none.
std::string takeSegment(std::vector<std::string> &segments)
{
    if (segments.empty())
        return {};
    std::string first = std::move(segments.front());
    segments.erase(segments.begin());
    return first;
}

/// "namespaces/NS/PODS…" names a namespace's content, "namespaces/NS" and its subresources the namespace
/// itself.
bool isInsideNamespace(const std::vector<std::string> &segments)
{
    return segments.size() >= 3 && segments[0] == "namespaces" && segments[2] != "status" && segments[2] != "finalize";
}

} // namespace

std::optional<std::vector<std::string>> splitPath(std::string_view path)
{
    std::vector<std::string> segments;
    while (!path.empty()) {
        if (path.front() != '/')
            return {};
        path.remove_prefix(1);
        const std::string_view raw = path.substr(0, path.find('/'));
        path.remove_prefix(raw.size());
        const auto segment = percentDecoded(raw);
        if (!segment || *segment == "." || *segment == "..")
            return {};
        if (!segment->empty())
            segments.push_back(*segment);
        else if (!path.empty())
            return {};
    }
    return segments;
}

Resolution resolve(const ResourceTable &table, const std::vector<std::string> &segments)
{
    std::vector<std::string> rest = segments;
    const bool isCore = takeSegment(rest) == "api";
    const std::string group = isCore ? std::string() : takeSegment(rest);
    const std::string version = takeSegment(rest);
    if (!table.hasVersion(group, version))
        return {};

    Target target;
    if (!rest.empty() && rest.front() == "watch") {
        target.isOldWatch = true;
        takeSegment(rest);
    }
    const bool isInside = isInsideNamespace(rest);
    if (isInside) {
        takeSegment(rest);
        target.nameSpace = takeSegment(rest);
    }
    target.type = table.find(group, version, takeSegment(rest));
    target.name = takeSegment(rest);
    target.subresource = takeSegment(rest);
    const bool fits = target.type && rest.empty() && (target.type->namespaced || !isInside) &&
                      (target.name.empty() || isInside || !target.type->namespaced);
    return {fits ? Resolution::Kind::Found : Resolution::Kind::NoSuchResource, target};
}

} // namespace wk::apiserver
