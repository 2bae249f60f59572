// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/selectionhistory.h"

namespace wk {

void SelectionHistory::visit(const ObjectRef &object)
{
    if (object.isEmpty() || (!m_visited.empty() && m_visited[m_present] == object))
        return;
    if (!m_visited.empty())
        m_visited.resize(m_present + 1);
    m_visited.push_back(object);
    if (m_visited.size() > Kept)
        m_visited.erase(m_visited.begin());
    m_present = m_visited.size() - 1;
}

std::optional<ObjectRef> SelectionHistory::goBack()
{
    if (!canGoBack())
        return {};
    return m_visited[--m_present];
}

std::optional<ObjectRef> SelectionHistory::goForward()
{
    if (!canGoForward())
        return {};
    return m_visited[++m_present];
}

} // namespace wk
