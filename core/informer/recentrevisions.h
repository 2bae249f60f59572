// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/object.h"

#include <array>
#include <cstdint>
#include <functional>

namespace wk {

/// Remembers the last thousand revisions that were delivered, so that a server that repeats itself after a reconnect
/// (etcd#15271) is told from one whose history went back. By a hash of uid and version, in a ring, whose places are
/// chained by the hash. A value; one thread.
class RecentRevisions
{
public:
    void insert(const Object &object)
    {
        const std::uint64_t hash = hashOf(object);
        if (contains(hash))
            return;
        const std::uint16_t place = static_cast<std::uint16_t>(m_next++ % Places);
        if (m_ring[place] != 0)
            unchain(place);
        m_ring[place] = hash;
        std::uint16_t &first = firstOf(hash);
        m_chain[place] = first;
        first = static_cast<std::uint16_t>(place + 1);
    }
    bool contains(const Object &object) const { return contains(hashOf(object)); }

private:
    static constexpr std::uint16_t Places = 1024;

    /// Never 0.
    static std::uint64_t hashOf(const Object &object)
    {
        const ResourceVersion &said = object.version;
        const std::uint64_t version = said.number() ? said.number() : std::hash<std::string>()(said.text());
        return (((object.uid.hash() ^ version) * 0x9e3779b97f4a7c15ULL) ^ version) | 1;
    }

    bool contains(std::uint64_t hash) const
    {
        for (std::uint16_t at = m_first[(hash >> 32) % Places]; at != 0; at = m_chain[at - 1]) {
            if (m_ring[at - 1] == hash)
                return true;
        }
        return false;
    }
    std::uint16_t &firstOf(std::uint64_t hash) { return m_first[(hash >> 32) % Places]; }
    void unchain(std::uint16_t place)
    {
        std::uint16_t *at = &firstOf(m_ring[place]);
        while (*at != place + 1)
            at = &m_chain[*at - 1];
        *at = m_chain[place];
    }

    std::array<std::uint64_t, Places> m_ring{}; ///< 0: free
    std::uint32_t m_next = 0;
    // Places, counted from 1; 0 is none.
    std::array<std::uint16_t, Places> m_first{};
    std::array<std::uint16_t, Places> m_chain{}; ///< behind each the next of its chain
};

} // namespace wk
