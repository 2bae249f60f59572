// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "ui/charts/rvchartdata.h"

#include <QAbstractListModel>
#include <QStyledItemDelegate>

namespace wk {

/// The lines of the version chart by name, each with how long it has been behind the newest version known, now or as of
/// a moment of the past; the first row is that newest line itself. What cannot be drawn says why. Gui thread.
class RvLegendModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole, ///< milliseconds behind; -1 when not known
        WatchRole,               ///< WatchId; 0 for the newest line
        ColourRole,              ///< int: place in the series; -1 for the newest line and for what is not drawn
        StrokeRole,              ///< int: RvStroke
        BehindRole,              ///< QString: "4 s"; for what is not drawn why
    };

    using QAbstractListModel::QAbstractListModel;

    /// As of a time. Of a watch that ended longer than RvChartData::Kept before that there is no row, nor of one that
    /// another goes on with, which looks at the same and has the same line.
    void update(const RvChartData &data, WallTime time);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    struct Row {
        WatchId watch = 0;
        QString name;
        QString behind;
        QString why; ///< the long form, for the tooltip
        int colour = -1;
        RvStroke stroke = RvStroke::Solid;
        qint64 behindMs = -1;
        bool isEnded = false; ///< … and stands behind those that are open

        bool isOf(const Row &other) const { return watch == other.watch && isEnded == other.isEnded; }
        bool operator==(const Row &) const = default;
    };

    static Row rowOf(const RvChartData &data, const RvTrack &track, WallTime time);
    void removeGone(const std::vector<Row> &rows);
    void insertNew(const std::vector<Row> &rows);

    std::vector<Row> m_rows;
};

/// A piece of line, the name, and the seconds at the right. Gui thread.
class RvLegendDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace wk
