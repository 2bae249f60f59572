// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/uisettings.h"

#include <QObject>

class QHeaderView;
class QMenu;
class QTableView;
class QTimer;

namespace wk {

class ResourceTableModel;

/// How the columns of a table stand: which are shown, where, how wide and by which it is sorted; as the user
/// left it the last time, for each kind. It follows the header and writes half a second after the last
/// change. Gui thread.
class ColumnLayout : public QObject
{
    Q_OBJECT

public:
    ColumnLayout(QTableView &table, ResourceTableModel &model, UiSettings &settings);
    ~ColumnLayout() override;

    /// Takes up the layout of this kind ("deployments.apps").
    void setKind(const QString &kind);
    /// With one namespace looked at its column says nothing and is not shown unless asked for.
    void setOneNamespace(bool one);
    /// The model's columns are others: shows, orders and sizes them.
    void apply();
    /// Gives columns that were never sized the width of what they hold, once for each list that has come: with several
    /// namespaces the first is not all. Called when rows have come.
    void fitToLists();

    /// Fills a menu with the columns to choose from, labels, and the ways to fit them.
    void fillMenu(QMenu &menu);
    /// Columns that are shown, from left to right.
    std::vector<int> shownColumns() const;

private:
    bool isShown(int column) const;
    void setShown(int column, bool shown);
    void setLabelShown(const QString &label, bool shown);
    void fit(int column);
    void reset();
    void resized(int column, int before, int width);
    void moved();
    void sorted(int column, Qt::SortOrder order);
    int lastShown() const;
    void save();

    QTableView &m_table;
    ResourceTableModel &m_model;
    UiSettings &m_settings;
    QHeaderView *m_header;
    QTimer *m_later;
    QString m_kind;
    TableLayout m_layout;
    bool m_isOneNamespace = false;
    bool m_isApplying = false;
    std::size_t m_fittedLists = 0; ///< how many lists had come when it fitted
};

} // namespace wk
