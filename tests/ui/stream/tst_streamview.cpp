// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manualclock.h"
#include "tests/support/plainbody.h"
#include "tests/ui/support/sampledata.h"
#include "ui/code/codeview.h"
#include "ui/stream/facetpanel.h"
#include "ui/stream/filterchips.h"
#include "ui/stream/streamtable.h"
#include "ui/stream/streamview.h"
#include "ui/style/chip.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/measures.h"
#include "ui/style/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <functional>

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

namespace {

constexpr WatchId Pods = 1;
constexpr WatchId Deployments = 2;

std::string podJson(const std::string &ready, int version)
{
    return "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'web-1','namespace':'web','resourceVersion':'" +
           std::to_string(version) +
           "','ownerReferences':[{'kind':'ReplicaSet','name':'web-7c9f4d5b6','controller':true}],"
           "'managedFields':[{'manager':'kubelet','time':'2026-11-21T10:41:09Z','fieldsV1':{'f:status':{'f:conditions':{"
           "'k:{\\'type\\':\\'Ready\\'}':{'.':{},'f:status':{},'f:lastTransitionTime':{}},"
           "'k:{\\'type\\':\\'ContainersReady\\'}':{'.':{},'f:status':{}}}}}}]},"
           "'spec':{'nodeName':'node-04','priority':0,'restartPolicy':'Always','containers':[{'name':'web','image':'web:2.14.1'}]},"
           "'status':{'conditions':[{'type':'Initialized','status':'True'},{'type':'Ready','status':'" +
           ready + "'},{'type':'ContainersReady','status':'" + ready +
           "'},{'type':'PodScheduled','status':'True'}],'hostIP':'10.0.0.4','phase':'Running','podIP':'10.1.0.7','qosClass':'Burstable'}}";
}

ObjectPtr web(const std::string &name, int version = 1000, const std::string &ready = "True")
{
    Object made = pod({.name = name, .status = ready == "True" ? "Running" : "Pending"}, version);
    const std::string json = quotedJson(podJson(ready, version));
    made.body = Body(std::make_shared<PlainBody>(json, "{\"type\":\"MODIFIED\",\"object\":" + json + "}"));
    made.owners = {{"apps/v1", "ReplicaSet", "web-7c9f4d5b6", "rs", true}};
    return shared(std::move(made));
}

} // namespace

Q_DECLARE_METATYPE(std::function<void()>)

