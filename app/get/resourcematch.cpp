// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/get/resourcematch.h"

#include "app/get/asciicase.h"

#include <algorithm>
#include <iterator>

namespace wk {

namespace {

bool isCalled(const ResourceInfo &info, const std::string &name)
{
    return name == info.gvr.resource || name == info.singular || name == asciiLower(info.kind) ||
           std::find(info.shortNames.begin(), info.shortNames.end(), name) != info.shortNames.end();
}

bool isInGroup(const ResourceInfo &info, const std::string &rest)
{
    return rest.empty() || rest == info.gvr.group || rest == info.gvr.version + "." + info.gvr.group ||
           info.gvr.group.starts_with(rest + ".");
}

} // namespace

Result<ResourceInfo> matchResource(const std::vector<ResourceInfo> &served, const std::string &name)
{
    const std::string wanted = asciiLower(name);
    const auto dot = wanted.find('.');
    const std::string head = wanted.substr(0, dot);
    const std::string rest = dot == std::string::npos ? std::string() : wanted.substr(dot + 1);
    const ResourceInfo *best = nullptr;
    for (const ResourceInfo &info : served) {
        if (!isCalled(info, head) || !isInGroup(info, rest))
            continue;
        if (!best || (!best->gvr.group.empty() && info.gvr.group.empty()))
            best = &info;
    }
    if (best)
        return *best;
    Error error;
    error.kind = ErrorKind::NotFound;
    error.text = "no resource type \"" + name + "\" that can be listed and watched is served there";
    return error;
}

Result<std::vector<ResourceInfo>> matchResources(const std::vector<ResourceInfo> &served, const std::string &name)
{
    std::vector<ResourceInfo> found;
    std::copy_if(served.begin(), served.end(), std::back_inserter(found), [&name](const ResourceInfo &info) {
        return std::find(info.categories.begin(), info.categories.end(), name) != info.categories.end();
    });
    if (!found.empty())
        return found;
    auto one = matchResource(served, name);
    if (!one)
        return one.error();
    return std::vector{std::move(one).value()};
}

} // namespace wk
