// SPDX-License-Identifier: GPL-3.0-or-later
// Who made the last change of a ResourceTableModel's rows.
#include "core/history/rows/historyfeed.h"
#include "ui/models/doubtedwriters.h"
#include "ui/models/eventwords.h"
#include "ui/models/modelstr.h"
#include "ui/models/resourcetablemodel.h"
#include "ui/models/rowchanges.h"
#include "ui/models/tablesubject.h"
#include "ui/style/formats.h"
#include "ui/style/safetext.h"

namespace wk {

namespace {

/// A change that we saw and that nobody's entry is about was written by somebody.
bool isInDoubt(const TableRow &row)
{
    return row.lastManager.empty() && row.changes > 0 && !row.isGone;
}

} // namespace

void ResourceTableModel::setHistory(const HistoryFeed &history)
{
    m_history = &history;
    m_doubts = new DoubtedWriters(history, this);
    connect(m_doubts, &DoubtedWriters::found, this, &ResourceTableModel::writersFound);
    connect(&history, &HistoryFeed::moved, this, &ResourceTableModel::follow);
    follow();
}

/// The row that told last what is shown.
std::optional<LifeIndex::Standing> ResourceTableModel::standingOf(int row) const
{
    if (m_past)
        return m_past->rows()[static_cast<std::size_t>(row)].standing;
    const HistorySnapshot &history = m_history->now();
    const TableRow &held = rowAt(row);
    const std::optional<LifeId> life = history.lifeOf(held.watch, *held.object);
    std::optional<RowId> told = life ? std::optional(history.lives().newest(*life)) : std::nullopt;
    while (told && *told >= m_history->end())
        told = history.lives().previous(*told);
    return told ? std::optional(LifeIndex::Standing{*life, *told}) : std::nullopt;
}

std::optional<RowId> ResourceTableModel::lastChangeOf(int row) const
{
    const std::optional<LifeIndex::Standing> standing = standingOf(row);
    const HistorySnapshot &history = m_history->now();
    return standing && standing->row >= history.begin() ? history.lastNotable(standing->row) : std::nullopt;
}

/// As the stream names them; empty while it is not known. Until it is, whoever may have made the change before: most
/// often they are the same.
QString ResourceTableModel::likelyWriter(int row) const
{
    const std::optional<RowId> change = m_history ? lastChangeOf(row) : std::nullopt;
    if (!change)
        return {};
    if (const std::optional<QString> known = m_doubts->findOrAsk(*change))
        return *known;
    const HistorySnapshot &history = m_history->now();
    const std::optional<RowId> told = history.lives().previous(*change);
    const auto before = told && *told >= history.begin() ? history.lastNotable(*told) : std::nullopt;
    return before ? m_doubts->find(*before).value_or(QString()) : QString();
}

QString ResourceTableModel::lastWriter(int row) const
{
    const TableRow &held = rowAt(row);
    if (!held.lastChange)
        return {};
    if (!isInDoubt(held))
        return displayText(held.lastManager, 80);
    const QString likely = likelyWriter(row);
    return likely.isEmpty() ? QStringLiteral("?") : likely;
}

/// Who made the last change, or may have; else how often it changed.
std::optional<FilterPoint> ResourceTableModel::pointAt(int row, int column) const
{
    const TableColumn &what = tableColumns()[static_cast<std::size_t>(column)];
    const bool isLikely = what.kind == TableColumn::Kind::LastChange && isInDoubt(rowAt(row)) && m_history;
    const std::optional<RowId> change = isLikely ? lastChangeOf(row) : std::nullopt;
    const auto managers = change ? m_history->now().likelyWriters(*change).managers : std::vector<std::string>();
    if (!managers.empty())
        return FilterPoint{FilterField::Manager, {}, managers.front()};
    if (what.kind == TableColumn::Kind::Cluster)
        return FilterPoint{FilterField::Cluster, {}, std::string(m_clusters.names().nameOf(rowAt(row).cluster))};
    return pointOf(rowAt(row), what, now());
}

QString ResourceTableModel::writerTip(int row) const
{
    const TableRow &held = rowAt(row);
    if (!held.lastManager.empty() || held.changes == 0)
        return displayText(held.lastManager);
    const QString likely = isInDoubt(held) ? likelyWriter(row) : QString();
    if (likely.isEmpty())
        return ModelsTr::tr("No managedFields entry says who wrote it.");
    return likely + QLatin1Char('\n') + likelyMeaning(likely);
}

/// What came after the change that counts: heartbeats, counters that follow.
QString ResourceTableModel::laterWriteTip(int row) const
{
    const TableRow &held = rowAt(row);
    const std::optional<LifeIndex::Standing> standing = m_history ? standingOf(row) : std::nullopt;
    const auto last = standing ? lastWriteAt(m_history->now(), *standing, *held.object) : std::nullopt;
    if (!last || last->time <= held.lastChange)
        return {};
    const QString when = format::dateTime(last->time);
    QString who = displayText(last->manager, 80);
    if (who.isEmpty() && last->row)
        who = m_doubts->findOrAsk(*last->row).value_or(QString());
    return who.isEmpty() ? ModelsTr::tr("Last write of any sort: %1").arg(when)
                         : ModelsTr::tr("Last write of any sort: %1, %2", "time and writer").arg(when, who);
}

} // namespace wk
