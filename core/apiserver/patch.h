// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/document.h"
#include "core/apiserver/status.h"

#include <string>

namespace wk::apiserver {

/// A patch as it came: its media type says which of four kinds it is.
struct Patch {
    enum class Kind { Merge, Operations, Strategic, Apply };
    Kind kind = Kind::Merge;
    std::string body;

    /// Errors: 415 for another media type.
    static Outcome<Patch> parse(std::string_view contentType, std::string body);
};

/// What is left of `document` after a patch. Errors: 400 for a body that is not JSON, 422 when a JSON patch
/// does not fit, 413 when it grows beyond what a request may carry.
Outcome<Json> applyPatch(const Json &document, const Patch &patch);

} // namespace wk::apiserver
