// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/program.h"
#include "tests/support/testregistry.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

#include <sys/resource.h>

namespace tst_serve {

using namespace wk;

/// `watchkeeper serve`, the built program.
class TestServe : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void afterAnotherStartTheSameKubeconfigWorks();
    void itLeavesNoCore();
    void serveSaysItsMistakes_data();
    void serveSaysItsMistakes();
};

void TestServe::afterAnotherStartTheSameKubeconfigWorks()
{
    const QTemporaryDir fresh;
    const auto version = [&fresh](const QByteArray &printed) {
        QFile config(fresh.filePath(text("config")));
        if (!config.open(QIODevice::WriteOnly) || config.write(printed) != printed.size())
            return qulonglong(0);
        config.close();
        Program client(fresh.path(), {text("get"), text("node/node-01"), text("-o"), text("json"), text("--kubeconfig"),
                                      config.fileName()});
        if (!QTest::qWaitFor([&client] { return client.hasEnded(); }, Patience))
            return qulonglong(0);
        const auto metadata = QJsonDocument::fromJson(client.out).object()[text("metadata")].toObject();
        return metadata[text("resourceVersion")].toString().toULongLong();
    };
    const auto serve = [&](const QString &port) {
        auto server = std::make_unique<Program>(
            fresh.path(), QStringList{text("serve"), text("--demo"), text("--still"), text("--port"), port});
        return server;
    };
    auto server = serve(text("0"));
    QTRY_VERIFY_WITH_TIMEOUT(server->out.endsWith(KubeconfigEnd), Patience);
    const QByteArray printed = server->out;
    const QRegularExpressionMatch address =
        QRegularExpression(text("https://127.0.0.1:(\\d+)")).match(QString::fromUtf8(printed));
    QTRY_VERIFY2(server->err.contains(QByteArray("with --port " + address.captured(1).toUtf8())),
                 server->err.constData());
    const qulonglong before = version(printed);
    QVERIFY(before > 0);
    server->interrupt(SIGTERM);
    QTRY_VERIFY_WITH_TIMEOUT(server->hasEnded(), Patience);

    server = serve(address.captured(1));
    QTRY_VERIFY_WITH_TIMEOUT(server->out.endsWith(KubeconfigEnd), Patience);
    QVERIFY2(server->out == printed, "what is printed is the same");
    QVERIFY2(version(printed) > before + 1000, "another history is told from the one before");

    Program apart(fresh.path(), {text("serve"), text("--demo"), text("--still"), text("--folder=")});
    QTRY_VERIFY_WITH_TIMEOUT(apart.out.endsWith(KubeconfigEnd), Patience);
    const auto token = [](const QByteArray &config) { return config.mid(config.indexOf("token:"), 80); };
    QVERIFY2(token(apart.out) != token(printed), "without a folder nothing is kept");
}

/// A core has the tokens in it. Whatever the shell allows, the program does not.
void TestServe::itLeavesNoCore()
{
    const QTemporaryDir fresh;
    rlimit allowed{};
    QCOMPARE(getrlimit(RLIMIT_CORE, &allowed), 0);
    if (allowed.rlim_max == 0)
        QSKIP("no core is allowed here at all");
    allowed.rlim_cur = allowed.rlim_max;
    Program server(fresh.path(), {text("serve"), text("--demo"), text("--still"), text("--folder=")},
                   [allowed] { setrlimit(RLIMIT_CORE, &allowed); });
    QTRY_VERIFY_WITH_TIMEOUT(server.out.endsWith(KubeconfigEnd), Patience);
    QFile limits(text("/proc/%1/limits").arg(server.processId()));
    QVERIFY(limits.open(QIODevice::ReadOnly));
    static const QRegularExpression Line(text("Max core file size +0 +0 "));
    const QString found = QString::fromLatin1(limits.readAll());
    QVERIFY2(found.contains(Line), qPrintable(found));
}

void TestServe::serveSaysItsMistakes_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("nothing to serve") << text("serve") << QByteArray("add --demo");
    QTest::newRow("a word too many") << text("serve a.wklog now") << QByteArray("“now” is too much");
    QTest::newRow("two things") << text("serve --demo a.wklog") << QByteArray("--demo is not about a recording");
    QTest::newRow("too many nodes") << text("serve --demo --nodes 99") << QByteArray("1 to 50 nodes, not “99”");
    QTest::newRow("half a node") << text("serve --demo --nodes 1.5") << QByteArray("not “1.5”");
    QTest::newRow("no port") << text("serve --demo --port 65536") << QByteArray("from 0 to 65535");
    QTest::newRow("no seed") << text("serve --demo --seed x") << QByteArray("whole number, not “x”");
}

void TestServe::serveSaysItsMistakes()
{
    QFETCH(QString, arguments);
    QFETCH(QByteArray, said);
    const QTemporaryDir home;
    Program program(home.path(), arguments.split(u' '));
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.exitCode(), 1);
    QVERIFY2(program.err.startsWith("error: ") && program.err.contains(said) && program.err.count('\n') == 1,
             program.err.constData());
}

} // namespace tst_serve

WK_TEST(tst_serve, TestServe, QCoreApplication)
#include "tst_serve.moc"
