// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/entry.h"
#include "ui/models/uisettings.h"

#include <QObject>

#include <vector>

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
    /// namespaces the first is not all. After that they only grow, each time the rows have doubled: a list may have
    /// been empty. Called when rows have come.
    void fitToLists();
    /// After another filter: what is shown is no narrower than before, so that nothing moves for rows that went.
    void growToShown();

    /// Fills a menu with the columns to choose from, labels, and the ways to fit them.
    void fillMenu(QMenu &menu);
    /// Columns that are shown, from left to right.
    std::vector<int> shownColumns() const;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    /// Who gives way where the room does not do for all: first the history's small print, last the name. What is kept
    /// free for words to come is given up when nothing else is left.
    enum class Turn { Never, History, Text, Phase, Name };

    bool isShown(int column) const;
    void setShown(int column, bool shown);
    void setLabelShown(const QString &label, bool shown);
    bool isSized(int column) const;
    int titleWidth(int column) const;
    int reservedWidth(int column) const;
    int widestOf(int column, int first, int last) const;
    bool hold(int column, int width);
    void fit(int column);
    void grow(int first, int last);
    Turn turnOf(int column) const;
    int leastWidth(int column) const;
    int narrow(const std::vector<int> &columns, int missing, std::vector<int> &widths) const;
    std::vector<int> sharedWidths() const;
    void share();
    void sortAsLeft();
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
    std::vector<int> m_fitted; ///< width by column where there is room, whatever the user has sized; 0 for the mark
    int m_held = 0; ///< what the column with words to come has taken by now of the width that is kept free for it
    bool m_isOneNamespace = false;
    bool m_isApplying = false;
    std::vector<WatchId> m_fittedLists; ///< whose lists had come when it fitted
    int m_fittedRows = 0;               ///< and how many rows
};

} // namespace wk
