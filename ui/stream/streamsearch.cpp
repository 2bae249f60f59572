// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stream/streamsearch.h"

#include "ui/stream/streamtable.h"

#include <QItemSelectionModel>

#include <algorithm>
#include <utility>

namespace wk {

StreamSearch::StreamSearch(StreamTable &table, const StreamModel &model, const HistoryFeed &history)
    : m_table(table)
    , m_model(model)
    , m_found(history, FoundRows(), [this](const AnswerStep &) { looked(); })
{
    connect(&history, &HistoryFeed::moved, this, [this] { m_found.follow(); });
    connect(&model, &QAbstractItemModel::modelReset, this, &StreamSearch::lookAnew);
}

void StreamSearch::setNeedle(const QString &needle)
{
    m_needle = needle.toStdString();
    m_step = Step::None;
    lookAnew();
}

void StreamSearch::lookAnew()
{
    const FilteredRows &rows = m_model.rows();
    const RowId wholeFrom = rows.size() > RowsReadWhole ? rows.at(rows.size() - RowsReadWhole) : 0;
    if (m_needle.empty())
        m_found.ask(FoundRows());
    else
        m_found.ask(FoundRows({rows.query(), m_needle, wholeFrom}));
}

void StreamSearch::looked()
{
    if (m_needle.empty())
        return;
    if (!isLooking()) {
        const Step step = std::exchange(m_step, Step::None);
        if (m_from == chosen()) // else the user has chosen another meanwhile
            go(step, true);
    }
    Q_EMIT lookedOn();
}

/// As soon as it is known where that leads.
void StreamSearch::take(Step step)
{
    m_from = chosen();
    if (isLooking())
        m_step = step;
    else
        go(step, false);
}

/// Around the end; a step that waited for its answer may find that the row it is to go from says it.
void StreamSearch::go(Step step, bool hasWaited)
{
    if (step == Step::None || found().empty())
        return;
    const RowId from = m_from.value_or(0);
    if (step == Step::Next) {
        const auto next =
            m_from && !hasWaited ? std::ranges::upper_bound(found(), from) : std::ranges::lower_bound(found(), from);
        return choose(next == found().end() ? found().front() : *next);
    }
    const auto here = std::ranges::lower_bound(found(), from);
    choose(here == found().begin() ? found().back() : *(here - 1));
}

/// The focus alone makes a row current that nobody has chosen.
std::optional<RowId> StreamSearch::chosen() const
{
    const QModelIndex current = m_table.currentIndex();
    if (!m_table.selectionModel()->isSelected(current))
        return {};
    const std::optional<StreamModel::Outline> row = m_model.outlineAt(current.row());
    return row ? std::optional(row->id) : std::nullopt;
}

int StreamSearch::foundCurrent() const
{
    const std::optional<RowId> row = chosen();
    const auto at = row ? std::ranges::lower_bound(found(), *row) : found().end();
    return at == found().end() || *at != *row ? -1 : static_cast<int>(at - found().begin());
}

void StreamSearch::choose(RowId row)
{
    if (const int at = m_model.indexOf(row); at >= 0)
        m_table.goToRow(at);
}

QWidget *StreamSearch::searched()
{
    return &m_table;
}

} // namespace wk
