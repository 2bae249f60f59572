// SPDX-License-Identifier: GPL-3.0-or-later
// What WatchesModel answers to views.
#include "ui/models/watchesmodel.h"

#include "ui/models/watchwords.h"
#include "ui/style/safetext.h"

namespace wk {

int WatchesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int WatchesModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

Qt::ItemFlags WatchesModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return {};
    const bool isWatch = m_rows[std::size_t(index.row())].kind == Watch;
    return isWatch ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren : Qt::ItemNeverHasChildren;
}

QVariant WatchesModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Row &row = m_rows[std::size_t(index.row())];
    if (role == KindRole)
        return int(row.kind);
    if (role == WatchRole)
        return row.watch;
    if (row.kind == Section)
        return index.column() == 0 ? sectionData(row.group, role) : QVariant();
    const Item &item = m_items.at(row.watch);
    if (role == StateRole)
        return int(item.status.state);
    if (role == SilentRole)
        return isCurrent(item.status.state) && item.status.staleSince.has_value();
    if (role == ActionRole)
        return int(actionOf(item.status));
    if (row.kind == Watch)
        return watchData(row.watch, index.column(), role);
    return role == Qt::DisplayRole && index.column() == 0 ? QVariant(item.detail)
           : role == Qt::ToolTipRole                      ? QVariant(safeToolTip(item.detail))
           : role == ProgressRole                         ? QVariant(progressOf(item.status))
                                                          : QVariant();
}

QVariant WatchesModel::sectionData(Group group, int role) const
{
    switch (role) {
    case Qt::DisplayRole: return sectionTitle(group);
    case Qt::AccessibleTextRole: return QString(sectionTitle(group) + u' ' + m_sectionNotes.at(group));
    case NoteRole: return m_sectionNotes.at(group);
    case SortRole: return watchCount(group);
    default: return {};
    }
}

double WatchesModel::progressOf(const WatchStatus &status)
{
    const bool isListing = status.state == WatchState::Listing || status.state == WatchState::Relisting;
    if (!isListing || !status.listTotal || *status.listTotal == 0)
        return -1;
    return std::min(1.0, double(status.listed) / double(*status.listTotal));
}

QVariant WatchesModel::watchData(WatchId watch, int column, int role) const
{
    const Item &item = m_items.at(watch);
    switch (role) {
    case Qt::DisplayRole: return column == Events ? QVariant() : QVariant(item.texts[std::size_t(column)]);
    case Qt::AccessibleTextRole: return item.texts[std::size_t(column)];
    case Qt::ToolTipRole: return safeToolTip(tipOf(item, column));
    case Qt::TextAlignmentRole:
        return QVariant(column >= Version && column != Events ? Qt::AlignRight | Qt::AlignVCenter
                                                              : Qt::AlignLeft | Qt::AlignVCenter);
    case SortRole: return sortKey(item, column);
    case ColourRole: return int(m_clusters ? m_clusters->colourOf(m_clusters->numberOf(watch)) : ClusterColour::None);
    case QuietRole: return item.isQuiet;
    case ProgressRole: return progressOf(item.status);
    case BarsRole: return QVariant::fromValue(barsOf(item));
    case EmphasisRole:
        return (column == Relists && item.status.relists > 0) || (column == Reconnects && item.status.reconnects > 1) ||
               (column == LastWord && item.status.staleSince.has_value());
    default: return {};
    }
}

QString WatchesModel::tipOf(const Item &item, int column)
{
    if (column == State)
        return item.tip;
    const QStringList lines{item.texts[std::size_t(column)], meaningOf(column)};
    return lines.last().isEmpty() ? lines.first() : lines.join(u'\n');
}

/// Of figures that a name does not explain.
QString WatchesModel::meaningOf(int column)
{
    switch (column) {
    case LastWord: return tr("When the server last told anything: an event, a bookmark or a list.");
    case Relists:
        return tr("How often everything was listed again, because some changes may not have been seen. The first list "
                  "does not count.");
    case Reconnects:
        return tr("How often the stream was opened again after it had broken. Where it could not bring all that had "
                  "happened meanwhile, a relist followed. Streams that the server closes normally do not count.");
    default: return {};
    }
}

QVariant WatchesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(section >= Version && section != Events ? Qt::AlignRight | Qt::AlignVCenter
                                                                : Qt::AlignLeft | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return safeToolTip(meaningOf(section));
    if (role != Qt::DisplayRole)
        return {};
    switch (Column(section)) {
    case State: return tr("STATE");
    case Cluster: return tr("CLUSTER");
    case Resource: return tr("RESOURCE");
    case Scope: return tr("SCOPE");
    case Version: return tr("VERSION");
    case LastWord: return tr("LAST EVENT");
    case Bookmarks: return tr("BOOKMARKS");
    case Relists: return tr("RELISTS");
    case Reconnects: return tr("RECONNECTS");
    case Wire: return tr("WIRE");
    case Objects: return tr("OBJECTS");
    case Memory: return tr("MEMORY");
    case Events: return tr("EVENTS, 15 MIN");
    case ColumnCount: break;
    }
    return {};
}

QVariant WatchesModel::sortKey(const Item &item, int column)
{
    const WatchStatus &status = item.status;
    switch (Column(column)) {
    case State: return int(status.state);
    case LastWord: {
        const auto last = status.lastHeard();
        return last ? qlonglong(last->time_since_epoch().count()) : 0LL;
    }
    case Bookmarks: return qulonglong(status.bookmarks);
    case Relists: return status.relists;
    case Reconnects: return status.reconnects;
    case Wire: return qulonglong(status.wireBytes);
    case Objects: return qulonglong(status.objects);
    case Memory: return qulonglong(status.memoryBytes);
    case Events: return item.eventCount;
    case Version: {
        // By length first: decimal numbers of any size.
        const QString text = QString::fromStdString(status.version.text());
        return QString(QChar(ushort(text.size())) + text);
    }
    case Cluster:
    case Resource:
    case Scope:
    case ColumnCount: break;
    }
    return item.texts[std::size_t(column)];
}

} // namespace wk
