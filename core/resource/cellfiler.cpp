// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/cellfiler.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

int placeOf(const Column &column, const std::vector<Column> &columns)
{
    const auto found = std::ranges::find_if(
        columns, [&column](const Column &other) { return other.name == column.name && other.type == column.type; });
    return found == columns.end() ? -1 : int(found - columns.begin());
}

} // namespace

void CellFiler::begin(const Columns &columns)
{
    m_columns = columns;
    m_came = columns;
    m_places.reset();
}

ObjectPtr CellFiler::filed(ObjectPtr object, const Columns &columns)
{
    if (columns && columns != m_came) {
        m_came = columns;
        m_columns = m_columns ? m_columns : m_came;
        m_places.reset();
        if (*m_columns != *m_came) {
            m_places.emplace();
            for (const Column &column : *m_columns)
                m_places->push_back(placeOf(column, *m_came));
        }
    }
    if (!m_places || !object || object->cells.empty())
        return object;
    Object filed = *object;
    const std::vector<Cell> came = object->cells.vector();
    Cells::Builder cells(filed.name, filed.node);
    for (const int place : *m_places)
        cells.add(place >= 0 && std::size_t(place) < came.size() ? came[std::size_t(place)] : Cell(UnknownCell));
    filed.cells = cells.cells();
    return makeCounted<const Object>(std::move(filed));
}

} // namespace wk
