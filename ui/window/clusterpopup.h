// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/clusterlook.h"

#include <QFrame>
#include <QStringList>

#include <map>

class QLineEdit;
class QListWidget;
class QListWidgetItem;
class QPushButton;

namespace wk {

class SafeLabel;

/// What a window can show: its clusters by the names of their contexts, and how the user wants to see each.
struct ClusterChoices {
    QStringList names;
    QStringList current; ///< the ones in use; none: there is no cluster
    std::map<QString, ClusterLook> looks{};
    std::map<QString, QString> users{}; ///< as whom one is asked, by its name; none: as who signs in

    /// By its own name, or the one that the user has given it.
    QString wordOf(const QString &name) const;
    ClusterColour colourOf(const QString &name) const;
    /// The word for one, and as whom it is asked.
    QString withUser(const QString &name, const QString &word) const;
};

/// Chooses the clusters that the window shows. A click on a name, or Return, chooses that one alone; ticks choose
/// several together, once it closes, by Return too; Escape closes it and leaves all as it was. The menu of a row gives
/// its cluster a name and a colour. Gui thread.
class ClusterPopup : public QFrame
{
    Q_OBJECT

public:
    explicit ClusterPopup(QWidget *parent = nullptr);

    void setChoices(const ClusterChoices &choices);
    void openBelow(const QWidget &button);

Q_SIGNALS:
    /// Others than those in use; at least one.
    void chosen(const QStringList &names);
    /// How each is reached, and whether there is a way there, is to be seen.
    void allAsked();
    void lookChosen(const QString &name, const wk::ClusterLook &look);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void fill();
    void choose(QListWidgetItem *item);
    void enter(QListWidgetItem *item);
    bool areOthersTicked() const;
    void sayTicked();
    void tick(const QListWidgetItem *item);
    void showMenu(const QPoint &at);
    void setLook(const QString &name, ClusterLook look);
    void askForName(const QString &name);

    ClusterChoices m_choices;
    QStringList m_ticked;
    bool m_isFilling = false;
    QLineEdit *m_search;
    QListWidget *m_list;
    SafeLabel *m_hint;
    QPushButton *m_show; ///< while others are ticked than are shown
    QPushButton *m_all;
};

} // namespace wk
