// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QStringList>

#include <string>
#include <vector>

class QLineEdit;
class QListWidget;
class QListWidgetItem;

namespace wk {

class WindowState;

/// Chooses the namespaces that the window looks at: all, or some of those known. A name that is not known
/// (the user may not list them) can be typed. What was chosen applies once, when it closes; Escape closes it and leaves
/// all as it was. Gui thread.
class NamespacePopup : public QFrame
{
    Q_OBJECT

public:
    explicit NamespacePopup(WindowState &state, QWidget *parent = nullptr);

    void setKnown(const QStringList &names);
    void openBelow(const QWidget &button);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void fill();
    void chosen(QListWidgetItem *item);
    void useTyped();

    WindowState &m_state;
    QStringList m_known;
    std::vector<std::string> m_before; ///< what was looked at when it opened
    std::vector<std::string> m_chosen;
    QLineEdit *m_search;
    QListWidget *m_list;
};

} // namespace wk
