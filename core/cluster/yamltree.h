// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wk {

struct YamlEntry;

/// A YAML document as a tree of values that know their line. A value type, aliases expanded, merge keys (<<) applied.
struct YamlNode {
    enum class Kind : std::uint8_t { Null, Scalar, Sequence, Map };

    Kind kind = Kind::Null;
    bool quoted = false;         ///< of a scalar: in quotes or a block, so it is text whatever it looks like
    int line = 0;                ///< from 1; of an alias, where what it stands for is written; of a fault, where it is
    std::string text;            ///< of a scalar
    std::string fault;           ///< why nobody may read this value, as a sentence; empty for nearly all
    std::vector<YamlNode> items; ///< of a sequence
    std::vector<YamlEntry> entries; ///< of a map; of a key given twice the last value alone

    /// The value of `key` in a map; null when it is not there, or this is no map.
    const YamlNode *find(std::string_view key) const;
};

struct YamlEntry {
    std::string key;
    YamlNode value;
};

/// Reads the first document of `bytes`, as kubectl does. Any thread. ConfigBroken, with "file:line" as its place, for
/// what is no text (UTF-8, or UTF-16 with its mark), not YAML, or over limits::KubeconfigBytes or YamlNodes. What is
/// wrong with one value alone is that value's fault: a tag that is not one of YAML's own, a key that is no text,
/// nesting past limits::YamlDepth, an alias of itself, or one with which the copies would be over YamlNodes or
/// KubeconfigBytes. An empty document is a Null node.
Result<YamlNode> parseYaml(std::string_view bytes, const std::string &file);

} // namespace wk
