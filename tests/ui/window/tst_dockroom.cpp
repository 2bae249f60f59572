// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/dockroom.h"

#include "tests/support/testregistry.h"

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>
#include <QScreen>
#include <QStatusBar>
#include <QTest>

namespace tst_dockroom {

using namespace wk;

/// A window of whose screen the views need all but 300 px.
class DockRoomTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_window = std::make_unique<QMainWindow>();
        m_views = new QWidget;
        m_window->setCentralWidget(m_views);
        m_window->setAnimated(false);
        m_navigator = dock(Qt::LeftDockWidgetArea, 120);
        m_inspector = dock(Qt::RightDockWidgetArea, 220);
        m_docks = new DockRoom(*m_window, {m_inspector, m_navigator});
        needs(300);
        m_window->show();
    }
    void cleanup() { m_window.reset(); }

    void aWindowIsNoWiderThanItsScreen()
    {
        QTRY_VERIFY(m_inspector->isHidden());
        QVERIFY(!m_navigator->isHidden());
        QTRY_VERIFY(m_window->width() <= screenWidth());
    }

    void whoYieldsFirstIsWhoIsNamedFirst()
    {
        QTRY_VERIFY(m_inspector->isHidden());
        needs(60);
        QTRY_VERIFY(m_navigator->isHidden());
        QVERIFY(m_docks->isShown(*m_inspector) && m_docks->isShown(*m_navigator));
    }

    void theyComeBackWithTheRoom()
    {
        QTRY_VERIFY(m_inspector->isHidden());
        needs(60);
        QTRY_VERIFY(m_navigator->isHidden());
        needs(300);
        QTRY_VERIFY(!m_navigator->isHidden());
        QVERIFY(m_inspector->isHidden());
        needs(500);
        QTRY_VERIFY(!m_inspector->isHidden());
    }

    void whatTheUserAsksForYieldsToNobody()
    {
        QTRY_VERIFY(m_inspector->isHidden());
        m_inspector->toggleViewAction()->trigger();
        QTRY_VERIFY(m_navigator->isHidden());
        QVERIFY(!m_inspector->isHidden());
        m_inspector->toggleViewAction()->trigger();
        QTRY_VERIFY(!m_navigator->isHidden());
        QVERIFY(m_inspector->isHidden() && !m_docks->isShown(*m_inspector));
    }

    void whatTheFootOfTheWindowSaysMovesNoDock()
    {
        needs(500);
        QTRY_VERIFY(!m_inspector->isHidden());
        auto *foot = new QWidget;
        foot->setMinimumWidth(screenWidth() - 10);
        m_window->setStatusBar(new QStatusBar);
        m_window->statusBar()->addWidget(foot, 1);
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QCoreApplication::processEvents();
        QVERIFY(!m_inspector->isHidden() && !m_navigator->isHidden());
    }

    void docksAboveEachOtherNeedTheRoomOfOne()
    {
        m_window->addDockWidget(Qt::LeftDockWidgetArea, m_inspector);
        QTRY_VERIFY(!m_inspector->isHidden());
        QVERIFY(!m_navigator->isHidden());
    }

    void aWindowThatTheUserMadeWiderThanItsScreenHasThemAll()
    {
        QTRY_VERIFY(m_inspector->isHidden());
        m_window->resize(2 * screenWidth(), 400);
        QTRY_VERIFY(!m_inspector->isHidden());
        QCOMPARE(m_window->width(), 2 * screenWidth());
        m_window->resize(screenWidth(), 400);
        QCoreApplication::processEvents();
        QVERIFY(!m_navigator->isHidden());
    }

    void whatIsNotWantedDoesNotComeBack()
    {
        QTRY_VERIFY(m_inspector->isHidden());
        m_docks->show(*m_inspector, false);
        needs(600);
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QCoreApplication::processEvents();
        QVERIFY(m_inspector->isHidden());
    }

private:
    int screenWidth() const { return m_window->screen()->availableSize().width(); }
    void needs(int left) { m_views->setMinimumWidth(screenWidth() - left); }
    QDockWidget *dock(Qt::DockWidgetArea area, int width)
    {
        auto *made = new QDockWidget;
        auto *content = new QWidget;
        content->setMinimumWidth(width);
        made->setWidget(content);
        m_window->addDockWidget(area, made);
        return made;
    }

    std::unique_ptr<QMainWindow> m_window;
    QWidget *m_views = nullptr;
    QDockWidget *m_navigator = nullptr;
    QDockWidget *m_inspector = nullptr;
    DockRoom *m_docks = nullptr;
};

} // namespace tst_dockroom

WK_TEST(tst_dockroom, DockRoomTest, QApplication)
#include "tst_dockroom.moc"
