// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/facetvalues.h"
#include "tests/support/testregistry.h"
#include "tests/ui/stream/streambench.h"
#include "ui/stream/eventdetail.h"
#include "ui/stream/filterpoints.h"
#include "ui/stream/streamnotice.h"

namespace tst_streamview {

using namespace wk;
using namespace wk::sample;
using namespace wk::streambench;
using namespace std::chrono_literals;

/// What the stream shows, and what pointing at it does.
class tst_streamview : public StreamBench
{
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { m_view.reset(); }

    void aClickOnAFacetEditsTheFilter()
    {
        apply(batch({added(Pods, web("a")), modified(Pods, web("a"), web("a", 2)), bookmark(Pods, 3)}));
        m_clock.advance(1s);
        clickFacet(QStringLiteral("ADDED"), {});
        QCOMPARE(m_state->filter(), QStringLiteral("type == \"ADDED\""));
        QTRY_COMPARE(model().rowCount(), 1);
        QCOMPARE(m_view->findChild<FilterChips *>()->findChildren<Chip *>().size(), 1);
        clickFacet(QStringLiteral("ADDED"), {});
        QCOMPARE(m_state->filter(), QString());
        QTRY_COMPARE(model().rowCount(), 3);
        clickFacet(QStringLiteral("ADDED"), Qt::AltModifier);
        QCOMPARE(m_state->filter(), QStringLiteral("type != \"ADDED\""));
        QTRY_COMPARE(model().rowCount(), 2);
        QCOMPARE(m_view->resultText(), QStringLiteral("2 of 3 events"));
    }

    void updatesWhoseWriterIsInDoubtHaveAFacetHoweverManyManagersThereAre()
    {
        std::vector<EntryPtr> entries{modified(Pods, web("a"), web("a", 2), {}, {})};
        for (int manager = 0; manager < 14; ++manager) {
            auto one = std::make_shared<Entry>(*modified(Pods, web("b"), web("b", 2)));
            auto said = std::make_shared<Changes>();
            said->managers = {"manager-" + std::to_string(manager)};
            one->changes = said;
            entries.insert(entries.end(), 2, one);
        }
        apply(batch(entries));
        m_clock.advance(1s);
        QTRY_COMPARE(model().rowCount(), 29);
        clickFacet(QStringLiteral("?"), {});
        QCOMPARE(m_state->filter(), QStringLiteral("manager == \"?\""));
        QTRY_COMPARE(model().rowCount(), 1);
        const auto point = pointOf(model(), model().index(0, StreamModel::Who));
        QVERIFY(point && point->value == ServersWriter); // only its version is another
        clickFacet(QStringLiteral("?"), {});
        QTRY_COMPARE(model().rowCount(), 29);
    }

    void theMenuOfTheDiffFiltersByTheWriterOfItsLine()
    {
        QMenu menu;
        m_state->setFilter(QStringLiteral("ns:web"));
        for (CodeView *view : m_view->findChild<EventDetail *>()->findChildren<CodeView *>()) {
            Q_EMIT view->menuOpened(&menu, std::string());
            Q_EMIT view->menuOpened(&menu, "kubelet");
        }
        QCOMPARE(menu.actions().size(), 1); // the YAML, the line and its bytes have no such gutter
        QCOMPARE(menu.actions().front()->text(), QStringLiteral("Only this writer: kubelet"));
        menu.actions().front()->trigger();
        QCOMPARE(m_state->filter(), QStringLiteral("ns:web manager == \"kubelet\""));
    }

    void aGapIsFoundWhateverHidesIt_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<bool>("isAnotherTime");
        QTest::newRow("it is shown") << QString() << false;
        QTest::newRow("the filter hides it") << QStringLiteral("type:ADDED") << false;
        QTest::newRow("another time is looked at") << QString() << true;
    }
    void aGapIsFoundWhateverHidesIt()
    {
        QFETCH(QString, filter);
        QFETCH(bool, isAnotherTime);
        apply(batch({added(Pods, web("a")), gap(Pods, 1, 5), gap(Deployments, 2, 9), at(gap(Pods, 7, 9), Now + 1s),
                     added(Pods, web("b"))}));
        m_state->setFilter(filter);
        if (isAnotherTime)
            m_state->setTimeRange(TimeRange{Now - 9s, Now - 8s});
        QTRY_COMPARE(model().rowCount(), isAnotherTime ? 0 : filter.isEmpty() ? 5 : 2);
        QVERIFY(m_view->showGap(Pods, Now));
        QTRY_COMPARE(model().rowCount(), 5);
        QTRY_COMPARE(m_table->currentIndex().row(), 1);
        QVERIFY(m_table->selectionModel()->isRowSelected(1));
        QVERIFY(!m_view->showGap(Pods, Now + 99s));
    }

