// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/uisettings.h"
#include "ui/style/theme.h"
#include "ui/style/whentranslated.h"
#include "ui/window/mainwindow.h"
#include "ui/window/shortcutsdialog.h"

#include <QActionGroup>
#include <QDockWidget>
#include <QMenu>

#include <array>

namespace wk {

void MainWindow::buildMenu()
{
    QMenu &menu = programMenu();
    QMenu *panels = menu.addMenu(QString());
    for (QDockWidget *panel : {m_navigator, m_inspector, m_stripDock})
        panels->addAction(panel->toggleViewAction());

    QMenu *colours = menu.addMenu(QString());
    auto *group = new QActionGroup(this);
    std::array<QAction *, 3> schemes{};
    for (const ColourScheme scheme : {ColourScheme::System, ColourScheme::Light, ColourScheme::Dark}) {
        QAction *action = schemes[std::size_t(scheme)] = colours->addAction(QString());
        action->setCheckable(true);
        action->setChecked(m_context.theme.scheme() == scheme);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, scheme] {
            m_context.theme.setScheme(scheme);
            m_context.settings.setColourScheme(scheme);
        });
    }
    menu.addSeparator();
    QAction *keys = menu.addAction(QString());
    keys->setShortcut(QKeySequence(Qt::Key_F1));
    connect(keys, &QAction::triggered, this, [this] { (new ShortcutsDialog(this))->show(); });
    addAction(keys);
    QAction *quit = menu.addAction(QString());
    quit->setShortcut(QKeySequence::Close);
    connect(quit, &QAction::triggered, this, &QWidget::close);
    addAction(quit);
    whenTranslated(this, [panels, colours, schemes, keys, quit] {
        panels->setTitle(tr("Panels"));
        colours->setTitle(tr("Colours"));
        schemes[std::size_t(ColourScheme::System)]->setText(tr("As the desktop"));
        schemes[std::size_t(ColourScheme::Light)]->setText(tr("Light"));
        schemes[std::size_t(ColourScheme::Dark)]->setText(tr("Dark"));
        keys->setText(tr("Keyboard shortcuts"));
        quit->setText(tr("Close the window"));
    });
}

} // namespace wk
