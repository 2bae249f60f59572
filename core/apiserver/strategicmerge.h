// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/document.h"

namespace wk::apiserver {

/// Merges as kubectl's strategic merge patches mean it: lists of things with a name are merged by that name,
/// "$patch" deletes or replaces. For built-in kinds only: what a list's name is, the API's Go types say.
/// Pure. Source: k8s.io/apimachinery pkg/util/strategicpatch; patchMergeKey tags of k8s.io/api.
void strategicMerge(Json &document, const Json &patch);

} // namespace wk::apiserver
