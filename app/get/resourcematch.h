// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/resource/resourceinfo.h"

#include <string>
#include <vector>

namespace wk {

/// Finds what a person names as kubectl would: plural, singular, kind or short name, with or without ".group" or
/// ".version.group". The core group wins over others, then discovery's order.
Result<ResourceInfo> matchResource(const std::vector<ResourceInfo> &served, const std::string &name);

/// The kinds of a category such as "all", in discovery's order; else what matchResource() finds. Never empty. Source:
/// k8s.io/cli-runtime resource.Builder, ReplaceAliases().
Result<std::vector<ResourceInfo>> matchResources(const std::vector<ResourceInfo> &served, const std::string &name);

} // namespace wk
