// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/document.h"

#include <string>
#include <string_view>
#include <vector>

namespace wk::apiserver {

/// How ownership of a value divides. Any thread; values.
struct FieldShape {
    enum class Kind {
        Leaf,  ///< one owner for the whole: a scalar, an atomic list or map
        Map,   ///< each member on its own
        Keyed, ///< a list whose items are told apart by some of their members
        Set,   ///< a list of scalars, each of which stands for itself
    };
    Kind kind = Kind::Leaf;
    std::vector<std::string_view> keys{}; ///< of Keyed, sorted
};

/// Whether an API version is one of Kubernetes' own, whose lists have known keys.
bool isBuiltInVersion(std::string_view apiVersion);

/// The shape of a value that stands under `name`; custom resources have lists without keys but for their metadata's.
/// Source: x-kubernetes-list-type and x-kubernetes-map-type in Kubernetes' OpenAPI.
FieldShape shapeOf(const std::string &name, const Json &value, bool isBuiltIn);

/// The step to an item of a keyed list: "k:{\"name\":\"web\"}". Empty when the item lacks a key.
std::string keyStep(const FieldShape &shape, const Json &item);

/// The item's place in `list`; its size when there is none.
std::size_t itemWith(const Json &list, const FieldShape &shape, const std::string &step);

} // namespace wk::apiserver
