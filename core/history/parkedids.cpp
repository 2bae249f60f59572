// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/parkedids.h"

namespace wk {

/// The same one for snapshots between which nothing was parked. That one has expired is not enough to say that it is
/// gone: it tells nothing of what was read before.
ParkedIds::Hold ParkedIds::hold()
{
    prune();
    if (!m_generations.empty() && m_generations.back().ids.empty()) {
        if (Hold same = m_generations.back().hold.lock())
            return same;
        if (m_generations.back().isGone())
            m_generations.pop_back();
    }
    const auto gone = std::make_shared<Gone>(false);
    Hold made(gone.get(), [gone](const Gone *) { gone->store(true, std::memory_order_release); });
    m_generations.push_back({made, gone});
    return made;
}

bool ParkedIds::park(Id id)
{
    prune();
    if (m_generations.empty())
        return false;
    m_generations.back().ids.push_back(id);
    ++m_size;
    return true;
}

std::optional<ParkedIds::Id> ParkedIds::next()
{
    prune();
    if (m_generations.empty() || !m_generations.front().isGone())
        return {};
    std::vector<Id> &ids = m_generations.front().ids;
    const Id id = ids.back();
    ids.pop_back();
    --m_size;
    return id;
}

/// Of those that are gone the first one has ids then.
void ParkedIds::prune()
{
    while (!m_generations.empty() && m_generations.front().ids.empty() && m_generations.front().isGone())
        m_generations.pop_front();
}

} // namespace wk