    void aWrongTextKeepsTheLastGoodFilter()
    {
        apply(batch({added(Pods, web("a")), added(Pods, web("b"))}));
        m_state->setFilter(QStringLiteral("name:a"));
        QTRY_COMPARE(model().rowCount(), 1);
        m_state->setFilter(QStringLiteral("name:a manager:"));
        QCOMPARE(model().rowCount(), 1);
        QVERIFY(!model().isBehind());
    }

    void aChipTakesItsClauseAway()
    {
        apply(batch({added(Pods, web("a")), bookmark(Pods, 2)}));
        m_state->setFilter(QStringLiteral("type:ADDED name:a"));
        const auto chips = m_view->findChild<FilterChips *>()->findChildren<Chip *>();
        QCOMPARE(chips.size(), 2);
        chips[0]->click();
        QCOMPARE(m_state->filter(), QStringLiteral("name:a"));
    }

    void theCellMenuNarrowsAndCopies()
    {
        apply(batch({added(Pods, web("a")), added(Deployments, shared(deployment("web", 1, 1)))}));
        pick(1, StreamModel::Kind, QStringLiteral("Only this: Deployment"));
        QCOMPARE(m_state->filter(), QStringLiteral("kind == \"Deployment\""));
        QTRY_COMPARE(model().rowCount(), 1);
        m_state->setFilter(QString());
        QTRY_COMPARE(model().rowCount(), 2);
        pick(0, StreamModel::Name, QStringLiteral("Not this: a"));
        QCOMPARE(m_state->filter(), QStringLiteral("name != \"a\""));
        m_state->setFilter(QString());
        QTRY_COMPARE(model().rowCount(), 2);
        pick(0, StreamModel::Changed, QStringLiteral("Only this object"));
        QCOMPARE(m_state->filter(), QStringLiteral("kind == \"Pod\" ns == \"web\" name == \"a\""));
        QTRY_COMPARE(model().rowCount(), 1);
        pick(0, StreamModel::Name, QStringLiteral("Copy the cell"));
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("a"));
        pick(0, StreamModel::Name, QStringLiteral("Copy as filter"));
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("name == \"a\""));
        pick(0, StreamModel::Name, QStringLiteral("Copy as YAML"));
        QTRY_VERIFY(
            QApplication::clipboard()->text().startsWith(QStringLiteral("apiVersion: v1\nkind: Pod\nmetadata:")));
        pick(0, StreamModel::Name, QStringLiteral("Copy as text"));
        const QString line = QApplication::clipboard()->text();
        QVERIFY2(line.contains(QStringLiteral("\tADDED\tlive\tPod\tweb\ta\t")), qPrintable(line));
    }

    void selectedLinesAreMadeWhenTheyAreCopiedAndNotForTheMenu()
    {
        fill(3);
        pick(1, StreamModel::Name, QStringLiteral("Copy as text"), [this] { m_table->selectAll(); });
        QCOMPARE(QApplication::clipboard()->text().count(u'\n'), 3);
        pick(1, StreamModel::Name, QStringLiteral("Copy as text"), [this] { m_table->clearSelection(); });
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
                 QStringLiteral("These are the first %2 of %1 selected lines. “Export shown” saves them all to a file.")
                     .arg(format::number(StreamTable::CopiedLines + 7), format::number(StreamTable::CopiedLines)));
    }

    void allColumnsFitIntoAWindowOfTheFirstSize()
    {
        // What 1440 px leave beside the navigator.
        m_view->resize(1440 - scaled(measure::Navigator) - 4, 640);
        fill(300);
        QCoreApplication::processEvents();
        auto *header = m_table->horizontalHeader();
        const auto tooWide = [this, header] { return header->length() - m_table->viewport()->width(); };
        QVERIFY2(tooWide() <= 0, qPrintable(QString::number(tooWide())));
        // A column may be as narrow as a word of two Chinese letters, or they do not fit in that language.
        const int letter = QFontInfo(fontOf(TextRole::Body)).pixelSize();
        QVERIFY(header->minimumSectionSize() <= 2 * letter);
        m_table->setColumnWidth(StreamModel::Name, 300);
        m_view->resize(1300, 640);
        QCoreApplication::processEvents();
        QCOMPARE(m_table->columnWidth(StreamModel::Name), 300);
    }

    void inANarrowWindowWhatChangedIsReadAndLessImportantColumnsLeave()
    {
        // What 1100 px leave beside the navigator, and 1440 px beside the navigator and the inspector.
        m_view->resize(1100 - scaled(measure::Navigator) - 4, 640);
        fill(300);
        QCoreApplication::processEvents();
        auto *header = m_table->horizontalHeader();
        QVERIFY2(header->length() <= m_table->viewport()->width(), qPrintable(QString::number(header->length())));
        QVERIFY(m_table->columnWidth(StreamModel::Changed) >= scaled(200));
        QVERIFY(m_table->columnWidth(StreamModel::Who) >= scaled(80));
        QVERIFY(m_table->isColumnHidden(StreamModel::Size));
        QVERIFY(!m_table->isColumnHidden(StreamModel::Name));
        m_view->resize(1600 - scaled(measure::Navigator) - 4, 640);
        QCoreApplication::processEvents();
        for (int column = 0; column < StreamModel::ColumnCount; ++column)
            QVERIFY2(m_table->isColumnHidden(column) ==
                         (column == StreamModel::Class || column == StreamModel::Cluster),
                     qPrintable(QString::number(column)));
        m_table->setColumnWidth(StreamModel::Size, 70);
        m_view->resize(1100 - scaled(measure::Navigator) - 4, 640);
        QCoreApplication::processEvents();
        QCOMPARE(m_table->columnWidth(StreamModel::Size), 70);
    }

    void whatTellsEventsApartIsNeverCutAndKeepsItsPlace()
    {
        TableLayout layout;
        layout.shown = {QStringLiteral("@class")};
        m_settings.setTableLayout(QStringLiteral("@stream"), layout);
        makeView();
        m_view->resize(1440 - scaled(measure::Navigator) - 4, 640);
        fill(300);
        apply(batch({added(Deployments, shared(deployment("a", 1, 1))), reconnected(Pods, 5), gap(Pods, 5, 9),
                     as(added(Pods, web("b")), EntryClass::Replayed)}));
        QCoreApplication::processEvents();
        const auto widths = [this] {
            QCoreApplication::processEvents();
            std::vector<int> all;
            for (int column = 0; column < StreamModel::Changed; ++column)
                all.push_back(m_table->columnWidth(column));
            return all;
        };
        const std::vector<int> before = widths();
        const QFontMetrics metrics(fontOf(TextRole::Body));
        for (int row = 300; row < model().rowCount(); ++row) {
            for (const int column : {StreamModel::Time, StreamModel::Type, StreamModel::Class, StreamModel::Kind}) {
                const int glyph = column == StreamModel::Type ? StreamDelegate::typeIndent() : 0;
                const QString text = model().index(row, column).data().toString();
                QVERIFY2(metrics.horizontalAdvance(text) + glyph + 2 * scaled(measure::CellPadding) <=
                             before[std::size_t(column)],
                         qPrintable(text));
            }
        }
        m_state->setFilter(QStringLiteral("type:gap"));
        QTRY_COMPARE(model().rowCount(), 1);
        QVERIFY(widths() == before);
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
                 QStringLiteral("None of 3 events is shown: the filter excludes them (Esc clears it)."));
        m_state->setFilter(QString());
        m_state->setTimeRange(TimeRange{Now - 60min, Now - 50min});
        QTRY_VERIFY(model().rows().query().from.has_value());
        QCOMPARE(model().rowCount(), 0);
        m_clock.advance(1s);
        const QString said = m_table->accessibleDescription();
        QVERIFY2(said.startsWith(QStringLiteral("None of 3 events is shown: only events that arrived between")),
                 qPrintable(said));
        QVERIFY2(said.contains(format::clock(Now - 50min)), qPrintable(said));
    }

    void chosenNamespacesNarrowWhatIsAlreadyThere()
    {
        Object other = *web("b");
        other.ns = "payments";
        apply(batch({added(Pods, web("a")), added(Pods, shared(other)), bookmark(Pods, 3)}));
        m_state->setNamespaces({"payments"});
        QTRY_COMPARE(model().rowCount(), 2); // a bookmark of all namespaces belongs to each
        QCOMPARE(m_view->resultText(), QStringLiteral("2 of 3 events"));
        m_state->setNamespaces({});
        QTRY_COMPARE(model().rowCount(), 3);
    }

    void aGreatListIsFollowed()
    {
        apply(batch({listed(Pods, podColumns(), manyPods(20'000))}));
        QTRY_COMPARE(model().rowCount(), 20'001);
        QCOMPARE(bar()->value(), bar()->maximum());
    }

    void aLongLookThroughTheHistorySaysHowFarItHasCome()
    {
        apply(batch({listed(Pods, podColumns(), manyPods(20'000))}));
        QTRY_COMPARE(model().rowCount(), 20'001);
        m_state->setFilter(QStringLiteral("name:app-0"));
        QCOMPARE(m_view->resultText(), QStringLiteral("looking through 20\u202f001 events: 0 %"));
        QTRY_VERIFY(!model().isBehind());
        QVERIFY2(m_view->resultText().endsWith(QStringLiteral(" of 20\u202f001 events")),
                 qPrintable(m_view->resultText()));
    }

    void whatHearsNothingIsSaidAboveTheRows()
    {
        auto *notice = m_view->findChild<StreamNotice *>();
        apply(batch({}, {live(Pods), live(Deployments)}));
        QVERIFY(!notice->isVisible());
        WatchStatus stale = live(Pods);
        stale.state = WatchState::Waiting;
        stale.staleSince = Now - 60s;
        stale.nextTry = Now + 8s;
        stale.error.emplace().kind = ErrorKind::Refused;
        apply(batch({}, {stale}));
        QVERIFY(notice->isVisible());
        QVERIFY(notice->accessibleDescription().startsWith(QStringLiteral("1 of 2 live. ")));
        QVERIFY(notice->accessibleDescription().contains(QStringLiteral("What is shown is the state of")));
        m_clock.advance(3s);
        QVERIFY(
            notice->accessibleDescription().replace(QChar::Nbsp, u' ').contains(QStringLiteral("Next try in 5 s.")));
        const QSignalSpy retries(m_view.get(), &StreamView::retryAsked);
        QTest::mouseClick(notice->findChild<QToolButton *>(), Qt::LeftButton);
        QCOMPARE(retries.size(), 1);
        m_view->forgetWatch(Deployments);
        QVERIFY(notice->accessibleDescription().startsWith(QStringLiteral("Stale since ")));
        apply(batch({}, {live(Pods)}));
        QVERIFY(!notice->isVisible());
    }

    void markupOfStrangersStaysText()
    {
        Object hostile = *web("web-1");
        hostile.name = "<img src=/dev/zero>" + std::string(3000, 'x');
        hostile.ns = "<table>";
        const std::string json = "{\"a\":\"" + std::string(limits::MiB, '<') + "\"}";
        hostile.body = Body(makeCounted<PlainBody>(json));
        auto bad = std::make_shared<Entry>(*failed(Pods, ErrorKind::ServerError, "<h1>" + std::string(100'000, 'e')));
        apply(batch({bad, modified(Pods, web("x"), shared(hostile), {"<b>path</b> <i> </i>"})}));
        choose(0);
        choose(1);
        QTRY_VERIFY(named<CodeView>(QStringLiteral("Raw watch line"))->document());
        m_view->grab();
        for (const QLabel *label : m_view->findChildren<QLabel *>())
            QCOMPARE(label->textFormat(), Qt::PlainText);
    }
};

} // namespace tst_streamview

WK_TEST(tst_streamview, tst_streamview, QApplication)
#include "tst_streamview.moc"
