// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/lifeindex.h"
#include "core/resource/body.h"

#include <QCache>
#include <QFutureWatcher>
#include <QObject>
#include <QString>

#include <utility>
#include <vector>

namespace wk {

class HistorySnapshot;

/// Who may have written the rows of a log of which nobody says it: the bodies of two revisions tell, compared in 0.2 ms
/// each in Qt's pool, so that a screen of such rows is painted at once and filled when they are known. Gui thread;
/// keeps what was asked for last.
class DoubtedWriters : public QObject
{
    Q_OBJECT

public:
    /// How many rows wait at most: more than a screen shows. Beyond, those go that were asked for first.
    static constexpr std::size_t WaitingAtMost = 128;

    struct Bodies {
        Body before;
        Body after;
    };

    explicit DoubtedWriters(QObject *parent = nullptr);
    /// Returns when the comparison under way has ended.
    ~DoubtedWriters() override;

    /// "? kubelet +1"; null while it is not known.
    const QString *find(RowId row) const { return m_found.object(row); }
    bool isAsked(RowId row) const;
    /// found() tells when it is known; without both bodies it is at once, that nobody does.
    void ask(RowId row, Bodies bodies);
    /// find(), and ask() with the revisions that the log has of it where nobody has asked yet.
    const QString *findOrAsk(const HistorySnapshot &log, RowId row);
    static Bodies bodiesOf(const HistorySnapshot &log, RowId row);
    /// What is known is in another language now; found() tells of what is under way, to be asked for again.
    void forget();
    /// Compared here and now.
    static QString writers(const Bodies &bodies);

Q_SIGNALS:
    /// Of some of the rows from `first` to `last`.
    void found(wk::RowId first, wk::RowId last);

private:
    using Asked = std::vector<std::pair<RowId, Bodies>>;
    using Found = std::vector<std::pair<RowId, QString>>;

    void compareNext();
    void compared();

    QCache<RowId, QString> m_found;
    Asked m_waiting;
    std::vector<RowId> m_underWay;
    bool m_isStarting = false;
    bool m_isOutdated = false; ///< what is under way
    QFutureWatcher<Found> m_comparing;
};

} // namespace wk
