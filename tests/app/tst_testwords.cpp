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

    void eachKindHasItsWord()
    {
        TestStep step;
        step.kind = TestStep::Kind::Kinds;
        const auto answer = [&step](const char *kind, KindAccess access) {
            step.kinds.push_back({{"", "v1", kind}, access, {}});
        };
        answer("pods", KindAccess::Allowed);
        answer("nodes", KindAccess::Denied);
        answer("leases", KindAccess::NotServed);
        answer("events", KindAccess::Down);
        answer("componentstatuses", KindAccess::OnlyListed);
        step.down = {"metrics.k8s.io"};
        QVERIFY2(testWords(step, {}).each.isEmpty(), "not while it runs");
        step.state = TestStep::State::Passed;
        step.kindsAsked = step.kinds.size();
        const TestWords words = testWords(step, {});
        QCOMPARE(words.each.join(u';'),
                 QStringLiteral("pods: allowed;nodes: denied;leases: not served;events: down;"
                                "componentstatuses: cannot be watched;all of metrics.k8s.io: down"));
        QVERIFY(words.text().contains(QStringLiteral("\n  nodes: denied")));
        QVERIFY2(words.fact.contains(QStringLiteral("Not served: leases.")), qPrintable(words.fact));
    }
};

} // namespace tst_testwords

WK_TEST(tst_testwords, TestWordsTest, QCoreApplication)
#include "tst_testwords.moc"
