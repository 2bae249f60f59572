// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/pluginpath.h"

#include "tests/support/testregistry.h"
#include "tests/support/testscript.h"

#include <QTest>

namespace tst_pluginpath {

using namespace wk;

class TestPluginPath : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsAddedStandsBehindOnce_data();
    void whatIsAddedStandsBehindOnce();
    void theFirstProgramIsTheOne();
};

void TestPluginPath::whatIsAddedStandsBehindOnce_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("added");
    QTest::addColumn<QByteArray>("after");
    QTest::newRow("new ones") << QByteArray("/a:/b") << QByteArray("/c:/d") << QByteArray("/a:/b:/c:/d");
    QTest::newRow("known ones") << QByteArray("/a:/b") << QByteArray("/b:/a") << QByteArray("/a:/b");
    QTest::newRow("twice the same") << QByteArray("/a") << QByteArray("/b:/b") << QByteArray("/a:/b");
    QTest::newRow("what is not absolute") << QByteArray("/a") << QByteArray(".::bin:/b") << QByteArray("/a:/b");
    QTest::newRow("to nothing") << QByteArray() << QByteArray("/b") << QByteArray("/b");
}

void TestPluginPath::whatIsAddedStandsBehindOnce()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, added);
    PluginPath path(before.toStdString());
    path.add(added.toStdString());
    QTEST(QByteArray::fromStdString(path.variable()), "after");
}

void TestPluginPath::theFirstProgramIsTheOne()
{
    TestScripts first;
    TestScripts second;
    const std::string other = second.write(QStringLiteral("p"), "exit 0\n");
    PluginPath path(first.path(QString()).toStdString());
    QVERIFY(!path.find("p"));
    path.add(second.path(QString()).toStdString());
    QCOMPARE(path.find("p").value_or(""), second.path(QString()).toStdString() + "/p");
    QCOMPARE(path.find(other).value_or(""), other);
    first.write(QStringLiteral("p"), "exit 0\n");
    QCOMPARE(path.find("p").value_or(""), first.path(QString()).toStdString() + "/p");
    QVERIFY(!path.find("/absent"));
}

} // namespace tst_pluginpath

WK_TEST(tst_pluginpath, TestPluginPath, QCoreApplication)
#include "tst_pluginpath.moc"
