// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/commandfaults.h"
#include "tests/e2e/program.h"
#include "tests/support/faultserver.h"
#include "tests/support/testregistry.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

namespace tst_getcommand {

using namespace wk;
using namespace wk::commandfaults;

/// What `watchkeeper get` asks for and prints; how it fails is tst_commandline's.
class TestGetCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ofSecretsOnlyTheirIdentityIsWritten_data();
    void ofSecretsOnlyTheirIdentityIsWritten();

private:
    QTemporaryDir m_home;
};

void TestGetCommand::ofSecretsOnlyTheirIdentityIsWritten_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("out");
    QTest::newRow("a list") << text("secrets -o json")
                            << text("\\{.*\"name\": \"registry\".*\"name\": \"web-tls\".*\\}\n");
    QTest::newRow("beside other kinds") << text("secret,cm -o json")
                                        << text("\\{.*\"kind\": \"Secret\".*\"kind\": \"ConfigMap\".*\\}\n");
    QTest::newRow("one") << text("secret web-tls -o yaml")
                         << text("apiVersion: v1\nkind: Secret\nmetadata:\n  creationTimestamp: [^\n]*\n"
                                 "  name: web-tls\n  namespace: web\n  resourceVersion: [^\n]*\n  uid: [^\n]*\n");
}

void TestGetCommand::ofSecretsOnlyTheirIdentityIsWritten()
{
    QFETCH(QString, arguments);
    QFETCH(QString, out);
    Program program(m_home.path(), text("get --demo -n web").split(u' ') + arguments.split(u' '));
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.exitCode(), 0);
    const QRegularExpression shape(QRegularExpression::anchoredPattern(out),
                                   QRegularExpression::DotMatchesEverythingOption);
    QVERIFY2(shape.match(QString::fromUtf8(program.out)).hasMatch(), program.out.constData());
    QCOMPARE(program.err, QByteArray("Of Secrets only what identifies them is written: their values are withheld, and "
                                     "never fetched.\n"));
}

} // namespace tst_getcommand

WK_TEST(tst_getcommand, TestGetCommand, QCoreApplication)
#include "tst_getcommand.moc"
