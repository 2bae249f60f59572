// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/tablesubject.h"

#include "core/resource/printedcells.h"

#include <algorithm>

namespace wk {

namespace {

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
    case FilterField::Phase: return term.matches(phaseWord(object, phaseCell(m_columns)));
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
