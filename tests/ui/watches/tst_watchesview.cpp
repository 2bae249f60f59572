// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"
#include "ui/models/windowstate.h"
#include "ui/style/chip.h"
#include "ui/style/fonts.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"
#include "ui/style/theme.h"
#include "ui/watches/watchesview.h"

#include <QClipboard>
#include <QDir>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <QTreeView>

#include <algorithm>

namespace tst_watchesview {

using namespace Qt::StringLiterals;
using namespace wk;
using namespace std::chrono_literals;

namespace {

struct Known {
    const char *group;
    const char *resource;
    const char *ns;
};

constexpr std::array Watches{Known{"argoproj.io", "applications", ""},
                             Known{"events.k8s.io", "events", ""},
                             Known{"", "secrets", "payments"},
                             Known{"", "nodes", ""},
                             Known{"", "pods", "web"},
                             Known{"apps", "deployments", "web"},
                             Known{"apps", "replicasets", "web"},
                             Known{"discovery.k8s.io", "endpointslices", "web"},
                             Known{"coordination.k8s.io", "leases", ""},
                             Known{"", "configmaps", "web"},
                             Known{"", "services", "web"}};

WatchStatus statusOf(WatchId watch)
{
    WatchStatus status = sample::live(watch, 8'123'312 - int(watch) * 7);
    status.bookmarks = 61 - watch % 4;
    status.wireBytes = 4'100'000 + watch * 1'900'000;
    status.objects = 31 + watch * 12;
    status.memoryBytes = 2'200'000;
    status.lastEvent = sample::Now - std::chrono::seconds(watch >= 10 ? 400 : watch);
    status.lastBookmark = sample::Now - std::chrono::seconds(5 + watch);
    status.reconnects = 1;
    return status;
}

std::vector<WatchStatus> picture()
{
    std::vector<WatchStatus> statuses;
    for (WatchId watch = 1; watch <= Watches.size(); ++watch)
        statuses.push_back(statusOf(watch));
    WatchStatus &waits = statuses[0];
    waits.state = WatchState::Waiting;
    waits.error = Error{ErrorKind::ConnectionLost, "the server closed the stream three times (EOF)", {}, 0, {}};
    waits.nextTry = sample::Now + 18s;
    waits.staleSince = sample::Now - 161s;
    waits.relists = 1;
    waits.reconnects = 6;
    WatchStatus &lists = statuses[1];
    lists.state = WatchState::Relisting;
    lists.error = Error{ErrorKind::Expired, "too old resource version", {}, 410, {}};
    lists.listed = 6'500;
    lists.listTotal = 15'200;
    lists.relists = 2;
    for (WatchStatus *status : {&statuses[2], &statuses[3]}) {
        status->state = WatchState::NotAllowed;
        status->error = Error{ErrorKind::Forbidden, "user \"dev-user\" cannot list resource", {}, 403, {}};
        status->version = {};
        status->lastEvent = status->lastBookmark = std::nullopt;
        status->wireBytes = 0;
    }
    return statuses;
}

struct Bench {
    Bench()
    {
        clock.setWall(sample::Now);
        for (WatchId watch = 1; watch <= Watches.size(); ++watch) {
            const Known &known = Watches[watch - 1];
            ResourceInfo info = sample::podInfo();
            info.gvr = {known.group, "v1", known.resource};
            info.namespaced = watch != 4;
            state.learnScope(watch, sample::scopeOf(info, known.ns));
        }
        view.resize(1440, 560);
    }
    void play()
    {
        Batch batch{{}, picture()};
        const ObjectPtr pod = sample::shared(sample::pod({.name = "a"}));
        for (int second = 0; second < 900; second += 3) {
            for (WatchId watch : {1, 2, 5, 6, 7, 8, 9}) {
                if ((second * 7 + int(watch) * 13) % 11 < 6)
                    batch.entries.push_back(
                        sample::added(watch, pod, sample::Now - std::chrono::seconds(899 - second)));
            }
        }
        history.append(batch);
        view.applyBatch(batch);
    }
    void show()
    {
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
    }
    QList<Chip *> chips() { return view.filterBar()->findChildren<Chip *>(); }

