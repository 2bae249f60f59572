// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <set>
#include <vector>

class QDockWidget;
class QMainWindow;

namespace wk {

/// Lets no window be wider than its screen but by the user's hand: where its views and docks need more, docks are not
/// there, until there is room for them again. Gui thread.
class DockRoom : public QObject
{
    Q_OBJECT

public:
    /// `inTurn`: who yields first. The window has a central widget.
    DockRoom(QMainWindow &window, std::vector<QDockWidget *> inTurn);

    /// A dock is to be there or not, as far as there is room.
    void show(QDockWidget &dock, bool isShown);
    /// The user asks for a dock: where there is no room for all, others yield to it.
    void want(QDockWidget &dock);
    /// Whether it is there, or would be if there were room.
    bool isShown(const QDockWidget &dock) const;

protected:
    bool eventFilter(QObject *window, QEvent *event) override;

private:
    void fit();
    int roomThereIs() const;
    bool isFree() const;
    void giveBack(int room);
    int widthNeeded(const QDockWidget *more = nullptr) const;
    QDockWidget *nextToYield() const;

    QMainWindow &m_window;
    std::vector<QDockWidget *> m_inTurn;
    std::set<const QDockWidget *> m_yielded;
    const QDockWidget *m_wanted = nullptr; ///< yields to nobody
    bool m_isFitting = false;
};

} // namespace wk
