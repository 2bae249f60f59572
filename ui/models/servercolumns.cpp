// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/servercolumns.h"

#include "core/history/rows/tablenumbers.h"
#include "core/resource/printedcells.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace wk {

namespace {

int placeIn(const std::vector<Column> &columns, const std::string &name)
{
    const auto found =
        std::ranges::find_if(columns, [&name](const Column &each) { return isSameColumn(each.name, name); });
    return found == columns.end() ? -1 : static_cast<int>(found - columns.begin());
}

} // namespace

bool ServerColumns::learn(WatchId watch, const Columns &columns)
{
    Columns &known = m_of[watch];
    if (!columns || areSameColumns(known, columns))
        return false;
    known = columns;
    if (!m_of.contains(m_first))
        m_first = watch;
    const Columns before = m_all;
    const auto placesBefore = m_places;
    unite();
    return !areSameColumns(before, m_all) || placesBefore != m_places;
}

void ServerColumns::forget(WatchId watch)
{
    m_of.erase(watch);
    m_places.erase(watch);
}

void ServerColumns::clear()
{
    *this = {};
}

Columns ServerColumns::of(WatchId watch) const
{
    const auto known = m_of.find(watch);
    return known == m_of.end() ? nullptr : known->second;
}

void ServerColumns::unite()
{
    m_all = m_of[m_first];
    std::vector<Column> all = *m_all;
    for (const auto &[watch, columns] : m_of) {
        for (const Column &column : columns ? *columns : std::vector<Column>()) {
            if (placeIn(all, column.name) < 0)
                all.push_back(column);
        }
    }
    if (all.size() != m_all->size())
        m_all = std::make_shared<const std::vector<Column>>(all);
    m_places.clear();
    std::vector<int> asTheyStand(all.size());
    std::iota(asTheyStand.begin(), asTheyStand.end(), 0);
    for (const auto &[watch, columns] : m_of) {
        std::vector<int> places(all.size(), -1);
        for (std::size_t i = 0; columns && i < all.size(); ++i)
            places[i] = placeIn(*columns, all[i].name);
        if (columns && places != asTheyStand)
            m_places.emplace(watch, std::move(places));
    }
}

} // namespace wk
