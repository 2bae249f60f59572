// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/resource/resourceinfo.h"

#include <QString>

#include <cstdint>

/// Where a kind stands in the navigator and what it is called there and elsewhere. Gui thread (words); pure.
namespace wk {

enum class KindGroup : std::uint8_t { Favourites, Workloads, Network, Config, Storage, Cluster, Access, Custom, Keys };

/// By API group and name; a group that Kubernetes itself does not serve is Custom.
KindGroup groupOf(const GroupVersionResource &resource);

/// How near the top of its group a well-known kind stands; the same large number for all others, which go by name.
int rankOf(const GroupVersionResource &resource);

/// "Workloads", …: translated.
QString groupName(KindGroup group);

/// How people call many of a kind: "Pods", "EndpointSlices", "NetworkPolicies": the plural of the URL with the capitals
/// of the kind. Where that has a word less, the kind itself: "NodeMetrics". So in a language without plurals. Of keys
/// the last parts of their prefix.
QString pluralName(const ResourceInfo &resource);

/// Whether the window's language tells many from one; where it does not, kinds are called by their own name: "74 个
/// Pod".
bool hasPlurals();

/// "412 pods", "1 pod", "3 keys", and with `of` "74 of 412 pods".
QString countOfKind(std::int64_t count, const ResourceInfo &resource);
QString countOfKind(std::int64_t count, std::int64_t of, const ResourceInfo &resource);

} // namespace wk
