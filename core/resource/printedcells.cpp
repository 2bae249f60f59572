// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/printedcells.h"

#include <QByteArrayView>

#include <algorithm>
#include <array>

namespace wk {

bool isSameColumn(std::string_view a, std::string_view b)
{
    return QByteArrayView(a).compare(b, Qt::CaseInsensitive) == 0;
}

std::optional<Cell> cellNamed(const Object &object, const Columns &columns, std::string_view name)
{
    const std::size_t count = columns ? std::min(columns->size(), object.cells.size()) : 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (isSameColumn((*columns)[i].name, name))
            return object.cells[i];
    }
    return {};
}

bool isPhaseColumn(std::string_view name)
{
    constexpr std::array<std::string_view, 3> Names{"Status", "Phase", "State"};
    return std::ranges::any_of(Names, [name](std::string_view each) { return isSameColumn(name, each); });
}

int statusCell(const Columns &columns)
{
    if (!columns)
        return -1;
    const auto found = std::ranges::find_if(*columns, [](const Column &column) { return isPhaseColumn(column.name); });
    return found == columns->end() ? -1 : static_cast<int>(found - columns->begin());
}

std::string_view cellWord(const Object &object, int cell)
{
    if (cell < 0 || static_cast<std::size_t>(cell) >= object.cells.size())
        return {};
    const Cell value = object.cells[static_cast<std::size_t>(cell)];
    const auto *text = std::get_if<std::string_view>(&value);
    return text && !isUnknown(value) ? *text : std::string_view();
}

std::string_view phaseWord(const Object &object, int statusCell)
{
    const std::string_view word = cellWord(object, statusCell);
    return word.empty() ? std::string_view(object.phase) : word;
}

std::string_view phaseWord(const Object &object, const Columns &columns)
{
    return phaseWord(object, statusCell(columns));
}

} // namespace wk
