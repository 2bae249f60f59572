// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/slotordermodel.h"

#include <QPersistentModelIndex>
#include <QTableView>

#include <optional>
#include <utility>
#include <vector>

namespace wk {

class ResourceTableModel;
class RowDelegate;

/// The grid of a resource table: rows of one height, a fill under the pointer, and repainting of only those
/// cells whose text or tint has changed by itself. Gui thread.
class ObjectTable : public QTableView
{
    Q_OBJECT

public:
    explicit ObjectTable(ResourceTableModel &model, QWidget *parent = nullptr);

    /// Rows that are selected, from top to bottom.
    std::vector<int> selectedRowNumbers() const;
    /// Rows are coming or leaving: what the selection says meanwhile is nobody's choice.
    bool areRowsChanging() const { return m_areRowsChanging; }
    /// Where a row that was not pointed at becomes current: its name, or the first column that is shown.
    int homeColumn() const;

Q_SIGNALS:
    void copyAsked();

protected:
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    void focusInEvent(QFocusEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void dataChanged(const QModelIndex &from, const QModelIndex &to, const QList<int> &roles = {}) override;
    void scrollContentsBy(int dx, int dy) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void hover(int row);
    /// What is to be seen where: rows that come and go elsewhere leave it as it is.
    struct Sight {
        /// From the first that is seen on, each with whether it is selected.
        std::vector<std::pair<SlotOrderModel::Slot, bool>> rows;
        bool isOdd = false;         ///< the first: rows are striped
        int top = 0;                ///< of the first
        std::optional<int> current; ///< from the first on, as what follows
        std::optional<int> hovered;

        bool operator==(const Sight &) const = default;
    };
    Sight sight() const;
    void rowsAboutToBePlaced();
    void rowsPlaced();
    void takeAnchor();
    void returnToAnchor();
    void repaintTints();
    void repaintAges();
    void updateRow(int row);
    std::pair<int, int> visibleRows() const;

    ResourceTableModel &m_model;
    RowDelegate *m_delegate;
    bool m_isTakingFocus = false;
    std::vector<QString> m_agesShown; ///< of the visible rows, to see which have changed
    bool m_areRowsChanging = false;
    QPersistentModelIndex m_anchor; ///< stays where it is while rows come and go above it
    int m_anchorY = 0;
    int m_anchorScroll = 0;
    Sight m_sightBefore; ///< while rows are placed: as it was
    bool m_isPlacing = false;
    bool m_isPaintHeld = false; ///< by somebody else
    int m_firstAge = -1;        ///< the row that m_agesShown begins with
};

} // namespace wk
