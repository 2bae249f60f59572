// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/initialstate.h"

namespace wk {

void InitialState::take(WatchEvent &event)
{
    m_wireBytes += event.wireBytes;
    event.object = m_cells.filed(std::move(event.object), event.columns);
    if (!event.object)
        return;
    std::pair key(event.object->ns, event.object->name);
    if (event.type == EventType::Deleted)
        m_objects.erase(key);
    else // most servers tell them in this order
        m_objects.insert_or_assign(m_objects.end(), std::move(key), event.object);
}

ListPage InitialState::pageOf(const std::vector<WatchEvent> &events) const
{
    ListPage page;
    page.columns = m_cells.columns();
    for (const WatchEvent &event : events) {
        if (event.object && event.type != EventType::Deleted)
            page.objects.push_back(event.object);
    }
    return page;
}

ListPage InitialState::page(const ResourceVersion &version) const
{
    ListPage page;
    page.version = version;
    page.columns = m_cells.columns();
    page.wireBytes = m_wireBytes;
    page.objects.reserve(m_objects.size());
    for (const auto &[key, object] : m_objects)
        page.objects.push_back(object);
    return page;
}

} // namespace wk
