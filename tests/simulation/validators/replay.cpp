// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/validators/replay.h"

namespace wk::sim {

ModelReplay::ModelReplay(const KindHistory &kind)
    : m_next(kind.log.begin())
    , m_end(kind.log.end())
{
    for (const State &state : kind.before)
        m_state[state.key] = state;
}

const StateByKey &ModelReplay::at(Revision revision)
{
    for (; m_next != m_end && m_next->at() <= revision; ++m_next)
        apply(m_state, *m_next);
    return m_state;
}

void apply(StateByKey &held, const LogEntry &entry)
{
    if (entry.type == EntryType::Deleted)
        held.erase(entry.state.key);
    else
        held[entry.state.key] = entry.state;
}

void apply(StateByKey &held, const Delivery &delivery)
{
    switch (delivery.type) {
    case EntryType::Added:
    case EntryType::Modified: held[delivery.state.key] = delivery.state; break;
    case EntryType::Deleted: held.erase(delivery.state.key); break;
    case EntryType::List:
        held.clear();
        for (const State &state : delivery.objects)
            held[state.key] = state;
        break;
    case EntryType::Bookmark:
    case EntryType::Error:
    case EntryType::Relist:
    case EntryType::Reconnect:
    case EntryType::Gap: break;
    }
}

} // namespace wk::sim
