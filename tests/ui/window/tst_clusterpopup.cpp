// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/clusterpopup.h"

#include "tests/support/testregistry.h"

#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

namespace tst_clusterpopup {

using namespace Qt::StringLiterals;
using namespace wk;

namespace {

/// A popup that is open, and what was chosen in it.
struct Bench {
    explicit Bench(const ClusterChoices &choices)
    {
        popup.setChoices(choices);
        button.show();
        popup.openBelow(button);
    }
    QListWidget &list() { return *popup.findChild<QListWidget *>(); }
    QListWidgetItem *item(const QString &word) { return list().findItems(word, Qt::MatchExactly).value(0); }
    QStringList last() const { return chosen.isEmpty() ? QStringList() : chosen.last().first().toStringList(); }

    QWidget button;
    ClusterPopup popup;
    QSignalSpy chosen{&popup, &ClusterPopup::chosen};
};

} // namespace

class ClusterPopupTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aClickOnANameChoosesItAlone()
    {
        Bench bench({{u"prod"_s, u"staging"_s, u"demo"_s}, {u"prod"_s}});
        const QRect row = bench.list().visualItemRect(bench.item(u"staging"_s));
        QTest::mouseClick(bench.list().viewport(), Qt::LeftButton, {}, row.center());
        QCOMPARE(bench.last(), QStringList{u"staging"_s});
        QVERIFY(!bench.popup.isVisible());
    }

    void ticksChooseSeveralOnceItCloses()
    {
        Bench bench({{u"prod"_s, u"staging"_s, u"demo"_s}, {u"prod"_s}});
        QCOMPARE(bench.item(u"prod"_s)->checkState(), Qt::Checked);
        bench.item(u"demo"_s)->setCheckState(Qt::Checked);
        QVERIFY(bench.chosen.isEmpty());
        bench.popup.close();
        QCOMPARE(bench.last(), (QStringList{u"prod"_s, u"demo"_s}));
    }

    void returnShowsWhatIsTicked()
    {
        Bench bench({{u"prod"_s, u"staging"_s, u"demo"_s}, {u"prod"_s}});
        auto *show = bench.popup.findChildren<QPushButton *>().first();
        QVERIFY(!show->isVisible());
        bench.item(u"demo"_s)->setCheckState(Qt::Checked);
        QVERIFY(show->isVisible() && show->text().contains(u'2'));
        bench.list().setCurrentItem(bench.item(u"staging"_s));
        QTest::keyClick(&bench.list(), Qt::Key_Return);
        QCOMPARE(bench.last(), (QStringList{u"prod"_s, u"demo"_s}));
        QVERIFY(!bench.popup.isVisible());
    }

    void aTickOnTheBoxLeavesItOpen()
    {
        Bench bench({{u"prod"_s, u"staging"_s}, {u"prod"_s}});
        const QRect row = bench.list().visualItemRect(bench.item(u"staging"_s));
        QTest::mouseClick(bench.list().viewport(), Qt::LeftButton, {}, QPoint(row.left() + 10, row.center().y()));
        QVERIFY(bench.popup.isVisible());
        QCOMPARE(bench.item(u"staging"_s)->checkState(), Qt::Checked);
        bench.popup.close();
        QCOMPARE(bench.last(), (QStringList{u"prod"_s, u"staging"_s}));
    }

    void escapeAndNoTickLeaveAllAsItWas()
    {
        Bench bench({{u"prod"_s, u"staging"_s}, {u"prod"_s}});
        bench.item(u"staging"_s)->setCheckState(Qt::Checked);
        QTest::keyClick(&bench.popup, Qt::Key_Escape);
        QVERIFY(!bench.popup.isVisible());
        bench.popup.openBelow(bench.button);
        bench.item(u"prod"_s)->setCheckState(Qt::Unchecked);
        bench.popup.close();
        QVERIFY(bench.chosen.isEmpty());
    }

    void aGivenNameIsShownAndFound()
    {
        QStringList names;
        for (int i = 0; i < 12; ++i)
            names << u"arn:aws:eks:eu-1:%1:cluster/c"_s.arg(i);
        Bench bench({names, {names[0]}, {{names[3], {u"the shop"_s, ClusterColour::Red}}}});
        auto *item = bench.item(u"the shop"_s);
        QVERIFY(item);
        QVERIFY2(item->toolTip().contains(u":3:"_s), qPrintable(item->toolTip()));
        auto *search = bench.popup.findChild<QLineEdit *>();
        search->setText(u"SHOP"_s);
        QCOMPARE(bench.list().count(), 1);
        QTest::keyClick(search, Qt::Key_Return);
        QCOMPARE(bench.last(), QStringList{names[3]});
    }
};

} // namespace tst_clusterpopup

WK_TEST(tst_clusterpopup, ClusterPopupTest, QApplication)
#include "tst_clusterpopup.moc"
