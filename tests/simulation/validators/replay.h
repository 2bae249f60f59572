// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/history.h"

#include <unordered_map>

namespace wk::sim {

using StateByKey = std::unordered_map<std::uint64_t, State>;

/// The server's selected state at rising revisions, by its log.
class ModelReplay
{
public:
    explicit ModelReplay(const KindHistory &kind);
    /// The state at `revision`, which must not be below the one asked for before.
    const StateByKey &at(Revision revision);

private:
    std::vector<LogEntry>::const_iterator m_next;
    std::vector<LogEntry>::const_iterator m_end;
    StateByKey m_state;
};

/// What somebody who believes each delivery holds.
void apply(StateByKey &held, const Delivery &delivery);
void apply(StateByKey &held, const LogEntry &entry);

} // namespace wk::sim
