// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/doubtedwriters.h"

#include "ui/models/eventwords.h"

#include <QtConcurrentRun>

#include <algorithm>
#include <utility>

namespace wk {

DoubtedWriters::DoubtedWriters(const HistoryFeed &history, QObject *parent)
    : QObject(parent)
    , m_history(history)
{
    connect(&m_comparing, &QFutureWatcherBase::finished, this, &DoubtedWriters::compared);
}

DoubtedWriters::~DoubtedWriters()
{
    m_comparing.waitForFinished();
}

std::optional<QString> DoubtedWriters::find(RowId row) const
{
    const LikelyWriters *found = m_history.now().foundWriters(row);
    return found ? std::optional(doubtfulWriters(*found)) : std::nullopt;
}

std::optional<QString> DoubtedWriters::findOrAsk(RowId row)
{
    std::optional<QString> known = find(row);
    if (!known && !isAsked(row))
        ask(row);
    return known;
}

QString DoubtedWriters::writers(RowId row) const
{
    return doubtfulWriters(m_history.now().likelyWriters(row));
}

bool DoubtedWriters::isAsked(RowId row) const
{
    return std::ranges::find(m_underWay, row) != m_underWay.end() ||
           std::ranges::find(m_waiting, row) != m_waiting.end();
}

void DoubtedWriters::ask(RowId row)
{
    if (m_waiting.size() == WaitingAtMost)
        m_waiting.erase(m_waiting.begin());
    m_waiting.push_back(row);
    if (m_underWay.empty() && !std::exchange(m_isStarting, true)) // all that one paint asks for go together
        QMetaObject::invokeMethod(this, &DoubtedWriters::compareNext, Qt::QueuedConnection);
}

void DoubtedWriters::compareNext()
{
    m_isStarting = false;
    m_underWay = std::exchange(m_waiting, {});
    m_comparing.setFuture(QtConcurrent::run([history = m_history.newest(), asked = m_underWay] {
        for (const RowId row : asked) {
            if (row >= history->begin())
                history->likelyWriters(row);
        }
    }));
}

void DoubtedWriters::compared()
{
    const auto [first, last] = std::ranges::minmax(std::exchange(m_underWay, {}));
    if (!m_waiting.empty())
        compareNext();
    Q_EMIT found(first, last);
}

} // namespace wk
