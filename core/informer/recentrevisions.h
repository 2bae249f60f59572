// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/object.h"

#include <array>
#include <cstdint>
#include <functional>
#include <unordered_set>

namespace wk {

/// Remembers the last thousand revisions that were delivered, so that a server that repeats itself after a reconnect
/// (etcd#15271) is told from one whose history went back. A value; one thread.
class RecentRevisions
{
public:
    void insert(const Object &object)
    {
        const std::uint64_t hash = hashOf(object);
        if (!m_known.insert(hash).second)
            return;
        std::uint64_t &place = m_ring[m_next++ % m_ring.size()];
        m_known.erase(place);
        place = hash;
    }
    bool contains(const Object &object) const { return m_known.contains(hashOf(object)); }

private:
    static std::uint64_t hashOf(const Object &object)
    {
        const std::uint64_t version = std::hash<std::string>()(object.version.text());
        return (object.uid.hash() ^ version) * 0x9e3779b97f4a7c15ULL ^ version;
    }

    std::array<std::uint64_t, 1024> m_ring{};
    std::size_t m_next = 0;
    std::unordered_set<std::uint64_t> m_known;
};

} // namespace wk
