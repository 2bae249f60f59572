// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/factsmodel.h"

#include <QListView>

namespace wk {

/// A page of facts. Links are followed by a click or Enter; what can be opened is by its arrow, a double click, Enter,
/// Right and Left; every fact can be copied. Gui thread.
class FactsView : public QListView
{
    Q_OBJECT

public:
    explicit FactsView(QWidget *parent = nullptr);

    FactsModel *facts() const { return m_model; }
    /// Shows other facts at the place that was scrolled to.
    void setFacts(std::vector<Fact> facts);
    /// What stands in the middle while there are no facts: a sentence.
    void setPlaceholder(const QString &sentence);
    const QString &placeholder() const { return m_placeholder; }

Q_SIGNALS:
    void linkFollowed(const wk::ObjectRef &object);
    void filterAsked(const QString &term);
    /// The fact with that key is to be opened, or closed.
    void toggled(const QString &key);

protected:
    void paintEvent(QPaintEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void resizeEvent(QResizeEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void paintPlaceholder();
    void follow(const QModelIndex &index);
    bool toggle(const QModelIndex &index, Disclosure from);
    bool goToOuter();
    bool isOnTwisty(const QModelIndex &index, QPoint place) const;
    void copy(const QModelIndex &index) const;

    FactsModel *m_model;
    QString m_placeholder;
};

} // namespace wk
