// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/objectphase.h"

#include "core/resource/printedcells.h"
#include "ui/style/phase.h"

#include <charconv>
#include <optional>
#include <string_view>

namespace wk {

namespace {

std::optional<Cell> cellAt(const Object &object, int column)
{
    const bool isThere = column >= 0 && std::size_t(column) < object.cells.size();
    return isThere ? std::optional(object.cells[std::size_t(column)]) : std::nullopt;
}

std::optional<std::int64_t> wholeNumber(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    return fault == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

struct Replicas {
    std::int64_t ready = 0;
    std::int64_t wanted = 0;
};

std::optional<Replicas> replicasOf(const Object &object, const PhaseColumns &columns)
{
    const auto ready = cellAt(object, columns.ready);
    if (!ready)
        return {};
    const auto desired = cellAt(object, columns.desired);
    if (desired && std::holds_alternative<std::int64_t>(*ready) && std::holds_alternative<std::int64_t>(*desired))
        return Replicas{std::get<std::int64_t>(*ready), std::get<std::int64_t>(*desired)};
    const auto *text = std::get_if<std::string_view>(&*ready);
    const std::size_t slash = text ? text->find('/') : std::string::npos;
    if (slash == std::string::npos)
        return {};
    const auto have = wholeNumber(text->substr(0, slash));
    const auto want = wholeNumber(text->substr(slash + 1));
    return have && want ? std::optional(Replicas{*have, *want}) : std::nullopt;
}

} // namespace

PhaseColumns phaseColumns(const Columns &columns)
{
    PhaseColumns found;
    for (std::size_t i = 0; columns && i < columns->size(); ++i) {
        const std::string &name = (*columns)[i].name;
        if (isPhaseColumn(name) && found.status < 0)
            found.status = int(i);
        else if (isSameColumn(name, "Ready"))
            found.ready = int(i);
        else if (isSameColumn(name, "Desired"))
            found.desired = int(i);
    }
    return found;
}

Phase phaseOf(const Object &object, const PhaseColumns &columns)
{
    const Phase own = phaseOf(object, cellWord(object, columns.status));
    const bool isSaid = own != Phase::None && (own != Phase::Running || columns.status >= 0);
    const auto replicas = isSaid ? std::nullopt : replicasOf(object, columns);
    if (!replicas)
        return own;
    return replicas->ready >= replicas->wanted ? Phase::Running : Phase::Pending;
}

} // namespace wk
