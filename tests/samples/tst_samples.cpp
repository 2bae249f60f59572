// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/realetcd.h"
#include "tests/support/testregistry.h"

#include <QProcess>
#include <QTest>

#include <csignal>

namespace tst_samples {

using namespace wk;
using test::RealEtcd;

/// The samples do what they say at their beginning.
class TestSamples : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void etcdwatchPrintsWhatIsThereAndWhatHappens()
    {
        if (const QString why = RealEtcd::whyNot(); !why.isEmpty())
            QSKIP(qPrintable(why));
        RealEtcd etcd;
        QVERIFY(etcd.start());
        etcd.put("/app/a", "1");
        etcd.put("/other", "1");
        QProcess sample;
        sample.start(QStringLiteral(WATCHKEEPER_BINARY_DIR "/tests/samples/etcdwatch"),
                     {etcd.url().toString(), QStringLiteral("/app/")});
        QByteArray out;
        connect(&sample, &QProcess::readyReadStandardOutput, this, [&] { out += sample.readAllStandardOutput(); });
        QTRY_COMPARE_WITH_TIMEOUT(out, QByteArray("LISTED /app/a 2\n"), 20'000);
        etcd.put("/app/b", "1");
        etcd.put("/app/b", "2");
        etcd.remove("/app/a");
        QTRY_COMPARE_WITH_TIMEOUT(
            out, QByteArray("LISTED /app/a 2\nADDED /app/b 4\nMODIFIED /app/b 5\nDELETED /app/a 6\n"), 20'000);
        ::kill(pid_t(sample.processId()), SIGINT);
        QVERIFY(sample.waitForFinished(20'000));
    }
};

} // namespace tst_samples

WK_TEST(tst_samples, TestSamples, QCoreApplication)
#include "tst_samples.moc"
