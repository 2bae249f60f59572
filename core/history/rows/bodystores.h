// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/revisionbodies.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace wk {

/// The stores that keep the bodies of a history's rows, by number: each session has one, so that a revision means
/// nothing without it. One thread writes; a copy is for any, and knows of each store what it held at look().
class BodyStores
{
public:
    static constexpr std::size_t None = SIZE_MAX;

    /// The one that keeps a body which is a revision.
    std::size_t take(const Body &body);
    /// Takes in what they hold now.
    void look();
    /// Nothing needs it any more: as long as a body of it is here, all of it is.
    void letGo(std::size_t store) { m_stores[store] = {}; }

    std::size_t size() const { return m_stores.size(); }
    /// One that it keeps; null once it was let go.
    const Body &bodyIn(std::size_t store) const { return m_stores[store].kept; }
    bool keeps(std::size_t store, const Body &body) const;
    /// 1 + the number of the one that keeps a body, for a journal; 0 when none does.
    std::uint64_t numberOf(const Body &body) const { return body.isNull() ? 0 : find(body) + 1; }
    /// One more, of which this is a body; while it is made of what a journal has.
    void restore(const Body &body) { m_stores.push_back({body}); }
    /// What it held; nothing for None.
    const RevisionSnapshot &revisions(std::size_t store) const;
    /// … of the one that keeps this body.
    const RevisionSnapshot &revisionsWith(const Body &body) const { return revisions(find(body)); }

private:
    struct Store {
        Body kept{};
        RevisionSnapshot held{};
    };

    std::size_t find(const Body &body) const;

    std::vector<Store> m_stores;
};

} // namespace wk
