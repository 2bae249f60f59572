// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/watchbreaks.h"

#include <algorithm>

namespace wk {

namespace {

constexpr std::size_t MostClosed = 500; ///< some kinds in one namespace after the other

} // namespace

std::optional<WallTime> WatchBreaks::begin(WatchId watch, const WatchScope &scope)
{
    if (!m_open.emplace(watch, scope).second)
        return {};
    const auto looked = [&scope](const WatchScope &other) {
        return other.isOfTheSame(scope) && other.looksAt(scope.ns);
    };
    const bool isLooking =
        std::ranges::any_of(m_open, [&](const auto &open) { return open.first != watch && looked(open.second); });
    const auto last =
        std::find_if(m_closed.rbegin(), m_closed.rend(), [&](const Closed &closed) { return looked(closed.scope); });
    const auto since = isLooking || last == m_closed.rend() ? std::nullopt : std::optional(last->time);
    std::erase_if(m_closed, [&scope](const Closed &closed) {
        return closed.scope.isOfTheSame(scope) && scope.looksAt(closed.scope.ns);
    });
    return since;
}

void WatchBreaks::close(WatchId watch, WallTime time)
{
    auto node = m_open.extract(watch);
    if (node.empty())
        return;
    m_closed.push_back({std::move(node.mapped()), time});
    if (m_closed.size() > MostClosed)
        m_closed.erase(m_closed.begin());
}

} // namespace wk
