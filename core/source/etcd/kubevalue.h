// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wk {

/// A Kubernetes object as etcd holds it, told as JSON, as far as that can be told without knowing its kind.
struct KubeValue {
    std::string kind;
    std::string apiVersion;
    std::string ns;
    std::string name;
    std::string json;
};

/// Whether what Secrets hold is told: only to the server whose Secrets they are.
enum class EtcdSecrets { Withheld, Told };

/// Of a value in Kubernetes' own envelope ("k8s\0" and a protobuf message): kind, apiVersion and all of metadata, with
/// that resourceVersion; what else the object has stands under "fields" by its number, bytes in base64, as only the
/// kind's own description names it. Of a Secret only metadata is told, without its annotations (security.md, S9).
/// Nothing for bytes that are no such envelope. Any thread. Source: apimachinery runtime/types.go (Unknown), meta/v1
/// generated.proto; facts/engines.md, part B, 5.
std::optional<KubeValue> readKubeEnvelope(std::string_view value, std::int64_t revision);

/// The same of one that is JSON, as those of custom resources are: it is told as it stands, with the resourceVersion.
std::optional<KubeValue> readKubeJson(std::string_view value, std::int64_t revision,
                                      EtcdSecrets secrets = EtcdSecrets::Withheld);

} // namespace wk
