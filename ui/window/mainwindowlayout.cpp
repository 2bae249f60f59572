// SPDX-License-Identifier: GPL-3.0-or-later
// Where the docks of a MainWindow stand, and which of them are there.
#include "ui/models/uisettings.h"
#include "ui/models/view.h"
#include "ui/style/fonts.h"
#include "ui/style/measures.h"
#include "ui/window/dockroom.h"
#include "ui/window/dockwidth.h"
#include "ui/window/mainwindow.h"
#include "ui/window/timestrip.h"

#include <QDockWidget>

namespace wk {

namespace {

/// Raise when the docks change, so that a layout of before is not forced upon them.
constexpr int layoutVersion = 1;

/// Of what lies in a widget.
QWidget *lastForTab(const QWidget &whole)
{
    QWidget *last = nullptr;
    for (QWidget *next = whole.nextInFocusChain(); whole.isAncestorOf(next); next = next->nextInFocusChain()) {
        if ((next->focusPolicy() & Qt::TabFocus) != 0)
            last = next;
    }
    return last;
}

} // namespace

void MainWindow::setNavigator(QWidget *navigator)
{
    m_navigator->setWidget(navigator);
    m_docks->show(*m_navigator, true);
    resizeDocks({m_navigator}, {scaled(measure::Navigator)}, Qt::Horizontal);
    restore();
}

void MainWindow::setInspector(QWidget *inspector)
{
    m_inspector->setWidget(inspector);
    if (QWidget *last = lastForTab(*inspector))
        setTabOrder(last, m_strip); // as they stand
    m_docks->show(*m_inspector, true);
    resizeDocks({m_inspector}, {scaled(measure::Inspector)}, Qt::Horizontal);
    restore();
}

void MainWindow::showInspector()
{
    if (m_inspector->widget())
        m_docks->want(*m_inspector);
}

/// A view that is wide by nature has the room to itself, until the user wants the inspector there, too.
void MainWindow::placeInspector()
{
    View *view = currentView();
    if (view == m_inspectedView || !m_inspector->widget())
        return;
    if (m_inspectedView)
        m_inspectorShown[m_inspectedView] = m_docks->isShown(*m_inspector);
    m_inspectedView = view;
    const auto known = m_inspectorShown.find(view);
    m_docks->show(*m_inspector, view && (known == m_inspectorShown.end() ? view->wantsInspector() : known->second));
}

/// Whether it is there beside the views that have room for it.
bool MainWindow::isInspectorWanted() const
{
    const View *current = currentView();
    if (!current || current->wantsInspector())
        return m_docks->isShown(*m_inspector);
    for (View *view : m_views) {
        const auto known = m_inspectorShown.find(view);
        if (view->wantsInspector() && known != m_inspectorShown.end())
            return known->second;
    }
    return m_inspector->widget();
}

/// A view that is wide by nature keeps what it has: the inspector of a layout is that of the others.
void MainWindow::restore()
{
    const View *current = currentView();
    const bool isWide = current && !current->wantsInspector();
    const bool wasShown = m_docks->isShown(*m_inspector);
    const QByteArray layout = m_context.settings.windowLayout(clusterKey());
    if (!layout.isEmpty())
        restoreState(layout, layoutVersion);
    m_docks->show(*m_navigator, m_navigator->widget() && m_docks->isShown(*m_navigator));
    m_docks->show(*m_inspector, m_inspector->widget() && (isWide ? wasShown : m_docks->isShown(*m_inspector)));
    for (DockWidth *width : findChildren<DockWidth *>()) {
        const int wanted = m_context.settings.dockWidth(clusterKey(), width->dock().objectName());
        wanted > 0 ? width->want(wanted) : width->take();
    }
}

void MainWindow::remember()
{
    m_context.settings.setWindowGeometry(saveGeometry());
    if (!m_navigator->widget() && !m_inspector->widget())
        return;
    const bool isInspectorThere = !m_inspector->isHidden();
    const bool isNavigatorThere = !m_navigator->isHidden();
    m_inspector->setVisible(isInspectorWanted());
    m_navigator->setVisible(m_docks->isShown(*m_navigator));
    m_context.settings.setWindowLayout(clusterKey(), saveState(layoutVersion));
    for (const DockWidth *width : findChildren<DockWidth *>())
        m_context.settings.setDockWidth(clusterKey(), width->dock().objectName(), width->wanted());
    m_inspector->setVisible(isInspectorThere);
    m_navigator->setVisible(isNavigatorThere);
}

void MainWindow::setClusters(const ClusterChoices &choices)
{
    const bool areOthers = choices.current != m_clusters.current;
    if (areOthers)
        remember();
    m_clusters = choices;
    m_tools->setClusters(choices);
    sayTitle();
    if (!areOthers)
        return;
    viewChanged();
    restore();
    m_onlyChosen->setCluster(clusterKey());
}

/// What the places of the docks are kept under.
QString MainWindow::clusterKey() const
{
    return m_clusters.current.join(QLatin1Char(' '));
}

} // namespace wk
