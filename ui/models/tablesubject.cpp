// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/tablesubject.h"

#include "core/history/eventsubject.h"
#include "core/history/facetvalues.h"
#include "core/resource/printedcells.h"
#include "ui/models/tablevalue.h"

#include <algorithm>
#include <array>

namespace wk {

namespace {

std::optional<Cell> cellAt(const Object &object, int cell)
{
    const bool isThere = cell >= 0 && static_cast<std::size_t>(cell) < object.cells.size();
    return isThere ? std::optional(object.cells[static_cast<std::size_t>(cell)]) : std::nullopt;
}

std::chrono::seconds ageOf(const Object &object, WallTime now)
{
    return std::max(std::chrono::floor<std::chrono::seconds>(now - *object.created), std::chrono::seconds(0));
}

/// A field of its own where the language has one for the column, else the column by its name.
FilterPoint fieldFor(const TableColumn &column)
{
    if (column.look == TableColumn::Look::Phase)
        return {FilterField::Phase, {}, {}};
    if (isSameColumn(column.name, "Node"))
        return {FilterField::Node, {}, {}};
    for (const FilterField field :
         {FilterField::Ready, FilterField::Restarts, FilterField::Reason, FilterField::Message, FilterField::Count}) {
        if (isSameColumn(column.name, columnOf(field, {})))
            return {field, {}, {}};
    }
    return {FilterField::Column, column.name, {}};
}

/// What stands for writers in doubt is no manager of an object.
bool isWordForDoubt(const std::string &writer)
{
    return writer == DoubtedWriter || writer == ServersWriter || writer == NobodysWriter;
}

bool isOfEvents(const FilterTerm &term)
{
    switch (term.field()) {
    case FilterField::Manager: return !term.values().empty() && std::ranges::all_of(term.values(), isWordForDoubt);
    case FilterField::Type:
    case FilterField::Class:
    case FilterField::Size:
    case FilterField::Time:
    case FilterField::Changed: return true;
    default: return false;
    }
}

/// Of alternatives each must ask for one.
std::optional<FilterField> eventFieldOf(const FilterClause &clause)
{
    if (clause.negated)
        return {};
    if (!clause.isGroup())
        return isOfEvents(clause.term) ? std::optional(clause.term.field()) : std::nullopt;
    const auto asks = [](const Filter &filter) { return eventFieldAskedFor(filter).has_value(); };
    return std::ranges::all_of(clause.anyOf, asks) ? eventFieldAskedFor(clause.anyOf.front()) : std::nullopt;
}

/// The term by which a filter lets no object of the kind pass; null when there is none.
const FilterTerm *otherKindOf(const Filter &filter, const std::string &kind)
{
    for (const FilterClause &clause : filter.clauses()) {
        if (clause.negated)
            continue;
        if (clause.isGroup()) {
            const auto asks = [&kind](const Filter &each) { return otherKindOf(each, kind) != nullptr; };
            if (std::ranges::all_of(clause.anyOf, asks))
                return otherKindOf(clause.anyOf.front(), kind);
        } else if (clause.term.field() == FilterField::Kind && !clause.term.matches(kind)) {
            return &clause.term;
        }
    }
    return nullptr;
}

/// Whether it is called just that, in any case: by its kind, or as its table is.
bool isCalled(const ResourceInfo &resource, const std::string &name)
{
    const auto isSame = [asked = QString::fromStdString(name)](const std::string &other) {
        return asked.compare(QString::fromStdString(other), Qt::CaseInsensitive) == 0;
    };
    return isSame(resource.kind) || isSame(resource.gvr.resource);
}

FilterPoint serverPoint(const TableRow &row, const TableColumn &column)
{
    const Object &object = *row.object;
    FilterPoint point = fieldFor(column);
    if (point.field == FilterField::Phase) {
        point.value = phaseWord(object, column.cellOf(row.watch));
    } else if (point.field == FilterField::Node) {
        point.value = object.node;
    } else if (const auto cell = cellAt(object, column.cellOf(row.watch));
               cell && !std::holds_alternative<std::monostate>(*cell)) {
        const std::string text = cellText(*cell);
        point.value = withoutAgo(text);
    }
    return point;
}

} // namespace

TableSubject::TableSubject(const TableRow &row, const Table &table)
    : m_row(row)
    , m_table(table)
{}

bool TableSubject::answers(const FilterTerm &term) const
{
    const Object &object = *m_row.object;
    switch (term.field()) {
    case FilterField::Cluster: return m_table.clusters && term.matches(m_table.clusters->names().nameOf(m_row.cluster));
    case FilterField::Kind: return term.matches(m_table.kind);
    case FilterField::Phase: return term.matches(phaseWord(object, phaseCell(m_table.columns, m_row.watch)));
    case FilterField::Text: return answersText(term);
    case FilterField::Age: return answersAge(term);
    case FilterField::Changes: return term.matches(std::to_string(m_row.changes));
    case FilterField::Manager:
        return term.matches(m_row.lastManager) ||
               std::ranges::any_of(object.managers,
                                   [&term](const ManagedFields &fields) { return term.matches(fields.manager); });
    case FilterField::Ready:
    case FilterField::Restarts:
    case FilterField::Reason:
    case FilterField::Message:
    case FilterField::Count:
    case FilterField::Column: return answersColumn(term);
    case FilterField::Namespace:
    case FilterField::Name:
    case FilterField::Uid:
    case FilterField::Version:
    case FilterField::Node:
    case FilterField::Owner:
    case FilterField::Label: return objectAnswers(object, term);
    case FilterField::Type: // isOfEvents()
    case FilterField::Class:
    case FilterField::Size:
    case FilterField::Time:
    case FilterField::Changed: return false;
    }
    return false;
}

bool TableSubject::answersAge(const FilterTerm &term) const
{
    const Object &object = *m_row.object;
    return object.created && term.matches(static_cast<double>(ageOf(object, m_table.now).count()));
}

bool TableSubject::answersColumn(const FilterTerm &term) const
{
    const TableColumn *column = columnNamed(m_table.columns, term.column());
    return column && cellAnswers(cellAt(*m_row.object, column->cellOf(m_row.watch)), term);
}

bool TableSubject::answersText(const FilterTerm &term) const
{
    const Object &object = *m_row.object;
    if (term.matches(object.name) || term.matches(object.ns) || term.matches(object.node))
        return true;
    return std::ranges::any_of(object.cells, [&term](const Cell &cell) {
        const auto *text = std::get_if<std::string_view>(&cell);
        return text && term.matches(*text);
    });
}

std::optional<FilterField> eventFieldAskedFor(const Filter &filter)
{
    for (const FilterClause &clause : filter.clauses()) {
        if (const auto field = eventFieldOf(clause))
            return field;
    }
    return {};
}

std::optional<ResourceInfo> kindAskedFor(const Filter &filter, const std::string &kind,
                                         const std::vector<ResourceInfo> &served)
{
    const FilterTerm *term = otherKindOf(filter, kind);
    if (!term)
        return {};
    for (const std::string &name : term->values()) {
        const auto called = std::ranges::find_if(served, [&name](const auto &each) { return isCalled(each, name); });
        if (called != served.end())
            return *called;
    }
    const auto passes = [term](const ResourceInfo &each) { return term->matches(each.kind); };
    const auto only = std::ranges::find_if(served, passes);
    return only != served.end() && std::none_of(only + 1, served.end(), passes) ? std::optional(*only) : std::nullopt;
}

std::optional<FilterPoint> pointOf(const TableRow &row, const TableColumn &column, WallTime now)
{
    const Object &object = *row.object;
    const FilterPoint changes{FilterField::Changes, {}, std::to_string(row.changes)};
    switch (column.kind) {
    case TableColumn::Kind::Namespace: return FilterPoint{FilterField::Namespace, {}, object.ns};
    case TableColumn::Kind::Name: return FilterPoint{FilterField::Name, {}, object.name};
    case TableColumn::Kind::Changes: return changes;
    case TableColumn::Kind::LastChange:
        return row.lastManager.empty() ? changes : FilterPoint{FilterField::Manager, {}, row.lastManager};
    case TableColumn::Kind::Label: {
        const Text *value = labelValue(object, column.label);
        return FilterPoint{FilterField::Label, column.label, value ? std::string(*value) : std::string()};
    }
    case TableColumn::Kind::Age:
        return FilterPoint{FilterField::Age, {}, object.created ? humanDuration(ageOf(object, now)) : std::string()};
    case TableColumn::Kind::Server: return serverPoint(row, column);
    case TableColumn::Kind::Mark:
    case TableColumn::Kind::Cluster:
    case TableColumn::Kind::LastSeen: break;
    }
    return {};
}

} // namespace wk
