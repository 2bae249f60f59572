// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/resourcetype.h"

#include <optional>

namespace wk::apiserver {

/// The type that a CustomResourceDefinition defines: its storage version with printer columns, subresources
/// and selectable fields. Empty when the definition lacks what a type needs. Pure; any thread.
std::optional<ResourceType> typeOfDefinition(const Json &definition);

} // namespace wk::apiserver
