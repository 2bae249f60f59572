// SPDX-License-Identifier: GPL-3.0-or-later
// How a ResourceTableModel shows a moment of the past in the place of its rows, which go on beneath it.
#include "core/history/rows/historyfeed.h"
#include "ui/models/resourcetablemodel.h"

#include <QThreadPool>

#include <utility>

namespace wk {

namespace {

/// Of a history of so few rows a table is made within a millisecond.
constexpr std::size_t RowsReadAtOnce = 2'048;

} // namespace

WallTime ResourceTableModel::now() const
{
    return m_past ? m_past->moment().time : presentNow();
}

void ResourceTableModel::setPaused(bool isPaused)
{
    m_pausedAt = isPaused ? std::optional(m_clock.wallNow()) : std::nullopt;
    Q_EMIT aged();
    Q_EMIT stateChanged();
}

/// Of the moments of a hand that drags, those are shown that there is time for, and the last.
void ResourceTableModel::showPast(TableMoment moment)
{
    m_moment = std::move(moment);
    if (!isPastComing())
        askPast();
}

void ResourceTableModel::askPast()
{
    if (!m_moment)
        return;
    const HistoryPtr history = m_history->newest();
    auto make = [history, moment = *m_moment, question = question(m_moment->time)](const std::stop_token &stop) {
        return std::make_shared<const PastTable>(*history, moment, question, stop);
    };
    m_pastTask.forget();
    if (history->size() <= RowsReadAtOnce)
        takePast(make({}));
    else
        m_pastTask.run(std::move(make));
}

void ResourceTableModel::takePast(std::shared_ptr<const PastTable> past)
{
    const bool isLast = past->moment() == *m_moment;
    turnTo(std::move(past));
    if (!isLast)
        askPast();
}

void ResourceTableModel::showPresent()
{
    m_moment.reset();
    m_pastTask.forget();
    if (m_past)
        turnTo(nullptr);
}

/// Rows that there are more of are put in at the end, all become those that are to be shown, and those that there are
/// fewer of are taken out at the end: what is selected stays so, and nothing is laid out anew. What is shown no more is
/// let go of in the pool: of a hundred thousand rows that takes longer than a frame.
void ResourceTableModel::turnTo(Shown past)
{
    const int before = rowCount();
    const int after = static_cast<int>(past ? past->rows().size() : order().size());
    m_turning = {before, before, past};
    m_isTurning = true;
    if (after > before) {
        beginInsertRows({}, before, after - 1);
        m_turning.count = after;
        endInsertRows();
    }
    swapRows(past, after);
    if (after < before) {
        beginRemoveRows({}, after, before - 1);
        m_turning.count = after;
        endRemoveRows();
    }
    m_isTurning = false;
    setOrderShown(!m_past);
    if (m_turning.behind)
        QThreadPool::globalInstance()->start([past = std::exchange(m_turning.behind, nullptr)] {});
    if (m_past || !m_isOrderAsked)
        sayFiltered();
    Q_EMIT turned();
}

/// What was there and is not any more has no index.
void ResourceTableModel::swapRows(const Shown &past, int after)
{
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList from = persistentIndexList();
    std::vector<ObjectRef> objects;
    for (const QModelIndex &index : from)
        objects.push_back(refAt(index.row()));
    m_turning.behind = std::exchange(m_past, past);
    m_turning.from = after;
    QModelIndexList to;
    for (std::size_t i = 0; i < objects.size(); ++i) {
        const int row = rowOf(objects[i]);
        to.append(row < 0 ? QModelIndex() : index(row, from[qsizetype(i)].column()));
    }
    changePersistentIndexList(from, to);
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

} // namespace wk
