// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListView>

#include <optional>

namespace wk {

/// The revisions of an object as rungs, of which one or two are chosen; whoever asks for a rung's menu chooses none,
/// and is where they were when the menu has gone. Gui thread.
class RevisionLadder : public QListView
{
    Q_OBJECT

public:
    explicit RevisionLadder(QWidget *parent = nullptr);

    /// Somebody reads it: the pointer is on it, or it has been scrolled away from the newest.
    bool isLookedAt() const;
    /// The rungs at its edges; none of an empty ladder.
    QModelIndex highestSeen() const;
    QModelIndex lowestSeen() const;

Q_SIGNALS:
    /// The pointer has.
    void left();
    /// The menu has gone when this returns.
    void menuWanted(const QModelIndex &rung, const QPoint &globalPos);

protected:
    QItemSelectionModel::SelectionFlags selectionCommand(const QModelIndex &index, const QEvent *event) const override;
    void enterEvent(QEnterEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    bool m_isPointedAt = false;
    std::optional<QPersistentModelIndex> m_beforeMenu; ///< the rung that was the current one
};

} // namespace wk
