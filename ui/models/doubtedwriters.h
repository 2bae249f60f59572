// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/historyfeed.h"

#include <QFutureWatcher>
#include <QObject>
#include <QString>

#include <optional>
#include <vector>

namespace wk {

/// Who may have written the rows of a history of which nobody says it, in words. What the history has not found yet
/// it finds in Qt's pool, so that a screen of such rows is painted at once and filled when they are known. Gui thread.
class DoubtedWriters : public QObject
{
    Q_OBJECT

public:
    /// How many rows wait at most: more than a screen shows. Beyond, those go that were asked for first.
    static constexpr std::size_t WaitingAtMost = 128;

    /// The history outlives it.
    explicit DoubtedWriters(const HistoryFeed &history, QObject *parent = nullptr);
    /// Returns when the comparison under way has ended.
    ~DoubtedWriters() override;

    /// "? kubelet +1"; empty while it is not known. Of a row that the history has.
    std::optional<QString> find(RowId row) const;
    /// find(); found() tells of what is not known.
    std::optional<QString> findOrAsk(RowId row);
    bool isAsked(RowId row) const;
    /// Compared here and now, if need be.
    QString writers(RowId row) const;

Q_SIGNALS:
    /// Of some of the rows from `first` to `last`.
    void found(wk::RowId first, wk::RowId last);

private:
    void ask(RowId row);
    void compareNext();
    void compared();

    const HistoryFeed &m_history;
    std::vector<RowId> m_waiting;
    std::vector<RowId> m_underWay;
    bool m_isStarting = false;
    QFutureWatcher<void> m_comparing;
};

} // namespace wk
