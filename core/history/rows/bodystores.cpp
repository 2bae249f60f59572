// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/rows/bodystores.h"

namespace wk {

std::size_t BodyStores::find(const Body &body) const
{
    for (std::size_t store = 0; store < m_stores.size(); ++store) {
        if (keeps(store, body))
            return store;
    }
    return None;
}

bool BodyStores::keeps(std::size_t store, const Body &body) const
{
    return !body.isNull() && m_stores[store].kept.keeper() == body.keeper();
}

std::size_t BodyStores::take(const Body &body)
{
    const std::size_t known = find(body);
    if (known != None)
        return known;
    m_stores.push_back({body});
    return m_stores.size() - 1;
}

void BodyStores::look()
{
    for (Store &store : m_stores)
        store.held = revisionsOf(store.kept);
}

const RevisionSnapshot &BodyStores::revisions(std::size_t store) const
{
    static const RevisionSnapshot none;
    return store == None ? none : m_stores[store].held;
}

} // namespace wk
