// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

/// How Go's encoding/json, and so every API server and kubectl, writes scalars. Any thread.
namespace wk::json {

/// The text between quotes: <, > and & as \u003c \u003e \u0026, U+2028 and U+2029 as \u2028 \u2029, control characters
/// as \b \f \n \r \t or \u00xx; all else as it is. Source: encoding/json, appendString with escapeHTML.
void appendEscaped(std::string &out, std::string_view text);

/// The shortest digits that read back to the same double; with an exponent below 1e-6 and from 1e21.
/// Source: encoding/json, floatEncoder. `value` is finite, as all of JSON is.
void appendNumber(std::string &out, double value);

/// The same digits with strconv's format 'g', which go-yaml uses for what is no whole number: an exponent of at least
/// two digits below 1e-4 and from 1e6; whole numbers as above.
void appendYamlNumber(std::string &out, double value);

} // namespace wk::json
