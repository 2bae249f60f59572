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

    void anEdgeTakesNothingFromTheOtherSide()
    {
        QMainWindow window;
        auto *views = new QWidget;
        views->setMinimumWidth(600);
        window.setCentralWidget(views);
        window.setAnimated(false);
        QList<QDockWidget *> docks;
        for (const auto area : {Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea}) {
            auto *content = new QWidget;
            content->setMinimumWidth(100);
            docks << new QDockWidget;
            docks.last()->setWidget(content);
            window.addDockWidget(area, docks.last());
        }
        QDockWidget *left = docks[0];
        QDockWidget *right = docks[1];
        const QList<DockWidth *> widths{new DockWidth(window, *left), new DockWidth(window, *right)};
        window.resize(1200, 800);
        window.show();
        window.resizeDocks(docks, {190, 300}, Qt::Horizontal);
        QTRY_COMPARE(left->width(), 190);
        QTRY_COMPARE(right->width(), 300);
        for (DockWidth *width : widths)
            width->take();
        QVERIFY(hasDoneWhatIsQueued());
        const int edge = right->geometry().left() - 2;
        QTest::mousePress(&window, Qt::LeftButton, {}, {edge, 400});
        QTest::mouseMove(&window, {edge - 350, 400});
        QTRY_COMPARE(views->width(), 600);
        QTest::mouseRelease(&window, Qt::LeftButton, {}, {edge - 350, 400});
        QVERIFY(hasDoneWhatIsQueued());
        QCOMPARE(left->width(), 190);
        QCOMPARE(views->width(), 600);
        const int dragged = right->width();
        QVERIFY2(dragged > 350, qPrintable(QString::number(dragged)));
        window.resize(1000, 800);
        QVERIFY(hasDoneWhatIsQueued());
        window.resize(1200, 800);
        QTRY_COMPARE(left->width(), 190);
        QTRY_COMPARE(right->width(), dragged);
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
