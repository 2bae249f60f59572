// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/selectionhistory.h"

namespace wk {

namespace {

bool areLivesOfOneName(const ObjectRef &a, const ObjectRef &b)
{
    return a.cluster == b.cluster && a.resource == b.resource && a.ns == b.ns && a.name == b.name;
}

} // namespace

void SelectionHistory::visit(const ObjectRef &object)
{
    if (object.isEmpty())
        return;
    if (!m_visited.empty() && areLivesOfOneName(m_visited[m_present], object)) {
        m_visited[m_present] = object;
        return;
    }
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
