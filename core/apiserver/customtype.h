// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/resourcetype.h"

#include <optional>
#include <string>

namespace wk::apiserver {

class ResourceTable;

/// The type that a CustomResourceDefinition defines: its storage version with printer columns, subresources
/// and selectable fields. Empty when the definition lacks what a type needs. Pure; any thread.
std::optional<ResourceType> typeOfDefinition(const Json &definition);

constexpr auto DefinitionsResource = "customresourcedefinitions.apiextensions.k8s.io";

/// What a definition defines is served from now on, as it says. The resource that was served in another shape before,
/// whose watches cannot go on; empty when there is none. Any thread.
std::optional<std::string> serveDefinition(ResourceTable &types, const Json &definition);
/// The same when the definition is gone.
std::optional<std::string> withdrawDefinition(ResourceTable &types, const Json &definition);

} // namespace wk::apiserver
