// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListView>

namespace wk {

/// The revisions of an object as rungs, of which one or two are chosen; whoever asks for a rung's menu chooses none.
/// Gui thread.
class RevisionLadder : public QListView
{
    Q_OBJECT

public:
    explicit RevisionLadder(QWidget *parent = nullptr);

Q_SIGNALS:
    void menuWanted(const QModelIndex &rung, const QPoint &globalPos);

protected:
    QItemSelectionModel::SelectionFlags selectionCommand(const QModelIndex &index, const QEvent *event) const override;
    void contextMenuEvent(QContextMenuEvent *event) override;
};

} // namespace wk
