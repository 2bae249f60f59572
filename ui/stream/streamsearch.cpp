// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stream/streamsearch.h"

#include "ui/models/seenwords.h"
#include "ui/stream/streamtable.h"

#include <QItemSelectionModel>

#include <algorithm>

namespace wk {

namespace {

enum Answer : char { NotAsked, Said, NotSaid };

bool isSaid(const FoldedSearch &needle, std::vector<char> &answers, StringPool::Id id, const StringPool &pool)
{
    if (id >= answers.size())
        answers.resize(pool.size(), NotAsked);
    if (answers[id] == NotAsked)
        answers[id] = needle.isIn(pool.text(id)) ? Said : NotSaid;
    return answers[id] == Said;
}

} // namespace

StreamSearch::StreamSearch(StreamTable &table, const StreamModel &model)
    : m_table(table)
    , m_model(model)
{}

void StreamSearch::setNeedle(const QString &needle)
{
    m_needle = needle.isEmpty() ? std::nullopt : std::optional(FoldedSearch(needle.toStdString()));
    look();
}

void StreamSearch::look()
{
    m_found.clear();
    if (!m_needle)
        return;
    for (std::vector<char> *answers : {&m_kinds, &m_spaces, &m_names})
        answers->clear();
    const FilteredRows &rows = m_model.rows();
    const int count = m_model.rowCount();
    for (int row = 0; row < count; ++row) {
        const RowId id = rows.at(static_cast<std::size_t>(row));
        if (saysWhereAndWhat(id) || (count - row <= RowsReadWhole && saysMore(id)))
            m_found.push_back(row);
    }
}

bool StreamSearch::saysWhereAndWhat(RowId row)
{
    const EventLog &log = m_model.log();
    return isSaid(*m_needle, m_names, log.nameId(row), log.names()) ||
           isSaid(*m_needle, m_spaces, log.nsId(row), log.namespaces()) ||
           isSaid(*m_needle, m_kinds, log.kindId(row), log.kinds());
}

bool StreamSearch::saysMore(RowId row) const
{
    const EventLog &log = m_model.log();
    if (m_needle->isIn(typeName(log.type(row))) || m_needle->isIn(log.manager(row)) ||
        (hasClass(log.type(row)) && m_needle->isIn(classWord(log.origin(row)).toStdString())))
        return true;
    const ChangesPtr changes = log.type(row) == EntryType::Modified ? log.changes(row) : nullptr;
    if (changes)
        return std::ranges::any_of(changes->first, [this](const FieldChange &change) {
            return m_needle->isIn(change.path) || m_needle->isIn(change.before) || m_needle->isIn(change.after);
        });
    const EventWords words = log.isListed(row) ? listedWords(*log.object(row)) : eventWords(*log.entry(row));
    return m_needle->isIn(words.plain().toStdString());
}

/// The focus alone makes a row current that nobody has chosen.
int StreamSearch::chosenRow() const
{
    const QModelIndex current = m_table.currentIndex();
    return m_table.selectionModel()->isSelected(current) ? current.row() : -1;
}

int StreamSearch::foundCurrent() const
{
    const auto found = std::ranges::find(m_found, chosenRow());
    return found == m_found.end() ? -1 : static_cast<int>(found - m_found.begin());
}

void StreamSearch::findNext()
{
    look();
    if (m_found.empty())
        return;
    const auto next = std::ranges::upper_bound(m_found, chosenRow());
    choose(next == m_found.end() ? m_found.front() : *next);
}

void StreamSearch::findPrevious()
{
    look();
    if (m_found.empty())
        return;
    const auto here = std::ranges::lower_bound(m_found, chosenRow());
    choose(here == m_found.begin() ? m_found.back() : *(here - 1));
}

void StreamSearch::choose(int row)
{
    m_table.goToRow(row);
}

QString StreamSearch::selectedText() const
{
    return {};
}

QWidget *StreamSearch::searched()
{
    return &m_table;
}

} // namespace wk
