// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace wk::json {

/// A scalar that can be read off its JSON text as it stands. Two of them are equal when their texts are.
struct PlainScalar {
    std::string_view text; ///< without quotes
    bool isString = false;
};

/// A string of printable ASCII without escapes, a literal, or a whole number of up to 18 digits without a sign; nothing
/// for all else, which may be as good a scalar. Any thread.
std::optional<PlainScalar> plainScalar(std::string_view json);

/// Whether what stands between the quotes of a string is printable ASCII without escapes, and so is what it means. A
/// text that is no UTF-8 means another one (core/json/legalise.h). Any thread.
bool isPlainString(std::string_view inside);

/// Appends what stands between the quotes of a string, its escapes replaced; false where one of them is none of JSON's,
/// or stands for more than ASCII. Any thread.
bool appendUnescaped(std::string &out, std::string_view inside);

} // namespace wk::json
