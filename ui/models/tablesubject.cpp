// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/tablesubject.h"

#include <algorithm>

namespace wk {

namespace {

const std::string *textOf(const Object &object, int cell)
{
    if (cell < 0 || static_cast<std::size_t>(cell) >= object.cells.size())
        return nullptr;
    return std::get_if<std::string>(&object.cells[static_cast<std::size_t>(cell)]);
}

bool answersLabel(const Object &object, const FilterTerm &term)
{
    const std::string *value = labelValue(object, term.key());
    return value && (term.op() == FilterOp::Exists || term.matches(*value));
}

} // namespace

TableSubject::TableSubject(const TableRow &row, const std::string &kind, const std::vector<TableColumn> &columns)
    : m_row(row)
    , m_kind(kind)
    , m_columns(columns)
{}

bool TableSubject::answers(const FilterTerm &term) const
{
    const Object &object = *m_row.object;
    switch (term.field()) {
    case FilterField::Kind: return term.matches(m_kind);
    case FilterField::Namespace: return term.matches(object.ns);
    case FilterField::Name: return term.matches(object.name);
    case FilterField::Uid: return term.matches(object.uid);
    case FilterField::Version: return term.matches(object.version.text());
    case FilterField::Node: return term.matches(object.node);
    case FilterField::Phase: return answersPhase(term);
    case FilterField::Label: return answersLabel(object, term);
    case FilterField::Text: return answersText(term);
    case FilterField::Owner:
        return std::ranges::any_of(object.owners, [&term](const OwnerReference &owner) {
            return term.matches(owner.name) || term.matches(owner.uid);
        });
    case FilterField::Manager:
        return term.matches(m_row.lastManager) ||
               std::ranges::any_of(object.managers,
                                   [&term](const ManagedFields &fields) { return term.matches(fields.manager); });
    case FilterField::Type:
    case FilterField::Class:
    case FilterField::Changed: return false;
    }
    return false;
}

bool TableSubject::answersPhase(const FilterTerm &term) const
{
    if (term.matches(m_row.object->phase))
        return true;
    const int column = phaseColumn(m_columns);
    const std::string *word = column < 0 ? nullptr : textOf(*m_row.object, m_columns[std::size_t(column)].cell);
    return word && term.matches(*word);
}

bool TableSubject::answersText(const FilterTerm &term) const
{
    const Object &object = *m_row.object;
    if (term.matches(object.name) || term.matches(object.ns) || term.matches(object.node))
        return true;
    return std::ranges::any_of(object.cells, [&term](const Cell &cell) {
        const auto *text = std::get_if<std::string>(&cell);
        return text && term.matches(*text);
    });
}

} // namespace wk
