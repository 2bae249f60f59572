// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/plainscalar.h"

#include <simdjson.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// For .cpp files only: simdjson's header costs a second to compile.
namespace wk {

/// The most characters of a value in a FieldChange, the "…" where it was cut included.
constexpr std::size_t ShortValueChars = 60;

/// A value in a few words: a text without its quotes, a collection as compact JSON; cut to ShortValueChars.
std::string shortValue(const simdjson::dom::element &value);
/// The same into a text whose memory may be used again, as most are soon replaced.
void putShortValue(const json::PlainScalar &value, std::string &to);

/// Two values that differ. Long texts are cut so that the first difference is seen.
std::pair<std::string, std::string> shortValues(const simdjson::dom::element &before,
                                                const simdjson::dom::element &after);

/// The same for scalars as their texts, into two whose memory may be used again.
void putShortScalars(const json::PlainScalar &before, const json::PlainScalar &after, std::string &toBefore,
                     std::string &toAfter);

/// Two lists of different length without keys: as JSON when both are short, else how many elements they have.
std::pair<std::string, std::string> shortLists(const simdjson::dom::array &before, const simdjson::dom::array &after);

/// The keys of a list's elements in their order: "[web,proxy]".
std::string shortKeys(const std::vector<std::string_view> &keys);

} // namespace wk
