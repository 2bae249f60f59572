// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/uisettings.h"
#include "ui/models/view.h"
#include "ui/style/theme.h"
#include "ui/style/whentranslated.h"
#include "ui/window/aboutdialog.h"
#include "ui/window/filterbox.h"
#include "ui/window/helpdialog.h"
#include "ui/window/historymenu.h"
#include "ui/window/mainwindow.h"
#include "ui/window/onlychosenaction.h"
#include "ui/window/shortcutsdialog.h"
#include "ui/window/toolrow.h"

#include <QActionGroup>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QDockWidget>
#include <QLineEdit>
#include <QMenu>
#include <QShortcut>
#include <QTabWidget>

#include <array>

namespace wk {

namespace {

/// As the menu key asks for it, which many keyboards do not have. Source: QWidgetWindow::handleContextMenuEvent.
void askForMenuOf(QWidget *widget)
{
    if (!widget)
        return;
    const QPoint at = widget->inputMethodQuery(Qt::ImCursorRectangle).toRect().center();
    QContextMenuEvent event(QContextMenuEvent::Keyboard, at, widget->mapToGlobal(at));
    QCoreApplication::sendEvent(widget, &event);
}

} // namespace

void MainWindow::buildMenu()
{
    QMenu &menu = programMenu();
    QMenu *panels = menu.addMenu(QString());
    for (const auto &[panel, key] :
         {std::pair{m_navigator, Qt::Key_B}, std::pair{m_inspector, Qt::Key_I}, std::pair{m_stripDock, Qt::Key_T}}) {
        QAction *action = panel->toggleViewAction();
        action->setShortcut(QKeySequence(Qt::CTRL | key));
        panels->addAction(action);
        addAction(action); // so that the key works while the panel is gone
    }

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
    m_onlyChosen = new OnlyChosenAction(m_state, m_context.settings, &menu);
    menu.addAction(m_onlyChosen);
    m_historyMenu = new HistoryMenu(m_context.settings, &menu);
    menu.addMenu(m_historyMenu);
    m_afterExport = menu.addSeparator();
    QAction *keys = menu.addAction(QString());
    keys->setShortcuts({QKeySequence(Qt::Key_F1), QKeySequence(Qt::Key_Question)});
    connect(keys, &QAction::triggered, this, [this] { (new ShortcutsDialog(this))->show(); });
    addAction(keys);
    QAction *help = menu.addAction(QString());
    connect(help, &QAction::triggered, this, [this] { (new HelpDialog(this))->show(); });
    QAction *diagnostics = menu.addAction(QString());
    connect(diagnostics, &QAction::triggered, this, &MainWindow::diagnosticsAsked);
    QAction *about = menu.addAction(QString());
    connect(about, &QAction::triggered, this, [this] { (new AboutDialog(m_context.build, this))->show(); });
    menu.addSeparator();
    QAction *quit = menu.addAction(QString());
    quit->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_Q), QKeySequence(Qt::CTRL | Qt::Key_W)});
    connect(quit, &QAction::triggered, this, &QWidget::close);
    addAction(quit);
    whenTranslated(this, [panels, colours, schemes, keys, help, diagnostics, about, quit] {
        panels->setTitle(tr("Panels"));
        colours->setTitle(tr("Theme"));
        schemes[std::size_t(ColourScheme::System)]->setText(tr("Follow the desktop"));
        schemes[std::size_t(ColourScheme::Light)]->setText(tr("Light"));
        schemes[std::size_t(ColourScheme::Dark)]->setText(tr("Dark"));
        keys->setText(tr("Keyboard shortcuts"));
        help->setText(tr("Help"));
        diagnostics->setText(tr("Diagnostics"));
        about->setText(tr("About Watchkeeper"));
        quit->setText(tr("Quit"));
    });
}

/// The view's own action, so that it is never another than the button's.
void MainWindow::offerExport()
{
    View *view = currentView();
    QAction *offered = view ? view->exportAction() : nullptr;
    if (offered == m_export)
        return;
    if (m_export)
        programMenu().removeAction(m_export);
    m_export = offered;
    if (offered)
        programMenu().insertAction(m_afterExport, offered);
}

void MainWindow::buildKeys()
{
    const auto key = [this](const QKeySequence &sequence, auto &&what) {
        auto *shortcut = new QShortcut(sequence, this);
        connect(shortcut, &QShortcut::activated, this, what);
        return shortcut;
    };
    const auto toFilter = [this] {
        m_tools->filterBox().setFocus(Qt::ShortcutFocusReason);
        m_tools->filterBox().selectAll();
    };
    key(QKeySequence(Qt::Key_Slash), toFilter);
    key(QKeySequence(Qt::Key_Space), [this] { goOn(); });
    key(QKeySequence(Qt::CTRL | Qt::Key_R), [this] {
        if (!m_recording)
            Q_EMIT recordAsked();
    });
    // Held down, it has closed a menu or a search: what it gives up next is to be asked for.
    key(QKeySequence(Qt::Key_Escape), [this] { clearWhatIsChosen(); })->setAutoRepeat(false);
    key(QKeySequence::Find, [this, toFilter] {
        if (View *view = currentView(); !view || !view->find())
            toFilter();
    });
    key(QKeySequence(Qt::SHIFT | Qt::Key_F10), [this] { askForMenuOf(focusWidget()); });
    key(QKeySequence(Qt::CTRL | Qt::Key_PageDown), [this] { m_tabs->setCurrentIndex(m_tabs->currentIndex() + 1); });
    key(QKeySequence(Qt::CTRL | Qt::Key_PageUp), [this] { m_tabs->setCurrentIndex(m_tabs->currentIndex() - 1); });
    for (int i = 0; i < 9; ++i)
        key(QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + i)), [this, i] { m_tabs->setCurrentIndex(i); });
}

/// What is being typed goes first: who takes that back wants no more.
void MainWindow::clearWhatIsChosen()
{
    auto *field = qobject_cast<QLineEdit *>(focusWidget());
    if (field && !field->text().isEmpty())
        field->clear();
    else if (m_state.timeRange())
        m_state.setTimeRange({});
    else if (m_state.playhead())
        m_state.setPlayhead({});
    else
        m_state.setFilter(QString());
}

} // namespace wk
