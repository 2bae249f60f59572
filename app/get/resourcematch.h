// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/session/serverfacts.h"

#include <string>
#include <vector>

namespace wk {

/// Finds what a person names as kubectl would: by its plural, else its singular or kind, else a short name; with or
/// without ".group", the beginning of a group, or ".version.group", which is that version. Of several the core group's
/// wins, then the server's order. It is for the caller to see what can be done with it. NotFound where there is no such
/// thing. Source: client-go restmapper/shortcut.go, apimachinery api/meta/restmapper.go.
Result<ResourceInfo> matchResource(const ServerFacts &facts, const std::string &name);

/// The kinds of a category such as "all", in discovery's order; else what matchResource() finds. Never empty. Source:
/// k8s.io/cli-runtime resource.Builder, ReplaceAliases().
Result<std::vector<ResourceInfo>> matchResources(const ServerFacts &facts, const std::string &name);

} // namespace wk
