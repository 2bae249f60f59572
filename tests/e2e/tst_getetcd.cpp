// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/program.h"
#include "tests/support/realetcd.h"
#include "tests/support/testregistry.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace tst_getetcd {

using namespace wk;
using test::RealEtcd;

/// `watchkeeper get --etcd` and `record --etcd`, on a real etcd.
class TestGetEtcd : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (const QString why = RealEtcd::whyNot(); !why.isEmpty())
            QSKIP(qPrintable(why));
        QVERIFY(m_etcd.start());
        m_etcd.put("/app/config", R"({"replicas":3})");
        m_etcd.put("/app/motd", "hello");
        m_etcd.put("/other", "x");
        m_etcd.put("/registry/pods/web/a",
                   R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","namespace":"web"}})");
    }
    void aPrefixIsListed_data();
    void aPrefixIsListed();
    void whatChangesIsPrintedAsItComes();
    void whatChangesIsRecorded();
    void mistakesAreSaid_data();
    void mistakesAreSaid();

private:
    QStringList get(const QStringList &arguments) const
    {
        return QStringList({text("get"), text("--etcd"), m_etcd.url().authority()}) + arguments;
    }

    RealEtcd m_etcd;
    QTemporaryDir m_home;
};

void TestGetEtcd::aPrefixIsListed_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("out");
    QTest::newRow("a prefix") << QStringList(text("/app/"))
                              << QByteArray("KEY           MOD REVISION   VERSION   SIZE   VALUE\n"
                                            "/app/config   2              1         14     {\"replicas\":3}\n"
                                            "/app/motd     3              1         5      hello\n");
    QTest::newRow("all") << QStringList({text("-o"), text("name")})
                         << QByteArray("key//app/config\nkey//app/motd\nkey//other\nkey//registry/pods/web/a\n");
    QTest::newRow("an object by its key")
        << QStringList({text("/registry/"), text("-o"), text("name")}) << QByteArray("key//registry/pods/web/a\n");
    QTest::newRow("as JSON") << QStringList({text("/app/m"), text("-o"), text("jsonpath={.items[*].text}")})
                             << QByteArray("hello");
}

void TestGetEtcd::aPrefixIsListed()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QByteArray, out);
    const Program program(m_home.path(), get(arguments));
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.err, QByteArray());
    QCOMPARE(program.out, out);
}

void TestGetEtcd::whatChangesIsPrintedAsItComes()
{
    Program program(m_home.path(), get({text("/live/"), text("-w"), text("--no-headers")}));
    m_etcd.put("/live/a", "1");
    QTRY_VERIFY_WITH_TIMEOUT(program.out.contains("/live/a"), Patience);
    m_etcd.put("/live/a", "2");
    m_etcd.remove("/live/a");
    QTRY_COMPARE_WITH_TIMEOUT(program.out.count("/live/a"), 3, Patience);
    QVERIFY(program.out.contains("MODIFIED   /live/a"));
    QVERIFY(program.out.contains("DELETED    /live/a"));
}

void TestGetEtcd::whatChangesIsRecorded()
{
    const QString path = m_home.filePath(text("keys.jsonl"));
    Program program(m_home.path(), {text("record"), path, text("--etcd"), m_etcd.url().toString(), text("/recorded/")});
    QTRY_VERIFY_WITH_TIMEOUT(program.err.contains("0 objects"), Patience);
    m_etcd.put("/recorded/a", "1");
    m_etcd.put("/recorded/a", "2");
    m_etcd.put("/recorded/b", QByteArray(1'000'000, 'x')); // what a buffer holds goes before it
    const auto isWritten = [this] {                        // under another name until it is whole
        const QDir folder(m_home.path());
        const auto names = folder.entryList({text("*keys*")}, QDir::Files | QDir::Hidden);
        return std::any_of(names.begin(), names.end(), [&](const QString &name) {
            QFile file(folder.filePath(name));
            return file.open(QIODevice::ReadOnly) && file.readAll().contains("\"text\":\"2\"");
        });
    };
    QTRY_VERIFY_WITH_TIMEOUT(isWritten(), Patience);
    program.interrupt(SIGINT);
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray lines = file.readAll();
    QVERIFY2(lines.contains("\"type\":\"ADDED\"") && lines.contains("\"text\":\"2\""), lines.constData());
}

void TestGetEtcd::mistakesAreSaid_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("no address") << QStringList({text("get"), text("--etcd"), text("ftp://a")})
                                << QByteArray("\"ftp://a\" is no address of an etcd member");
    QTest::newRow("nobody there") << QStringList({text("get"), text("--etcd"), text("127.0.0.1:1")})
                                  << QByteArray("127.0.0.1:1 was refused");
    QTest::newRow("a selector") << QStringList({text("get"), text("--etcd"), text("127.0.0.1:1"), text("/a"),
                                                text("-l"), text("x=y")})
                                << QByteArray("etcd knows no selectors");
    QTest::newRow("a file that is missing")
        << QStringList({text("get"), text("--etcd"), text("https://127.0.0.1:1"), text("--cacert"), text("/none")})
        << QByteArray("/none");
}

void TestGetEtcd::mistakesAreSaid()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QByteArray, says);
    const Program program(m_home.path(), arguments);
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.exitCode(), 1);
    QVERIFY2(program.err.contains(says), program.err.constData());
}

} // namespace tst_getetcd

WK_TEST(tst_getetcd, TestGetEtcd, QCoreApplication)
#include "tst_getetcd.moc"
