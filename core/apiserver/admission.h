// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/document.h"

namespace wk::apiserver {

/// A new object without what is nobody's in managedFields: the status, and of a pod what admission adds to each (its
/// token, its ServiceAccount, its priority, tolerations) unless `given`, the object as it was sent, has it. Pure.
Json asMeant(const Json &document, const Json &given);

} // namespace wk::apiserver
