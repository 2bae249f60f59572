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

/// As go-yaml writes it: whole numbers as above, others in strconv's format 'g', with an exponent of at least two
/// digits below 1e-4 and from 1e6.
void appendYamlNumber(std::string &out, double value);

/// The same digits as Go's %v prints them, which is strconv's format 'g' throughout: 1e+06.
void appendGoNumber(std::string &out, double value);

} // namespace wk::json
