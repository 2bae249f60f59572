// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/dockwidth.h"

#include "tests/support/testregistry.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QTest>

namespace tst_dockwidth {

using namespace wk;

class DockWidthTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatANarrowWindowTookIsGivenBack()
    {
        QMainWindow window;
        auto *views = new QWidget;
        views->setMinimumWidth(600);
        window.setCentralWidget(views);
        auto *dock = new QDockWidget;
        auto *kinds = new QWidget;
        kinds->setMinimumWidth(100);
        dock->setWidget(kinds);
        window.addDockWidget(Qt::LeftDockWidgetArea, dock);
        window.setAnimated(false);
        auto *width = new DockWidth(window, *dock);
        window.resize(1400, 800);
        window.show();
        window.resizeDocks({dock}, {184}, Qt::Horizontal);
        QTRY_COMPARE(dock->width(), 184);
        width->take();
        QVERIFY(hasDoneWhatIsQueued());
        window.resize(720, 700);
        QTRY_VERIFY(dock->width() < 150);
        QVERIFY(hasDoneWhatIsQueued());
        window.resize(1400, 800);
        QTRY_COMPARE(dock->width(), 184);
    }

private:
    /// What a window posts is done in order: once this is done, so is all that was posted before.
    bool hasDoneWhatIsQueued()
    {
        bool isDone = false;
        QMetaObject::invokeMethod(
            this, [&isDone] { isDone = true; }, Qt::QueuedConnection);
        return QTest::qWaitFor([&isDone] { return isDone; });
    }
};

} // namespace tst_dockwidth

WK_TEST(tst_dockwidth, DockWidthTest, QApplication)
#include "tst_dockwidth.moc"
