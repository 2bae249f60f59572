// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/etcd/etcdrequest.h"
#include "core/source/watchscope.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// What of etcd a scope is: its resource is a prefix of keys, a namespace the next part of the key. Pure.
std::string etcdPrefixOf(const WatchScope &scope);
/// The keys that begin so. Secrets are left out of a wider prefix; one of Secrets alone is listed, and only its keys.
std::vector<EtcdKeys> etcdRangesOf(std::string_view prefix);
bool isOfSecretKeys(std::string_view prefix);

/// Where a page of a list begins, and of which revision the list is: what a continue token says. A value.
struct EtcdPlace {
    std::int64_t revision = 0;
    std::size_t range = 0;
    std::string key{};

    std::string token() const;
    /// Nothing for a text that is none.
    static std::optional<EtcdPlace> of(std::string_view token);
};

} // namespace wk
