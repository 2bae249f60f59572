// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/testwords.h"

#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_testwords {

using namespace wk;

class TestWordsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatThePluginSaysIsSeenWhileItSignsInAndNotLater()
    {
        TestStep step;
        step.kind = TestStep::Kind::SignIn;
        ClusterAccess access;
        ExecPlugin plugin;
        plugin.command = "aws";
        access.signIn = plugin;
        QCOMPARE(testWords(step, access).fact, QString());
        step.said = "Open https://idp.example\n<b>type</b>\x1b[2J ABCD\n";
        QCOMPARE(testWords(step, access).fact, QStringLiteral("Open https://idp.example\n<b>type</b>‹U+001B›[2J ABCD"));
        step.state = TestStep::State::Passed;
        QCOMPARE(testWords(step, access).fact, QStringLiteral("by the plugin aws"));
    }
};

} // namespace tst_testwords

WK_TEST(tst_testwords, TestWordsTest, QCoreApplication)
#include "tst_testwords.moc"
