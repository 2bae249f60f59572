// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

/// How `kubectl -o yaml` quotes text. Any thread. Source: sigs.k8s.io/yaml (goyaml.v2: encode.go, resolve.go,
/// emitterc.go), as built into kubectl 1.32.
namespace wk::yaml {

enum class ScalarStyle { Plain, SingleQuoted, DoubleQuoted, Literal };

/// The style of a text, be it a value or a key (a key of several lines then needs the form "? key").
/// One difference, for safety: text with characters that are not seen (isUnseen(), U+202E and U+200B among them) is
/// double-quoted, so that they are, and so that no reader folds it.
ScalarStyle styleOf(std::string_view text);

/// True when a YAML 1.1 reader would take the bare text for something else: a number, a boolean, null, a time, "1:20".
bool looksTyped(std::string_view text);

/// True for a character that stands for itself in double quotes: one that is seen, and neither a quote nor a backslash.
/// As go-yaml has it, nothing beyond U+FFFD is printable.
bool standsForItself(char32_t c);

} // namespace wk::yaml
