// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace wk::apiserver {

/// The forms an object or a list can be asked for in.
enum class Form { Object, Table, Partial };

/// Picks the first form of an Accept header that we have; empty: 406. A header that is not there asks for
/// objects.
std::optional<Form> negotiateForm(std::string_view accept);

/// Whether aggregated discovery (apidiscovery.k8s.io/v2) is asked for before the plain documents.
bool wantsAggregatedDiscovery(std::string_view accept);

/// Whether a coding stands in an Accept-Encoding header without q=0.
bool acceptsCoding(std::string_view acceptEncoding, std::string_view coding);

/// Whether a header's first media type is `type`, whatever its parameters.
bool isMediaType(std::string_view header, std::string_view type);

} // namespace wk::apiserver
