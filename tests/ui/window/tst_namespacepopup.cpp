// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/models/windowstate.h"
#include "ui/window/namespacepopup.h"

#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

namespace tst_namespacepopup {

using namespace wk;

namespace {

using Names = std::vector<std::string>;

struct Bench {
    Bench()
    {
        popup.setKnown({QStringLiteral("db"), QStringLiteral("payments"), QStringLiteral("web")});
        popup.openBelow(button);
    }
    QListWidgetItem *item(const QString &text)
    {
        return popup.findChild<QListWidget *>()->findItems(text, Qt::MatchExactly).value(0);
    }
    void click(const QString &text)
    {
        auto *list = popup.findChild<QListWidget *>();
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(item(text)).center());
    }

    WindowState state;
    QPushButton button;
    NamespacePopup popup{state};
    QSignalSpy changes{&state, &WindowState::namespacesChanged};
};

} // namespace

class NamespacePopupTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theChoiceAppliesOnceWhenItCloses()
    {
        Bench bench;
        bench.click(QStringLiteral("web"));
        bench.click(QStringLiteral("payments"));
        QCOMPARE(bench.item(QStringLiteral("web"))->checkState(), Qt::Checked);
        QCOMPARE(bench.changes.size(), 0);
        bench.popup.close();
        QCOMPARE(bench.changes.size(), 1);
        QCOMPARE(bench.state.namespaces(), (Names{"web", "payments"}));

        bench.popup.openBelow(bench.button);
        bench.click(QStringLiteral("web"));
        bench.click(QStringLiteral("web")); // on again: nothing is another
        bench.popup.close();
        QCOMPARE(bench.state.namespaces().size(), 2u);
        bench.popup.openBelow(bench.button);
        bench.click(QStringLiteral("All namespaces"));
        QVERIFY(!bench.popup.isVisible());
        QVERIFY(bench.state.namespaces().empty());
    }

    void escapeLeavesAllAsItWas()
    {
        Bench bench;
        bench.click(QStringLiteral("web"));
        QTest::keyClick(bench.popup.findChild<QLineEdit *>(), Qt::Key_Escape);
        QVERIFY(!bench.popup.isVisible());
        QCOMPARE(bench.changes.size(), 0);
        bench.popup.openBelow(bench.button);
        QCOMPARE(bench.item(QStringLiteral("web"))->checkState(), Qt::Unchecked);
        QCOMPARE(bench.item(QStringLiteral("All namespaces"))->checkState(), Qt::Checked);
    }

    void aNameThatIsTypedIsChosenAlone()
    {
        Bench bench;
        bench.click(QStringLiteral("web"));
        QTest::keyClicks(bench.popup.findChild<QLineEdit *>(), QStringLiteral("team-a\r"));
        QVERIFY(!bench.popup.isVisible());
        QCOMPARE(bench.changes.size(), 1);
        QCOMPARE(bench.state.namespaces(), Names{"team-a"});
    }

    void whatIsChosenElsewhereMeanwhileStays()
    {
        Bench bench;
        bench.state.setNamespaces({"db"});
        bench.popup.close();
        QCOMPARE(bench.state.namespaces(), Names{"db"});
    }
};

} // namespace tst_namespacepopup

WK_TEST(tst_namespacepopup, NamespacePopupTest, QApplication)
#include "tst_namespacepopup.moc"
