// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/eventsubject.h"

#include "core/history/answers/writernames.h"
#include "core/resource/printedcells.h"

#include <algorithm>

namespace wk {

namespace {

bool answersAny(const FilterTerm &term, const TextSets &sets, TextSets::Id id)
{
    return std::ranges::any_of(sets.members(id),
                               [&](StringPool::Id text) { return term.matches(sets.texts().text(text)); });
}

bool saysWhy(const std::string &column)
{
    return column == "Reason" || column == "Status" || column == "Message";
}

} // namespace

bool objectAnswers(const Object &object, const FilterTerm &term)
{
    switch (term.field()) {
    case FilterField::Name: return term.matches(object.name);
    case FilterField::Namespace: return term.matches(object.ns);
    case FilterField::Version: return term.matches(object.version.text());
    case FilterField::Uid: return term.matches(object.uid.text());
    case FilterField::Node: return term.matches(object.node);
    case FilterField::Owner:
        return std::any_of(object.owners.begin(), object.owners.end(), [&term](const OwnerReference &owner) {
            return term.matches(owner.name) || term.matches(owner.uid.text());
        });
    case FilterField::Label: {
        const Text *value = labelValue(object, term.key());
        return value && (term.op() == FilterOp::Exists || term.matches(*value));
    }
    case FilterField::Type:
    case FilterField::Cluster:
    case FilterField::Kind:
    case FilterField::Class:
    case FilterField::Manager:
    case FilterField::Changed:
    case FilterField::Phase:
    case FilterField::Ready:
    case FilterField::Restarts:
    case FilterField::Reason:
    case FilterField::Message:
    case FilterField::Count:
    case FilterField::Changes:
    case FilterField::Size:
    case FilterField::Time:
    case FilterField::Age:
    case FilterField::Column:
    case FilterField::Text: return false;
    }
    return false;
}

bool cellAnswers(const std::optional<Cell> &cell, const FilterTerm &term)
{
    if (!cell || std::holds_alternative<std::monostate>(*cell))
        return false;
    const auto *text = std::get_if<std::string_view>(&*cell);
    return text ? term.matches(*text) : term.matches(cellText(*cell));
}

EventSubject::EventSubject(const HistorySnapshot &log, RowId row)
    : m_log(log)
    , m_row(row)
    , m_object(log.object(row))
{}

bool EventSubject::answers(const FilterTerm &term) const
{
    switch (term.field()) {
    case FilterField::Type: return term.matches(m_log.typeName(m_row));
    case FilterField::Class: return term.matches(m_log.className(m_row));
    case FilterField::Cluster: return term.matches(m_log.clusterName(m_row));
    case FilterField::Kind: return term.matches(m_log.kind(m_row));
    case FilterField::Namespace: return term.matches(m_log.ns(m_row));
    case FilterField::Name: return term.matches(m_log.name(m_row));
    case FilterField::Version: return term.matches(m_log.version(m_row));
    case FilterField::Changed: return answersAny(term, m_log.paths(), m_log.pathsId(m_row));
    case FilterField::Text: return answersText(term);
    case FilterField::Manager: return writersAnswer(m_log, m_row, term);
    case FilterField::Phase: return m_object && term.matches(phaseWord(*m_object, m_log.table(m_row)));
    case FilterField::Size:
        return m_log.sizeBytes(m_row) > 0 && term.matches(static_cast<double>(m_log.sizeBytes(m_row)));
    case FilterField::Time: return term.matches(static_cast<double>(m_log.time(m_row).time_since_epoch().count()));
    case FilterField::Age:
        return m_object && m_object->created &&
               term.matches(std::chrono::duration<double>(m_log.time(m_row) - *m_object->created).count());
    case FilterField::Ready:
    case FilterField::Restarts:
    case FilterField::Reason:
    case FilterField::Message:
    case FilterField::Count:
    case FilterField::Column:
        return m_object && cellAnswers(cellNamed(*m_object, m_log.table(m_row), term.column()), term);
    case FilterField::Changes: return false;
    case FilterField::Uid:
    case FilterField::Node:
    case FilterField::Owner:
    case FilterField::Label: return m_object && objectAnswers(*m_object, term);
    }
    return false;
}

bool EventSubject::answersText(const FilterTerm &term) const
{
    return term.matches(m_log.name(m_row)) || term.matches(m_log.ns(m_row)) ||
           answersAny(term, m_log.paths(), m_log.pathsId(m_row)) || answersCells(term) || answersReason(term);
}

/// Only what a watch says of itself has a reason.
bool EventSubject::answersReason(const FilterTerm &term) const
{
    if (m_object)
        return false;
    const EntryPtr word = m_log.entry(m_row);
    return term.matches(word->error.text) || term.matches(word->gap.reason);
}

bool EventSubject::answersCells(const FilterTerm &term) const
{
    const Columns table = m_object ? m_log.table(m_row) : nullptr;
    if (!table)
        return false;
    const std::size_t count = std::min(table->size(), m_object->cells.size());
    for (std::size_t i = 0; i < count; ++i) {
        const Cell cell = m_object->cells[i];
        const auto *text = std::get_if<std::string_view>(&cell);
        if (text && saysWhy((*table)[i].name) && term.matches(*text))
            return true;
    }
    return false;
}

} // namespace wk
