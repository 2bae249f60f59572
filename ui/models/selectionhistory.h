// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/windowstate.h"

#include <optional>
#include <vector>

namespace wk {

/// The objects that were selected, one after the other, as a browser keeps its pages. A value; gui thread.
class SelectionHistory
{
public:
    static constexpr std::size_t Kept = 100;

    /// A new object goes after the present one; what had been gone back from is forgotten. The present one
    /// again is nothing new, and another life of its name takes its place.
    void visit(const ObjectRef &object);

    bool canGoBack() const { return m_present > 0; }
    bool canGoForward() const { return m_present + 1 < m_visited.size(); }
    /// The object to select; empty when there is none that way.
    std::optional<ObjectRef> goBack();
    std::optional<ObjectRef> goForward();

private:
    std::vector<ObjectRef> m_visited;
    std::size_t m_present = 0;
};

} // namespace wk