class tst_streamview : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_clock.setWall(Now);
        m_log = std::make_unique<EventLog>();
        m_state = std::make_unique<WindowState>();
        m_state->learnScope(Pods, scopeOf(podInfo()));
        m_state->learnScope(Deployments, scopeOf(deploymentInfo()));
        makeView();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    }
    void cleanup() { m_view.reset(); }

    void theTailIsFollowedUntilTheUserScrollsUp()
    {
        fill(300);
        QCOMPARE(bar()->value(), bar()->maximum());
        bar()->triggerAction(QAbstractSlider::SliderPageStepSub);
        QTRY_VERIFY(!m_table->isFollowing());
        const int place = bar()->value();
        const int maximum = bar()->maximum();
        fill(50);
        QTRY_VERIFY(bar()->maximum() > maximum);
        QCOMPARE(bar()->value(), place);
        bar()->triggerAction(QAbstractSlider::SliderToMaximum);
        QTRY_VERIFY(m_table->isFollowing());
        fill(50);
        QCOMPARE(bar()->value(), bar()->maximum());
    }

    void rowsThatFallOffDoNotMoveWhatIsLookedAt()
    {
        m_view.reset();
        m_log = std::make_unique<EventLog>(EventLog::Bounds{EventLog::ChunkRows * 2, 512 * limits::MiB});
        makeView();
        fill(int(EventLog::ChunkRows) * 2);
        m_table->setFollowing(false);
        bar()->setValue(6000);
        const RowId looked = model().rowAt(m_table->rowAt(0))->id;
        fill(int(EventLog::ChunkRows));
        QVERIFY(m_log->begin() > 0);
        QCOMPARE(model().rowAt(m_table->rowAt(0))->id, looked);
    }

    void choosingARowSelectsItsObjectAndShowsItsDiff()
    {
        m_view->applyBatch(batch({modified(Pods, web("web-1", 8123281, "False"), web("web-1", 8123298, "True"),
                                           {"status.conditions[type=Ready].status False True"})}));
        choose(0);
        QCOMPARE(m_state->selection(), refOf(podInfo().gvr, *web("web-1")));
        auto *diff = named<CodeView>(QStringLiteral("Diff against the previous revision"));
        QTRY_VERIFY(diff->document());
        QStringList lines;
        for (const CodeLine &line : diff->document()->lines) {
            if (line.kind == LineKind::Added || line.kind == LineKind::Removed)
                lines << line.text.trimmed() + u' ' + line.gutter;
        }
        QVERIFY2(lines.contains(QStringLiteral("- status: \"False\" kubelet")), qPrintable(lines.join(u'\n')));
        QVERIFY(texts().contains(QStringLiteral("MODIFIED · live · ")));
        const CodeDocumentPtr &raw = named<CodeView>(QStringLiteral("Raw watch line"))->document();
        QVERIFY(raw);
        QCOMPARE(raw->lines[1].text, QStringLiteral("  \"type\":\"MODIFIED\","));
    }

    void eventsWithoutAnObjectSayWhatTheyAre()
    {
        m_view->applyBatch(batch({bookmark(Pods, 8123275), added(Pods, web("web-1"))}));
        choose(0);
        auto *diff = named<CodeView>(QStringLiteral("Diff against the previous revision"));
        QVERIFY(diff->accessibleDescription().startsWith(QStringLiteral("watch is at")));
        QVERIFY(m_state->selection().isEmpty());
        choose(1);
        QTRY_VERIFY(diff->accessibleDescription().startsWith(QStringLiteral("This is the first state")));
        QVERIFY(named<CodeView>(QStringLiteral("YAML of the object"))->document());
    }

    void aClickOnAFacetEditsTheFilter()
    {
        m_view->applyBatch(batch({added(Pods, web("a")), modified(Pods, web("a"), web("a", 2)), bookmark(Pods, 3)}));
        m_clock.advance(1s);
        clickFacet(QStringLiteral("ADDED"), {});
        QCOMPARE(m_state->filter(), QStringLiteral("type == \"ADDED\""));
        QTRY_COMPARE(model().rowCount(), 1);
        QCOMPARE(m_view->findChild<FilterChips *>()->findChildren<Chip *>().size(), 1);
        clickFacet(QStringLiteral("ADDED"), {});
        QCOMPARE(m_state->filter(), QString());
        QTRY_COMPARE(model().rowCount(), 3);
        clickFacet(QStringLiteral("ADDED"), Qt::ControlModifier);
        QCOMPARE(m_state->filter(), QStringLiteral("type != \"ADDED\""));
        QTRY_COMPARE(model().rowCount(), 2);
        QCOMPARE(m_view->resultText(), QStringLiteral("2 of 3 events"));
    }

    void aWrongTextKeepsTheLastGoodFilter()
    {
        m_view->applyBatch(batch({added(Pods, web("a")), added(Pods, web("b"))}));
        m_state->setFilter(QStringLiteral("name:a"));
        QTRY_COMPARE(model().rowCount(), 1);
        m_state->setFilter(QStringLiteral("name:a manager:"));
        QCOMPARE(model().rowCount(), 1);
        QVERIFY(!model().isBehind());
    }

    void aChipTakesItsClauseAway()
    {
        m_view->applyBatch(batch({added(Pods, web("a")), bookmark(Pods, 2)}));
        m_state->setFilter(QStringLiteral("type:ADDED name:a"));
        const auto chips = m_view->findChild<FilterChips *>()->findChildren<Chip *>();
        QCOMPARE(chips.size(), 2);
        chips[0]->click();
        QCOMPARE(m_state->filter(), QStringLiteral("name:a"));
    }

    void theCellMenuNarrowsAndCopies()
    {
        m_view->applyBatch(batch({added(Pods, web("a")), added(Deployments, shared(deployment("web", 1, 1)))}));
        pick(1, StreamModel::Kind, QStringLiteral("Only this"));
        QCOMPARE(m_state->filter(), QStringLiteral("kind == \"Deployment\""));
        QTRY_COMPARE(model().rowCount(), 1);
        m_state->setFilter(QString());
        QTRY_COMPARE(model().rowCount(), 2);
        pick(0, StreamModel::Name, QStringLiteral("Not this"));
        QCOMPARE(m_state->filter(), QStringLiteral("name != \"a\""));
        m_state->setFilter(QString());
        QTRY_COMPARE(model().rowCount(), 2);
        pick(0, StreamModel::Changed, QStringLiteral("Only this object"));
        QCOMPARE(m_state->filter(), QStringLiteral("kind == \"Pod\" ns == \"web\" name == \"a\""));
        QTRY_COMPARE(model().rowCount(), 1);
        pick(0, StreamModel::Name, QStringLiteral("Copy cell"));
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("a"));
        pick(0, StreamModel::Name, QStringLiteral("Copy as filter"));
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("name == \"a\""));
        pick(0, StreamModel::Name, QStringLiteral("Copy as YAML"));
        QTRY_VERIFY(
            QApplication::clipboard()->text().startsWith(QStringLiteral("apiVersion: v1\nkind: Pod\nmetadata:")));
        pick(0, StreamModel::Name, QStringLiteral("Copy line"));
        const QString line = QApplication::clipboard()->text();
        QVERIFY2(line.contains(QStringLiteral("\tADDED\tPod\tweb\ta\t")), qPrintable(line));
    }

    void selectedLinesAreMadeWhenTheyAreCopiedAndNotForTheMenu()
    {
        fill(3);
        pick(1, StreamModel::Name, QStringLiteral("Copy line"), [this] { m_table->selectAll(); });
        QCOMPARE(QApplication::clipboard()->text().count(u'\n'), 3);
        pick(1, StreamModel::Name, QStringLiteral("Copy line"), [this] { m_table->clearSelection(); });
        QCOMPARE(QApplication::clipboard()->text(), m_table->line(1));
    }

    void ofAGreatSelectionTheFirstLinesAreCopiedAndItIsSaid()
    {
        fill(StreamTable::CopiedLines + 7);
        m_table->selectAll();
        QTest::keyClick(m_table, Qt::Key_C, Qt::ControlModifier);
        const QStringList lines = QApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), StreamTable::CopiedLines + 1);
        QCOMPARE(lines.first() + u'\n', m_table->line(0));
        QCOMPARE(lines.last(),
                 QStringLiteral("Of %1 selected lines these are the first %2. “Export shown” writes them "
                                "all into a file.")
                     .arg(format::number(StreamTable::CopiedLines + 7), format::number(StreamTable::CopiedLines)));
    }

    void theChosenRowIsKeptThroughAFilter()
    {
        fill(100);
        choose(50);
        const RowId chosen = model().rowAt(50)->id;
        m_state->setFilter(QStringLiteral("type:ADDED"));
        QTRY_COMPARE(model().rows().query().filter.clauses().size(), std::size_t(1));
        QTRY_VERIFY(!model().isBehind());
        QCOMPARE(model().rowAt(m_table->currentIndex().row())->id, chosen);
    }

    void onlyTheUsersHandChangesWhatTheWindowSelects_data()
    {
        QTest::addColumn<std::function<void()>>("deed");
        const auto row = [](const char *name, std::function<void()> deed) { QTest::newRow(name) << std::move(deed); };
        row("a filter that keeps the row", [this] { m_state->setFilter(QStringLiteral("name:p5")); });
        row("a filter that hides the row and one that shows it", [this] {
            m_state->setFilter(QStringLiteral("name:nobody"));
            QTRY_COMPARE(model().rowCount(), 0);
            m_state->setFilter(QString());
            QTRY_COMPARE(model().rowCount(), 100);
        });
        row("a range of time", [this] { m_state->setTimeRange(TimeRange{Now - 1h, Now + 1h}); });
        row("rows that come", [this] { fill(50); });
        row("rows of the selection that fall off", [this] {
            m_table->selectAll();
            m_state->select(other());
            fill(int(EventLog::ChunkRows) * 2);
            QVERIFY(m_log->begin() > 0);
        });
        row("the view is left and shown again", [this] {
            m_view->hide();
            m_state->setFilter(QStringLiteral("name:p"));
            QTRY_VERIFY(!model().isBehind());
            m_view->show();
        });
        row("the focus", [this] {
            m_table->selectionModel()->clearCurrentIndex();
            m_table->setFocus();
        });
    }
    void onlyTheUsersHandChangesWhatTheWindowSelects()
    {
        QFETCH(std::function<void()>, deed);
        m_view.reset();
        m_log = std::make_unique<EventLog>(EventLog::Bounds{EventLog::ChunkRows * 2, 512 * limits::MiB});
        makeView();
        fill(100);
        choose(50);
        QCOMPARE(m_state->selection().name, "p50");
        m_state->select(other());
        deed();
        QTRY_VERIFY(!model().isBehind());
        QCoreApplication::processEvents();
        QCOMPARE(m_state->selection(), other());
    }

    void aClickOnTheRowThatIsSelectedChoosesItAnew()
    {
        fill(5);
        const auto click = [this] {
            const QRect cell = m_table->visualRect(model().index(2, StreamModel::Name));
            QTest::mouseClick(m_table->viewport(), Qt::LeftButton, {}, cell.center());
        };
        click();
        QCOMPARE(m_state->selection().name, "p2");
        m_state->select(other());
        click();
        QCOMPARE(m_state->selection().name, "p2");
    }

    void whileItFollowsTheNewestIsInSight_data()
    {
        QTest::addColumn<bool>("hidden");
        QTest::newRow("the view is in front") << false;
        QTest::newRow("the view is behind another tab") << true;
    }
    void whileItFollowsTheNewestIsInSight()
    {
        QFETCH(bool, hidden);
        fill(300);
        choose(297); // in sight at the end: nothing scrolls
        QVERIFY(m_table->isFollowing());
        m_view->setVisible(!hidden);
        m_state->setFilter(QStringLiteral("name:p29"));
        QTRY_COMPARE(model().rowCount(), 11);
        m_state->setFilter(QString());
        QTRY_COMPARE(model().rowCount(), 300);
        fill(50);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        QCoreApplication::processEvents();
        QVERIFY(m_table->isFollowing());
        QCOMPARE(bar()->value(), bar()->maximum());
        m_view->resize(1200, 400);
        QCoreApplication::processEvents();
        QVERIFY(m_table->isFollowing());
        QCOMPARE(bar()->value(), bar()->maximum());
    }

    void whoIsTakenToAnOlderRowDoesNotFollow()
    {
        fill(300);
        m_table->setCurrentIndex(model().index(10, 0));
        QVERIFY(bar()->value() < bar()->maximum());
        QVERIFY(!m_table->isFollowing());
    }

    void allColumnsFitIntoAWindowOfTheFirstSize()
    {
        // What 1440 px leave beside the navigator.
        m_view->resize(1440 - scaled(measure::Navigator) - 4, 640);
        fill(300);
        QCoreApplication::processEvents();
        const auto *header = m_table->horizontalHeader();
        QVERIFY2(header->length() <= m_table->viewport()->width(),
                 qPrintable(QString::number(header->length() - m_table->viewport()->width())));
        m_table->setColumnWidth(StreamModel::Name, 300);
        m_view->resize(1300, 640);
        QCoreApplication::processEvents();
        QCOMPARE(m_table->columnWidth(StreamModel::Name), 300);
    }

    void theKeyboardReachesBothEnds()
    {
        fill(100);
        QTest::keyClick(m_table, Qt::Key_Home);
        QCOMPARE(m_table->currentIndex().row(), 0);
        QVERIFY(!m_table->isFollowing());
        QTest::keyClick(m_table, Qt::Key_Down);
        QCOMPARE(m_table->currentIndex().row(), 1);
        QTest::keyClick(m_table, Qt::Key_End);
        QCOMPARE(m_table->currentIndex().row(), 99);
        QVERIFY(m_table->isFollowing());
        QTest::keyClick(m_table, Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("ADDED")));
    }

    void emptinessHasAReason()
    {
        QVERIFY(m_table->accessibleDescription().startsWith(QStringLiteral("Nothing has arrived yet")));
        fill(3);
        m_state->setFilter(QStringLiteral("name:nobody"));
        QTRY_COMPARE(model().rowCount(), 0);
        m_clock.advance(1s);
        QCOMPARE(m_table->accessibleDescription(),
                 QStringLiteral("None of 3 events is shown: the filter asks for others."));
        m_state->setFilter(QString());
        m_state->setTimeRange(TimeRange{Now - 60min, Now - 50min});
        QTRY_VERIFY(model().rows().query().from.has_value());
        QCOMPARE(model().rowCount(), 0);
        m_clock.advance(1s);
        const QString said = m_table->accessibleDescription();
        QVERIFY2(said.startsWith(QStringLiteral("None of 3 events is shown: only what arrived between")),
                 qPrintable(said));
        QVERIFY2(said.contains(format::clock(Now - 50min)), qPrintable(said));
    }

    void chosenNamespacesNarrowWhatIsAlreadyThere()
    {
        Object other = *web("b");
        other.ns = "payments";
        m_view->applyBatch(batch({added(Pods, web("a")), added(Pods, shared(other)), bookmark(Pods, 3)}));
        m_state->setNamespaces({"payments"});
        QTRY_COMPARE(model().rowCount(), 2); // a bookmark of all namespaces belongs to each
        QCOMPARE(m_view->resultText(), QStringLiteral("2 of 3 events"));
        m_state->setNamespaces({});
        QTRY_COMPARE(model().rowCount(), 3);
    }

    void aGreatListIsTakenInSlices()
    {
        m_view->applyBatch(batch({listed(Pods, podColumns(), manyPods(20'000))}));
        QVERIFY(model().isBehind());
        QTRY_COMPARE(model().rowCount(), 20'001);
        QCOMPARE(bar()->value(), bar()->maximum());
    }

    void markupOfStrangersStaysText()
    {
        Object hostile = *web("web-1");
        hostile.name = "<img src=/dev/zero>" + std::string(3000, 'x');
        hostile.ns = "<table>";
        const std::string json = "{\"a\":\"" + std::string(limits::MiB, '<') + "\"}";
        hostile.body = Body(std::make_shared<PlainBody>(json));
        auto bad = std::make_shared<Entry>(*failed(Pods, ErrorKind::ServerError, "<h1>" + std::string(100'000, 'e')));
        m_view->applyBatch(batch({bad, modified(Pods, web("x"), shared(hostile), {"<b>path</b> <i> </i>"})}));
        choose(0);
        choose(1);
        QTRY_VERIFY(named<CodeView>(QStringLiteral("Raw watch line"))->document());
        m_view->grab();
        for (const QLabel *label : m_view->findChildren<QLabel *>())
            QCOMPARE(label->textFormat(), Qt::PlainText);
    }

private:
    StreamModel &model() { return m_view->model(); }
    QScrollBar *bar() const { return m_table->verticalScrollBar(); }

    void makeView()
    {
        m_view = std::make_unique<StreamView>(*m_state, *m_log, m_clock);
        m_table = m_view->findChild<StreamTable *>();
        m_facets = m_view->findChild<FacetPanel *>();
        m_view->resize(1200, 640);
        m_view->show();
    }

    /// What another view has selected.
    static ObjectRef other() { return refOf(podInfo().gvr, *web("elsewhere")); }

    void fill(int count)
    {
        std::vector<EntryPtr> entries;
        for (int i = 0; i < count; ++i)
            entries.push_back(added(Pods, web("p" + std::to_string(i))));
        m_view->applyBatch(batch(entries));
        QTRY_VERIFY(!model().isBehind());
    }

    /// By the selection model: the view's own way asks which keys are held, and the last click held one.
    void choose(int row, int column = 0)
    {
        m_table->selectionModel()->setCurrentIndex(model().index(row, column),
                                                   QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    }

    void clickFacet(const QString &value, Qt::KeyboardModifiers modifiers)
    {
        for (int row = 0; row < m_facets->facets()->rowCount(); ++row) {
            const QModelIndex index = m_facets->facets()->index(row);
            if (index.data(FacetModel::ValueRole).toString() != value)
                continue;
            QTest::mouseClick(m_facets->viewport(), Qt::LeftButton, modifiers, m_facets->visualRect(index).center());
            m_clock.advance(1s);
            return;
        }
        QFAIL("no such facet");
    }

    QString texts() const
    {
        QStringList all;
        for (const QLabel *label : m_view->findChildren<QLabel *>())
            all.append(label->text());
        return all.join(u'|');
    }

    /// Opens the menu of a cell and takes one of its actions; `meanwhile` comes between.
    void pick(
        int row, int column, const QString &action, const std::function<void()> &meanwhile = [] {})
    {
        choose(row, column);
        bool picked = false;
        QTimer::singleShot(0, this, [&] {
            auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            QVERIFY(menu);
            meanwhile();
            for (QAction *each : menu->actions()) {
                if (each->text() == action) {
                    each->trigger();
                    picked = true;
                }
            }
            menu->close();
        });
        const QPoint at = m_table->visualRect(model().index(row, column)).center();
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, m_table->viewport()->mapToGlobal(at));
        QApplication::sendEvent(m_table->viewport(), &event);
        QVERIFY(picked);
    }

    template <class Widget>
    Widget *named(const QString &accessibleName) const
    {
        const auto all = m_view->findChildren<Widget *>();
        const auto found = std::ranges::find(all, accessibleName, &QWidget::accessibleName);
        return found == all.end() ? nullptr : *found;
    }

    ManualClock m_clock;
    std::unique_ptr<EventLog> m_log;
    std::unique_ptr<WindowState> m_state;
    std::unique_ptr<StreamView> m_view;
    StreamTable *m_table = nullptr;
    FacetPanel *m_facets = nullptr;
};

QTEST_MAIN(tst_streamview)
#include "tst_streamview.moc"
