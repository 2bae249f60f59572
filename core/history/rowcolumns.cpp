// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/rowcolumns.h"

#include <array>

namespace wk {

namespace {

struct ColumnPlace {
    std::size_t at;
    std::size_t width;
};

template <class T>
constexpr ColumnPlace placeOf(RowColumn<T> column)
{
    return {column.at, sizeof(T)};
}

constexpr std::array Places{placeOf(RowColumns::Time),    placeOf(RowColumns::Version),  placeOf(RowColumns::Revision),
                            placeOf(RowColumns::Watch),   placeOf(RowColumns::Kind),     placeOf(RowColumns::Namespace),
                            placeOf(RowColumns::Name),    placeOf(RowColumns::Managers), placeOf(RowColumns::Paths),
                            placeOf(RowColumns::Size),    placeOf(RowColumns::Part),     placeOf(RowColumns::Table),
                            placeOf(RowColumns::Changes), placeOf(RowColumns::Notable),  placeOf(RowColumns::Type),
                            placeOf(RowColumns::Origin)};
static_assert(Places.back().at + Places.back().width * RowColumn<char>::Rows == RowColumns::Bytes);

} // namespace

std::string RowColumns::View::piece(std::size_t first, std::size_t count) const
{
    std::string bytes;
    bytes.reserve(count * Bytes / RowColumn<char>::Rows);
    for (const ColumnPlace place : Places)
        bytes.append(m_bytes.get() + place.at + first * place.width, count * place.width);
    return bytes;
}

bool RowColumns::setPiece(std::size_t first, std::size_t count, std::string_view bytes)
{
    if (first + count > RowColumn<char>::Rows || bytes.size() != count * (Bytes / RowColumn<char>::Rows))
        return false;
    for (const ColumnPlace place : Places) {
        std::memcpy(m_own + place.at + first * place.width, bytes.data(), count * place.width);
        bytes.remove_prefix(count * place.width);
    }
    return true;
}

} // namespace wk
