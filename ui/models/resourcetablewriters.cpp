// SPDX-License-Identifier: GPL-3.0-or-later
// Who made the last change of a ResourceTableModel's rows.
#include "core/history/eventlog.h"
#include "ui/models/doubtedwriters.h"
#include "ui/models/eventwords.h"
#include "ui/models/modelstr.h"
#include "ui/models/pastchange.h"
#include "ui/models/resourcetablemodel.h"
#include "ui/style/safetext.h"

namespace wk {

namespace {

/// A change that we saw and that nobody's entry is about was written by somebody.
bool isInDoubt(const TableRow &row)
{
    return row.lastManager.empty() && row.changes > 0 && !row.isGone;
}

} // namespace

void ResourceTableModel::setLog(const EventLog &log)
{
    m_log = &log;
    m_doubts = new DoubtedWriters(this);
    connect(m_doubts, &DoubtedWriters::found, this, &ResourceTableModel::writersFound);
}

/// That the log holds; it may be a little behind.
std::optional<RowId> ResourceTableModel::lastChangeOf(Slot slot) const
{
    if (m_past) {
        const std::optional<LifeIndex::Standing> standing = m_past->standingOf(slot, m_rows.row(slot));
        return standing ? lastChange(*m_log, *standing) : std::nullopt;
    }
    const TableRow &row = m_rows.row(slot);
    const std::optional<LifeId> life = m_log->lifeOf(row.watch, *row.object);
    return life ? lastChange(*m_log, {*life, m_log->lives().newest(*life)}) : std::nullopt;
}

/// As the stream names them; empty while it is not known. Until it is, whoever may have made the change before: most
/// often they are the same.
QString ResourceTableModel::likelyWriter(Slot slot) const
{
    const std::optional<RowId> change = m_log ? lastChangeOf(slot) : std::nullopt;
    if (!change || *change < m_log->begin())
        return {};
    if (const QString *known = m_doubts->findOrAsk(*m_log, *change))
        return *known;
    const std::optional<RowId> before = m_log->lives().previous(*change);
    const QString *last = before ? m_doubts->find(*before) : nullptr;
    return last ? *last : QString();
}

QString ResourceTableModel::lastWriter(int row) const
{
    const TableRow &held = rowAt(row);
    if (!held.lastChange)
        return {};
    if (!isInDoubt(held))
        return displayText(held.lastManager, 80);
    const QString likely = likelyWriter(slotAt(row));
    return likely.isEmpty() ? QStringLiteral("?") : likely;
}

QString ResourceTableModel::writerTip(int row) const
{
    const TableRow &held = rowAt(row);
    if (!held.lastManager.empty() || held.changes == 0)
        return displayText(held.lastManager);
    const QString likely = isInDoubt(held) ? likelyWriter(slotAt(row)) : QString();
    if (likely.isEmpty())
        return ModelsTr::tr("No managedFields entry says who wrote it.");
    return likely + QLatin1Char('\n') + likelyMeaning(likely);
}

} // namespace wk
