// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/get/resourcematch.h"

#include "app/get/asciicase.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace wk {

namespace {

/// How a name calls a kind, the surest first.
enum class Called { ByPlural, BySingular, ByShortName, Not };

Called howCalled(const ResourceInfo &info, const std::string &name)
{
    if (name.empty()) // which is the singular that old servers tell
        return Called::Not;
    if (name == info.gvr.resource)
        return Called::ByPlural;
    if (name == info.singular || name == asciiLower(info.kind))
        return Called::BySingular;
    const bool isShort = std::ranges::find(info.shortNames, name) != info.shortNames.end();
    return isShort ? Called::ByShortName : Called::Not;
}

/// Null when nothing that is meant has that name.
template <class IsMeant>
const ResourceInfo *bestOf(const std::vector<ResourceInfo> &served, const std::string &name, IsMeant isMeant)
{
    const ResourceInfo *best = nullptr;
    Called by = Called::Not;
    for (const ResourceInfo &info : served) {
        const Called called = isMeant(info) ? howCalled(info, name) : Called::Not;
        const bool isCores = best && called == by && info.gvr.group.empty() && !best->gvr.group.empty();
        if (called < by || isCores) {
            best = &info;
            by = called;
        }
    }
    return best;
}

bool isOfSameName(const ResourceInfo &one, const ResourceInfo &other)
{
    return one.gvr.group == other.gvr.group && one.gvr.resource == other.gvr.resource;
}

} // namespace

Result<ResourceInfo> matchResource(const ServerFacts &facts, const std::string &name)
{
    const std::string wanted = asciiLower(name);
    const auto dot = wanted.find('.');
    const std::string head = wanted.substr(0, dot);
    const std::string rest = dot == std::string::npos ? std::string() : wanted.substr(dot + 1);
    const auto isOfVersion = [&](const ResourceInfo &info) { return info.gvr.version + "." + info.gvr.group == rest; };
    if (const ResourceInfo *const ofVersion = bestOf(facts.served, head, isOfVersion))
        return *ofVersion;
    const ResourceInfo *found = nullptr;
    if (!rest.empty())
        found = bestOf(facts.served, head, [&](const ResourceInfo &info) { return info.gvr.group == rest; });
    if (!found)
        found = bestOf(facts.served, head, [&](const ResourceInfo &info) { return info.gvr.group.starts_with(rest); });
    if (found) {
        const auto isIt = [found](const ResourceInfo &info) { return isOfSameName(info, *found); };
        const auto usual = std::ranges::find_if(facts.resources, isIt);
        if (usual != facts.resources.end())
            return *usual;
    }
    // What can be listed and is not among those is behind a version that has not answered yet.
    if (!found || found->allows("list"))
        return Error{ErrorKind::NotFound, "no resource type \"" + name + "\" is served there"};
    return *found;
}

Result<std::vector<ResourceInfo>> matchResources(const ServerFacts &facts, const std::string &name)
{
    std::vector<ResourceInfo> found;
    std::ranges::copy_if(facts.resources, std::back_inserter(found), [&name](const ResourceInfo &info) {
        return std::ranges::find(info.categories, name) != info.categories.end();
    });
    if (!found.empty())
        return found;
    auto one = matchResource(facts, name);
    if (!one)
        return one.error();
    return std::vector{std::move(one).value()};
}

} // namespace wk
