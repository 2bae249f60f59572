// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/yamltree.h"

#include <cstdint>
#include <string>

namespace wk {

/// What an unquoted scalar is to kubectl's parser, which reads YAML 1.1. Source: gopkg.in/yaml.v2 resolve.go.
enum class YamlType : std::uint8_t { Null, Bool, Number, Text };
YamlType yamlType(const YamlNode &scalar);

/// Of a scalar that is YamlType::Bool.
bool yamlBool(const YamlNode &scalar);

/// Gives `node` the type that its tag asks for, as yaml-cpp reports tags: "?" for none, "!" for a scalar that is not
/// plain, the others in full. YAML's own tags are read as kubectl reads them; a value that does not fit its tag, and
/// any other tag, is the node's fault. Source: sigs.k8s.io/yaml goyaml.v2 resolve.go and decode.go.
void applyTag(YamlNode &node, const std::string &tag);

} // namespace wk