    ManualClock clock;
    WindowState state;
    TestHistory history;
    WatchesView view{state, history, clock};
};

} // namespace

class tst_WatchesView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme = new Theme(this); }

    void aChipWithoutWatchesSaysSo()
    {
        Bench bench;
        bench.show();
        const auto sentence = [&view = bench.view] {
            for (const SafeLabel *label : view.findChildren<SafeLabel *>()) {
                if (label->isVisible())
                    return label->text();
            }
            return QString();
        };
        QVERIFY2(sentence().startsWith(u"Nothing is watched."_s), qPrintable(sentence()));
        Batch batch{{}, picture()};
        std::erase_if(batch.statuses, [](const WatchStatus &status) { return status.state != WatchState::Live; });
        bench.history.append(batch);
        bench.view.applyBatch(batch);
        QCOMPARE(sentence(), QString());
        bench.chips()[1]->click();
        QCOMPARE(sentence(), u"No watch needs attention: all are live."_s);
        bench.chips()[2]->click();
        QCOMPARE(sentence(), QString());
        bench.view.applyBatch({{}, picture()});
        bench.chips()[1]->click();
        QCOMPARE(sentence(), QString());
    }
    void chipsCountAndNarrow()
    {
        Bench bench;
        bench.play();
        QCOMPARE(bench.chips()[1]->text(), u"Need attention 4"_s);
        QCOMPARE(bench.chips()[2]->text(), u"Live 7"_s);
        QCOMPARE(bench.view.resultText(), u"11 watches"_s);
        bench.state.setPlayhead(Moment{1, sample::Now - 1min});
        QCOMPARE(bench.view.resultText(), u"11 watches, as they are now"_s);
        bench.state.setPlayhead({});
        bench.chips()[1]->click();
        QCOMPARE(bench.view.model().rowCount(), 9);
        bench.chips()[0]->click();
        QCOMPARE(bench.view.model().rowCount(), 17);
    }

    void theLinkBelowAWaitingWatchRetries()
    {
        Bench bench;
        bench.play();
        bench.show();
        QSignalSpy retried(&bench.view, &WatchesView::retryAsked);
        const QRect link = bench.view.linkOf(1);
        QVERIFY(!link.isEmpty());
        QTest::mouseClick(bench.view.table().viewport(), Qt::LeftButton, {}, link.center());
        QCOMPARE(retried.size(), 1);
        QCOMPARE(retried[0][0].toUInt(), WatchId(1));
    }

    void theRuleThatIsMissingCanBeCopied()
    {
        Bench bench;
        bench.play();
        bench.show();
        QTest::mouseClick(bench.view.table().viewport(), Qt::LeftButton, {}, bench.view.linkOf(3).center());
        QVERIFY(QGuiApplication::clipboard()->text().contains(u"resources: [\"secrets\"]"_s));
    }

    void enterDoesTheSameFromTheKeyboard()
    {
        Bench bench;
        bench.play();
        bench.show();
        QSignalSpy retried(&bench.view, &WatchesView::retryAsked);
        bench.view.table().setFocus();
        bench.view.table().setCurrentIndex(bench.view.model().index(bench.view.model().rowOf(1), 0));
        QTest::keyClick(&bench.view.table(), Qt::Key_Return);
        QCOMPARE(retried.size(), 1);
        QString kind;
        connect(&bench.view, &WatchesView::kindAsked, this,
                [&kind](const ResourceInfo &resource) { kind = QString::fromStdString(resource.gvr.resource); });
        bench.view.table().setCurrentIndex(bench.view.model().index(bench.view.model().rowOf(5), 0));
        QTest::keyClick(&bench.view.table(), Qt::Key_Return);
        QCOMPARE(kind, u"pods"_s);
    }

    /// But for the one that the table shows.
    void aKindCanBeWatchedNoLonger()
    {
        Bench bench;
        bench.play();
        bench.show();
        QString left;
        connect(&bench.view, &WatchesView::leaveAsked, this,
                [&left](const ResourceInfo &resource) { left = QString::fromStdString(resource.gvr.resource); });
        QCOMPARE(stopWatching(bench, 5), u"Stop watching Pods"_s);
        QCOMPARE(left, u"pods"_s);
        ResourceInfo deployments;
        deployments.gvr = {"apps", "v1", "deployments"};
        bench.state.setResource(deployments);
        QCOMPARE(stopWatching(bench, 6), QString());
        QCOMPARE(left, u"pods"_s);
    }

    void aWatchThatIsAskedForIsShownWhateverTheChipsHide()
    {
        Bench bench;
        bench.view.resize(1440, 150);
        bench.play();
        bench.show();
        bench.chips()[1]->click();
        QCOMPARE(bench.view.model().rowOf(11), -1);
        bench.view.showWatch(11);
        const QModelIndex row = bench.view.model().index(bench.view.model().rowOf(11), 0);
        QVERIFY(row.isValid() && bench.chips()[0]->isChecked());
        QCOMPARE(bench.view.table().currentIndex(), row);
        QVERIFY(bench.view.table().viewport()->rect().contains(bench.view.table().visualRect(row).center()));
    }

    void theCountdownRunsOnlyWhileItIsSeen()
    {
        Bench bench;
        bench.play();
        QVERIFY(bench.clock.isIdle());
        bench.show();
        bench.clock.advance(3s);
        QVERIFY(bench.view.model().index(bench.view.model().rowOf(1), 0).data().toString().contains(u"15"_s));
        bench.view.hide();
        QVERIFY(bench.clock.isIdle());
    }

    void headingsRunOverAllColumns()
    {
        Bench bench;
        bench.play();
        bench.show();
        QVERIFY(bench.view.table().isFirstColumnSpanned(0, {}));
        QVERIFY(!bench.view.table().isFirstColumnSpanned(1, {}));
        QVERIFY(bench.view.table().isFirstColumnSpanned(2, {}));
    }

    void theLastHeadingIsWholeBesideTheNavigatorAndTheScrollBar()
    {
        Bench bench;
        bench.play();
        bench.view.resize(1440 - scaled(measure::Navigator), 200);
        bench.show();
        const QHeaderView *header = bench.view.table().header();
        const int last = header->count() - 1;
        QVERIFY2(header->sectionSize(last) >= header->sectionSizeHint(last),
                 qPrintable(QString::number(header->sectionSize(last))));
    }

    void whereThereIsLittleRoomColumnsGiveWayBeforeTheTableScrolls()
    {
        Bench bench;
        bench.play();
        bench.show();
        QHeaderView *header = bench.view.table().header();
        const auto sizes = [header] {
            QList<int> all;
            for (int column = 0; column < header->count(); ++column)
                all.append(header->sectionSize(column));
            return all;
        };
        const QList<int> roomy = sizes();
        bench.view.resize(scaled(915), 560);
        const auto end = [header](int column) {
            return header->sectionViewportPosition(column) + header->sectionSize(column);
        };
        QTRY_VERIFY2(end(WatchesModel::Wire) <= header->viewport()->width(),
                     qPrintable(QString::number(end(WatchesModel::Wire))));
        for (int column = 0; column < header->count(); ++column)
            QVERIFY2(header->sectionSize(column) >= std::min(header->sectionSizeHint(column), roomy[column]),
                     qPrintable(QString::number(column)));
        bench.view.resize(1440, 560);
        QTRY_COMPARE(sizes(), roomy);
    }

    void whatTheUserHasSizedGivesNoWay()
    {
        Bench bench;
        bench.play();
        bench.show();
        QHeaderView *header = bench.view.table().header();
        header->resizeSection(WatchesModel::Resource, 300);
        bench.view.resize(scaled(915), 560);
        QTRY_VERIFY(header->sectionSize(WatchesModel::LastWord) < scaled(116));
        QCOMPARE(header->sectionSize(WatchesModel::Resource), 300);
        bench.view.resize(1440, 560);
        QCOMPARE(header->sectionSize(WatchesModel::Resource), 300);
    }

    void inThePastItSaysThatItShowsNow()
    {
        Bench bench;
        bench.play();
        bench.show();
        const auto says = [&view = bench.view] {
            const auto labels = view.findChildren<SafeLabel *>();
            return std::ranges::any_of(labels, [](const SafeLabel *label) {
                return label->isVisible() && label->text().startsWith(u"The watches as they are now"_s);
            });
        };
        QVERIFY(!says());
        bench.state.setPlayhead(Moment{1, sample::Now - 60s});
        QVERIFY(says());
        QVERIFY(bench.view.table().isVisible());
        bench.state.setPlayhead({});
        QVERIFY(!says());
    }

    void itLooksLikeThePicture_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void itLooksLikeThePicture()
    {
        QFETCH(bool, dark);
        m_theme->setScheme(dark ? ColourScheme::Dark : ColourScheme::Light);
        Bench bench;
        bench.play();
        bench.show();
        const QString folder = QStringLiteral(WATCHKEEPER_BINARY_DIR "/../screenshots");
        QVERIFY(QDir().mkpath(folder));
        QVERIFY(bench.view.grab().save(folder + (dark ? u"/watches-dark.png"_s : u"/watches-light.png"_s)));
        m_theme->setScheme(ColourScheme::System);
    }

private:
    /// Chooses the last of what a watch's menu offers; its words, empty when it cannot be chosen.
    static QString stopWatching(Bench &bench, WatchId watch)
    {
        QString words;
        QTimer::singleShot(0, &bench.view, [&words] {
            auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            QVERIFY(menu);
            QAction *last = menu->actions().constLast();
            words = last->isEnabled() ? last->text() : QString();
            last->trigger();
            menu->close();
        });
        QTreeView &table = bench.view.table();
        const QModelIndex row = bench.view.model().index(bench.view.model().rowOf(watch), 0);
        Q_EMIT table.customContextMenuRequested(table.visualRect(row).center());
        return words;
    }

    Theme *m_theme = nullptr;
};

} // namespace tst_watchesview

WK_TEST(tst_watchesview, tst_WatchesView, QApplication)
#include "tst_watchesview.moc"
