// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/timeline/timelinebench.h"
#include "ui/style/theme.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QMenu>
#include <QTest>
#include <QTimer>

namespace tst_timelinemenu {

using namespace Qt::StringLiterals;
using namespace wk;
using timeline::Bench;

class tst_TimelineMenu : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anOwnersLaneOffersWhatItOwns()
    {
        Bench bench;
        play(bench);
        QVERIFY(offered(bench, u"web"_s).contains(u"Only what it owns"_s));
        choose(bench, u"web"_s, u"Only what it owns"_s);
        QCOMPARE(bench.state.filter(),
                 QStringLiteral(R"(owner in {"web", "web-5d8c6b97f4", "web-7c9f4d5b6"} ns == "web")"));
        QVERIFY(bench.rowOf(u"web-5d8c6b97f4-4tqpz"_s) >= 0);
        QVERIFY(bench.rowOf(u"web-7c9f4d5b6-q8k4m"_s) >= 0);
        QVERIFY(bench.rowOf(u"web"_s) >= 0);
        QCOMPARE(bench.rowOf(u"api"_s), -1);
        choose(bench, u"web-7c9f4d5b6"_s, u"Only what it owns"_s);
        QCOMPARE(bench.rowOf(u"web-5d8c6b97f4-4tqpz"_s), -1);
        QVERIFY(bench.rowOf(u"web-7c9f4d5b6-q8k4m"_s) >= 0);
    }

    /// Also where none of it passes the filter.
    void whatAFilterHidesIsOwnedToo()
    {
        Bench bench;
        play(bench);
        bench.state.setFilter(u"name:q8k4m"_s);
        choose(bench, u"web"_s, u"Only what it owns"_s);
        QVERIFY(bench.state.filter().contains(u"web-5d8c6b97f4"_s));
        QVERIFY(bench.state.filter().contains(u"q8k4m"_s));
    }

    void aLaneOffersItselfWhicheverKindIsShown()
    {
        Bench bench;
        play(bench);
        const QString pod = u"web-7c9f4d5b6-q8k4m"_s;
        QCOMPARE(offered(bench, pod).mid(0, 3),
                 (QStringList{u"Only this: "_s + pod, u"Not this: "_s + pod, u"Only this object"_s}));
        QVERIFY(offered(bench, u"web"_s).contains(u"Only this object"_s));
        choose(bench, pod, u"Only this object"_s);
        QCOMPARE(bench.canvas().chosen().rows.size(), 3U);
    }

private:
    static void play(Bench &bench)
    {
        bench.play(rollout::picture());
        bench.state.setResource(sample::podInfo());
        bench.show();
    }

    /// What the menu over the lane's name says; `action` is triggered.
    static QStringList menuOver(Bench &bench, const QString &name, const QString &action)
    {
        QStringList texts;
        QTimer::singleShot(0, &bench.view, [&texts, &action] {
            auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            QVERIFY(menu);
            const auto actions = menu->actions();
            for (QAction *one : actions) {
                texts << one->text();
                if (one->text() == action)
                    one->trigger();
            }
            menu->close();
        });
        const QPoint at(100, bench.canvas().rowPoint(bench.rowOf(name), sample::Now).y());
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, bench.viewport()->mapToGlobal(at));
        QApplication::sendEvent(bench.viewport(), &event);
        return texts;
    }
    static QStringList offered(Bench &bench, const QString &name) { return menuOver(bench, name, {}); }
    static void choose(Bench &bench, const QString &name, const QString &action)
    {
        QVERIFY(menuOver(bench, name, action).contains(action));
    }

    Theme m_theme;
};

} // namespace tst_timelinemenu

WK_TEST(tst_timelinemenu, tst_TimelineMenu, QApplication)
#include "tst_timelinemenu.moc"
