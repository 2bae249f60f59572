// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/deadends.h"
#include "tests/contract/matrixcases.h"
#include "tests/contract/nametable.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_faults_names {

using namespace wk;
using namespace wk::matrix;

/// Names that lead nowhere, or to several places: N3 and N4 of the fault matrix.
class TestFaultsNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aNameThatIsNotFoundAtTheStart_data();
    void aNameThatIsNotFoundAtTheStart();
    void aNameThatIsNotFoundInTheMiddle();
    void aNameOfTwoAddressesOneOfThemDead_data();
    void aNameOfTwoAddressesOneOfThemDead();
    void cleanup() { m_executed.addRow(); }
    void cleanupTestCase() { m_executed.print(); }

private:
    Executed m_executed;
};

/// What "localhost" leads to: the one name by which our server lets itself be called.
void leads(std::vector<std::string> addresses)
{
    NameTable::instance().set("localhost", std::move(addresses));
    NameTable::instance().forgetWhatQtKeeps();
}

void callByName(Scene &scene)
{
    scene.access.server.setHost(QStringLiteral("localhost"));
    scene.access.tlsServerName = "127.0.0.1"; // what the certificate is for
}

void TestFaultsNames::aNameThatIsNotFoundAtTheStart_data()
{
    QTest::addColumn<Way>("way");
    QTest::newRow("N3 a name that is not found, and later is") << Way::Plain;
    QTest::newRow("N3 a name that is not found, and later is, over TLS") << Way::Tls;
}

void TestFaultsNames::aNameThatIsNotFoundAtTheStart()
{
    QFETCH(Way, way);
    Scene scene(way);
    leads({});
    callByName(scene);
    scene.start();
    for (int tries = 0; tries < 3; ++tries) {
        QVERIFY2(soon([&] { return scene.isPausing(); }), scene.words());
        QCOMPARE(scene.informer->status().state, WatchState::Waiting);
        QVERIFY(scene.informer->status().error->kind == ErrorKind::NameNotFound);
        scene.skipPause();
    }
    QVERIFY2(soon([&] { return scene.isPausing(); }), scene.words());
    QCOMPARE(scene.informer->store().size(), 0u);
    QCOMPARE(scene.script.connections(), 0);
    leads({"127.0.0.1"});
    QVERIFY2(soon([&] { return scene.isLiveInTime(); }), scene.words());
    QCOMPARE(scene.wrongs(), QString());
}

void TestFaultsNames::aNameThatIsNotFoundInTheMiddle()
{
    Scene scene({.port = steadyPort()});
    leads({"127.0.0.1"});
    callByName(scene);
    QVERIFY2(scene.watches(), scene.words());
    const Versions before = scene.truth();
    leads({});
    scene.server->stop();
    QVERIFY2(soon([&] {
                 scene.skipPause();
                 return scene.said(WatchState::Waiting, ErrorKind::NameNotFound);
             }),
             scene.words());
    QVERIFY(scene.informer->status().staleSince);
    scene.serve();
    scene.put("made-meanwhile");
    QCOMPARE(versionsOf(scene.informer->store()), before);
    leads({"127.0.0.1"});
    QVERIFY2(soon([&] { return scene.isLiveInTime(); }), scene.words());
    QCOMPARE(scene.wrongs(), QString());
    QCOMPARE(scene.count(EntryType::Gap), 0);
    QCOMPARE(scene.script.lists(), 1);
    m_executed.add("N3");
}

void TestFaultsNames::aNameOfTwoAddressesOneOfThemDead_data()
{
    QTest::addColumn<QStringList>("addresses");
    QTest::addColumn<bool>("hangs"); // the dead one swallows what is sent to it, and refuses nothing
    QTest::newRow("N4 two addresses, the first refuses")
        << QStringList{QStringLiteral("127.0.0.2"), QStringLiteral("127.0.0.1")} << false;
    QTest::newRow("N4 two addresses, the second refuses")
        << QStringList{QStringLiteral("127.0.0.1"), QStringLiteral("127.0.0.2")} << false;
    QTest::newRow("N4 an address of each family, IPv6 refuses")
        << QStringList{QStringLiteral("::1"), QStringLiteral("127.0.0.1")} << false;
    QTest::newRow("N4 an address of each family, IPv6 swallows all")
        << QStringList{QStringLiteral("::1"), QStringLiteral("127.0.0.1")} << true;
}

void TestFaultsNames::aNameOfTwoAddressesOneOfThemDead()
{
    QFETCH(QStringList, addresses);
    QFETCH(bool, hangs);
    Scene scene({.port = steadyPort()});
    std::vector<std::string> list;
    for (const QString &address : addresses)
        list.push_back(address.toStdString());
    std::unique_ptr<FullListener> full;
    if (hangs) {
        full = std::make_unique<FullListener>(scene.access.server.port(), FullListener::Family::IPv6);
        if (!full->isFull())
            QSKIP("this machine has no IPv6");
    }
    leads(list);
    callByName(scene);
    QElapsedTimer since;
    since.start();
    scene.start();
    QVERIFY2(soon([&] {
                 if (hangs)
                     scene.clock.advance(1ms); // the other address is tried when this one has had its time
                 return scene.isLive() && scene.script.heads() == 1;
             }),
             scene.words());
    QVERIFY2(since.elapsed() < 5000, QByteArray::number(since.elapsed()).constData());
    for (const WatchStatus &status : scene.told)
        QVERIFY2(!status.error, scene.words());
    scene.put("made-later");
    QVERIFY2(soon([&] { return scene.isLive(); }), scene.words());
    QCOMPARE(scene.wrongs(), QString());
}

} // namespace tst_faults_names

WK_TEST(tst_faults_names, TestFaultsNames, QCoreApplication)
#include "tst_faults_names.moc"
