// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/threadloops.h"
#include "tests/support/testregistry.h"

#include <QAbstractEventDispatcher>
#include <QTest>
#include <QThread>

namespace tst_threadloops {

using namespace wk;

class TestThreadLoops : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aThreadWaitsInQtsOwnLoop();
};

void TestThreadLoops::aThreadWaitsInQtsOwnLoop()
{
    letThreadsWaitWithoutGlib();
    QByteArray loop;
    QThread thread;
    connect(
        &thread, &QThread::started, &thread,
        [&loop] { loop = QAbstractEventDispatcher::instance()->metaObject()->className(); }, Qt::DirectConnection);
    thread.start();
    thread.quit();
    thread.wait();
    QCOMPARE(loop, QByteArray("QEventDispatcherUNIX"));
}

} // namespace tst_threadloops

WK_TEST(tst_threadloops, TestThreadLoops, NoApplication)
#include "tst_threadloops.moc"
