// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/validators/finding.h"

#include <algorithm>

namespace wk::sim {

std::string nameOf(const KindHistory &kind, const State &state)
{
    const auto name = kind.names.find(state.key);
    const std::string key = name == kind.names.end() ? "#" + std::to_string(state.key) : name->second;
    return key + "@" + std::to_string(state.revision);
}

std::string nameOf(const KindHistory &kind, const Delivery &delivery)
{
    return std::string(typeName(delivery.type)) + " " + nameOf(kind, delivery.state) + " (" +
           className(delivery.origin) + ", stream " + std::to_string(delivery.stream) + ")";
}

std::vector<LogEntry>::const_iterator after(const KindHistory &kind, Revision revision)
{
    return std::upper_bound(kind.log.begin(), kind.log.end(), revision,
                            [](Revision r, const LogEntry &entry) { return r < entry.at(); });
}

} // namespace wk::sim
