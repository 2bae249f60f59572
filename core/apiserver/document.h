// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace wk::apiserver {

/// A document that can be changed: the server side edits objects, so it needs what the client's decoder
/// avoids. Keys keep their order. Any thread; nothing here throws.
using Json = nlohmann::ordered_json;

/// Reads one JSON document. Errors: BrokenFrame; TooLarge when nested deeper than limits::JsonDepth.
Result<Json> parseDocument(std::string_view text);

/// Compact, with `<`, `>` and `&` escaped as Go's encoder does; bytes that are not UTF-8 become U+FFFD.
std::string encode(const Json &value);
/// Indented by two, as real servers answer browsers and curl.
std::string encodePretty(const Json &value);
/// `text` as a JSON string, quotes included.
std::string jsonString(std::string_view text);

/// The value at the path of keys; a null when any of them is missing or not an object.
const Json &find(const Json &value, std::initializer_list<const char *> path);
/// The child of an object; a null when there is none.
const Json &find(const Json &value, std::string_view key);
/// Empty for anything but a string.
std::string textOf(const Json &value);
/// `otherwise` for anything but a whole number.
std::int64_t numberOf(const Json &value, std::int64_t otherwise = 0);
bool isTrue(const Json &value);
/// Makes the objects on the way where they are missing or of another kind.
Json &make(Json &value, std::initializer_list<const char *> path);

} // namespace wk::apiserver
