// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/doubtedwriters.h"

#include "core/history/rows/historyfeed.h"
#include "core/resource/likelywriters.h"
#include "ui/models/eventwords.h"

#include <QtConcurrentRun>

#include <algorithm>

namespace wk {

namespace {

constexpr int FoundKept = 1024;

} // namespace

DoubtedWriters::DoubtedWriters(QObject *parent)
    : QObject(parent)
    , m_found(FoundKept)
{
    connect(&m_comparing, &QFutureWatcherBase::finished, this, &DoubtedWriters::compared);
}

DoubtedWriters::~DoubtedWriters()
{
    m_comparing.waitForFinished();
}

bool DoubtedWriters::isAsked(RowId row) const
{
    return std::ranges::find(m_underWay, row) != m_underWay.end() ||
           std::ranges::find(m_waiting, row, &Asked::value_type::first) != m_waiting.end();
}

void DoubtedWriters::ask(RowId row, Bodies bodies)
{
    if (bodies.before.isNull() || bodies.after.isNull()) {
        m_found.insert(row, new QString);
        return;
    }
    if (m_waiting.size() == WaitingAtMost)
        m_waiting.erase(m_waiting.begin());
    m_waiting.emplace_back(row, std::move(bodies));
    if (m_underWay.empty() && !std::exchange(m_isStarting, true)) // all that one paint asks for go together
        QMetaObject::invokeMethod(this, &DoubtedWriters::compareNext, Qt::QueuedConnection);
}

DoubtedWriters::Bodies DoubtedWriters::bodiesOf(const HistorySnapshot &log, RowId row)
{
    const ObjectPtr before = log.previous(row);
    const ObjectPtr after = log.object(row);
    return {before ? before->body : Body(), after ? after->body : Body()};
}

const QString *DoubtedWriters::findOrAsk(const HistorySnapshot &log, RowId row)
{
    const QString *known = find(row);
    if (!known && !isAsked(row))
        ask(row, bodiesOf(log, row));
    return known;
}

void DoubtedWriters::forget()
{
    m_found.clear();
    m_isOutdated = !m_underWay.empty();
}

void DoubtedWriters::compareNext()
{
    m_isStarting = false;
    m_isOutdated = false;
    for (const auto &[row, bodies] : m_waiting)
        m_underWay.push_back(row);
    m_comparing.setFuture(QtConcurrent::run([asked = std::exchange(m_waiting, {})] {
        Found found;
        for (const auto &[row, bodies] : asked)
            found.emplace_back(row, writers(bodies));
        return found;
    }));
}

void DoubtedWriters::compared()
{
    for (const auto &[row, text] : m_isOutdated ? Found() : m_comparing.result())
        m_found.insert(row, new QString(text));
    const auto [first, last] = std::ranges::minmax(std::exchange(m_underWay, {}));
    if (!m_waiting.empty())
        compareNext();
    Q_EMIT found(first, last);
}

QString DoubtedWriters::writers(const Bodies &bodies)
{
    if (bodies.before.isNull() || bodies.after.isNull())
        return {};
    return doubtfulWriters(likelyWriters(bodies.before.object(), bodies.after.object()));
}

} // namespace wk
