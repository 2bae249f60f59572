// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/occurrencespage.h"

#include "tests/support/manualclock.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"
#include "ui/inspector/eventfacts.h"
#include "ui/style/formats.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QGuiApplication>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

namespace tst_occurrencespage {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

namespace {

constexpr WatchId Pods = 1;
constexpr WatchId Events = 2;

/// A count and two times, before Now.
struct Counted {
    int count = 1;
    std::chrono::seconds firstAgo{0};
    std::chrono::seconds lastAgo{0};
};

ObjectPtr note(const std::string &reason, const Counted &counted, int version, const std::string &pod = "web-1")
{
    Object made;
    made.ns = "web";
    made.name = "web-1." + reason;
    made.uid = "uid-" + reason;
    made.version = ResourceVersion(std::to_string(version));
    made.created = Now - counted.firstAgo;
    made.body = plainBody("{'involvedObject':{'kind':'Pod','namespace':'web','name':'" + pod + "','uid':'uid-" + pod +
                          "'},'type':'Warning','reason':'" + reason +
                          "','message':'<b>said</b>','source':{'component':'kubelet'},'count':" +
                          std::to_string(counted.count) + ",'firstTimestamp':'" + formatTime(Now - counted.firstAgo) +
                          "','lastTimestamp':'" + formatTime(Now - counted.lastAgo) + "'}");
    return shared(std::move(made));
}

EntryPtr changed(const ObjectPtr &event, std::chrono::seconds ago = 0s)
{
    return at(modified(Events, nullptr, event), Now - ago);
}

/// 10:41:12 is Now, wherever the test runs.
QString clock(std::chrono::seconds ago)
{
    const std::string utc = formatTime(Now - ago);
    const QDateTime time = QDateTime::fromString(QString::fromStdString(utc), Qt::ISODate);
    return time.toLocalTime().time().toString(QStringLiteral("hh:mm:ss"));
}

QStringList told(const OccurrencesPage &page)
{
    QStringList lines;
    for (int row = 0; row < page.facts()->rowCount(); ++row) {
        const Fact &fact = page.facts()->fact(row);
        QStringList parts{fact.label, fact.value, fact.detail, fact.word};
        parts.removeAll(QString());
        lines << (fact.isInner ? QStringLiteral("  ") : QString()) + parts.join(u'|');
    }
    return lines;
}

} // namespace

class OccurrencesPageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_clock.setWall(Now);
        m_log = std::make_unique<TestHistory>();
        m_log->setWatch(Pods, scopeOf(podInfo()));
        m_log->setWatch(Events, scopeOf(eventInfo()));
        m_state = std::make_unique<WindowState>();
        m_page = std::make_unique<OccurrencesPage>(*m_state, m_clock);
        m_page->setHistory(*m_log);
        m_page->resize(340, 600);
        m_tester = std::make_unique<QAbstractItemModelTester>(m_page->facts(),
                                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
    }
    void cleanup()
    {
        m_tester.reset();
        m_page.reset();
    }

    void tellsHowOftenAndFromWhenToWhen()
    {
        m_log->append(
            batch({listed(Events, nullptr,
                          {note("BackOff", {12, 500s, 200s}, 1), note("Pulled", {1, 300s, 300s}, 2),
                           note("Other", {1, 9s, 9s}, 3, "web-2")}),
                   changed(note("BackOff", {13, 500s, 100s}, 4)), changed(note("BackOff", {14, 500s, 50s}, 5))}));
        QSignalSpy counted(m_page.get(), &OccurrencesPage::counted);
        select();
        QTRY_COMPARE(told(*m_page).size(), 3);
        QCOMPARE(told(*m_page).mid(0, 2),
                 QStringList({QStringLiteral("BackOff|×14 · %1 – %2|<b>said</b>").arg(clock(500s), clock(50s)),
                              QStringLiteral("Pulled|%1|<b>said</b>").arg(clock(300s))}));
        QCOMPARE(counted.last()[0].toInt(), 2);
        QVERIFY2(told(*m_page)[2].startsWith(QStringLiteral("Events have been watched since ")),
                 qPrintable(told(*m_page)[2]));
    }

    void ofTheSameSecondTheLaterToldComesFirst()
    {
        m_log->append(batch({listed(Events, nullptr, {note("Pulled", {1, 50s, 50s}, 1)}),
                             changed(note("Created", {1, 50s, 50s}, 2)), changed(note("Started", {1, 50s, 50s}, 3))}));
        select();
        QTRY_COMPARE(told(*m_page).size(), 4);
        for (const auto &[row, reason] : {std::pair(0, "Started"), std::pair(1, "Created"), std::pair(2, "Pulled")})
            QVERIFY2(told(*m_page)[row].startsWith(QLatin1String(reason)), qPrintable(told(*m_page)[row]));
    }

    /// The scheduler tells microseconds, a kubelet whole seconds: of what happened in one that says nothing.
    void aTimeToldMoreExactlyIsNoLaterOne()
    {
        Object scheduled = *note("Scheduled", {1, 50s, 50s}, 1);
        scheduled.body =
            plainBody("{'involvedObject':{'kind':'Pod','namespace':'web','name':'web-1','uid':'uid-web-1'},"
                      "'type':'Normal','reason':'Scheduled','message':'m','eventTime':'" +
                      formatMicroTime(Now - 50s + 900ms) + "'}");
        m_log->append(batch(
            {listed(Events, nullptr, {shared(std::move(scheduled))}), changed(note("Pulled", {1, 50s, 50s}, 2))}));
        select();
        QTRY_COMPARE(told(*m_page).size(), 3);
        QVERIFY2(told(*m_page)[0].startsWith(QStringLiteral("Pulled")), qPrintable(told(*m_page)[0]));
    }

    void listsTheOccurrencesOfOneThatIsOpen()
    {
        m_log->append(
            batch({listed(Events, nullptr, {note("BackOff", {12, 500s, 200s}, 1)}),
                   changed(note("BackOff", {13, 500s, 100s}, 4)), changed(note("BackOff", {16, 500s, 50s}, 5))}));
        select();
        QTRY_COMPARE(told(*m_page).size(), 2);
        QCOMPARE(m_page->facts()->fact(0).disclosure, Disclosure::Closed);
        m_page->setCurrentIndex(m_page->facts()->index(0));
        QTest::keyClick(m_page.get(), Qt::Key_Right);
        QCOMPARE(told(*m_page).mid(1, 4),
                 QStringList({QStringLiteral("  Reported by kubelet"),
                              QStringLiteral("  %1 – %2 ×3").arg(clock(100s), clock(50s)),
                              QStringLiteral("  %1").arg(clock(100s)),
                              QStringLiteral("  %1 – %2 ×12|Counted by the cluster; the time of each one is not known.")
                                  .arg(clock(500s), clock(200s))}));
        QTest::keyClick(m_page.get(), Qt::Key_Down);
        QTest::keyClick(m_page.get(), Qt::Key_Left);
        QCOMPARE(m_page->currentIndex().row(), 0);
        QTest::keyClick(m_page.get(), Qt::Key_Left);
        QCOMPARE(told(*m_page).size(), 2);
        QTest::keyClick(m_page.get(), Qt::Key_Return);
        QCOMPARE(told(*m_page).size(), 6);
        QTest::keySequence(m_page.get(), QKeySequence::Copy);
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("BackOff ×16 · ")));
    }

    void theArrowOpensAndCloses()
    {
        m_log->append(batch({listed(Events, nullptr, {note("BackOff", {1, 5s, 5s}, 1)})}));
        m_page->show();
        select();
        QTRY_COMPARE(told(*m_page).size(), 2);
        const QRect row = m_page->visualRect(m_page->facts()->index(0));
        QTest::mouseClick(m_page->viewport(), Qt::LeftButton, {}, row.topLeft() + QPoint(18, 12));
        QCOMPARE(m_page->facts()->fact(0).disclosure, Disclosure::Open);
        QTest::mouseClick(m_page->viewport(), Qt::LeftButton, {}, row.topLeft() + QPoint(18, 12));
        QTest::mouseClick(m_page->viewport(), Qt::LeftButton, {}, row.center());
        QCOMPARE(m_page->facts()->fact(0).disclosure, Disclosure::Closed);
        QTest::mouseDClick(m_page->viewport(), Qt::LeftButton, {}, row.center());
        QCOMPARE(m_page->facts()->fact(0).disclosure, Disclosure::Open);
    }

    void whatTheServerDroppedIsKeptAndSaysSo()
    {
        const ObjectPtr event = note("BackOff", {1, 4000s, 4000s}, 1);
        m_log->append(batch({listed(Events, nullptr, {event}, Now - 100s), at(deleted(Events, event), Now - 60s)}));
        select();
        QTRY_COMPARE(told(*m_page).size(), 2);
        QCOMPARE(told(*m_page)[0], QStringLiteral("BackOff|%1|<b>said</b>|expired").arg(clock(4000s)));
        const Fact &fact = m_page->facts()->fact(0);
        QVERIFY(fact.isOver);
        QVERIFY2(fact.tip.startsWith(QStringLiteral("Expired on the server at %1, 1").arg(clock(60s))),
                 qPrintable(fact.tip));
        QVERIFY(m_page->facts()->index(0).data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("expired")));
    }

    void thePastShowsWhatWasKnownThen()
    {
        const ObjectPtr event = note("BackOff", {2, 4000s, 3000s}, 1);
        m_log->append(batch({bookmark(Pods, 1, Now - 900s)}));                                        // 0
        m_log->append(batch({listed(Events, nullptr, {event}, Now - 800s)}));                         // 1, 2
        m_log->append(batch({changed(note("BackOff", {3, 4000s, 700s}, 2), 700s)}));                  // 3
        m_log->append(batch({at(deleted(Events, note("BackOff", {3, 4000s, 700s}, 3)), Now - 60s)})); // 4
        select();
        QTRY_VERIFY(told(*m_page).value(0).contains(QStringLiteral("×3 · ")));
        m_state->setPlayhead(Moment{4, Now - 300s});
        QTRY_COMPARE(told(*m_page).value(0),
                     QStringLiteral("BackOff|×3 · %1 – %2|<b>said</b>").arg(clock(4000s), clock(700s)));
        QCOMPARE(m_page->facts()->rightText(0).replace(QChar(0xa0), u' '), QStringLiteral("6 m"));
        m_state->setPlayhead(Moment{3, Now - 750s});
        QTRY_COMPARE(told(*m_page).value(0),
                     QStringLiteral("BackOff|×2 · %1 – %2|<b>said</b>").arg(clock(4000s), clock(3000s)));
        m_state->setPlayhead(Moment{1, Now - 850s});
        QTRY_COMPARE(m_page->facts()->rowCount(), 0);
        QCOMPARE(m_page->placeholder(),
                 QStringLiteral("Events were not watched at %1. Watched since %2.").arg(clock(850s), clock(800s)));
        m_state->setPlayhead({});
        QTRY_VERIFY(told(*m_page).value(0).endsWith(QStringLiteral("|expired")));
    }

    void saysWhenNothingWasSeen()
    {
        m_log->append(batch({listed(Events, nullptr, {note("BackOff", {}, 1)}, Now - 60s), gap(Events, 1, 2)}));
        m_page->show();
        select();
        QTRY_COMPARE(told(*m_page).size(), 2);
        QVERIFY2(told(*m_page).last().contains(QStringLiteral("in which nothing was seen")),
                 qPrintable(told(*m_page).last()));
    }

    void aShortGapIsToldToTheMillisecond()
    {
        EventCoverage known;
        known.isKnown = true;
        known.since = Now - 60s;
        known.gaps = 1;
        known.lastGap = {Now - 60s, Now - 9900ms, Now - 9300ms};
        const QString told = coverageSentence(known, {}, Now);
        for (const WallTime time : {Now - 9900ms, Now - 9300ms})
            QVERIFY2(told.contains(format::momentMs(time, Now)), qPrintable(told));
        known.lastGap = {Now - 60s, Now - 9s, Now - 5s};
        QVERIFY(!coverageSentence(known, {}, Now).contains(format::momentMs(Now - 9s, Now)));
    }

    void saysHowManyAreNotTold()
    {
        std::vector<EntryPtr> entries{listed(Events, nullptr, {})};
        for (int i = 0; i < int(KubeEventSearch::MostEvents) + 7; ++i)
            entries.push_back(changed(note("r" + std::to_string(i), {}, i + 1)));
        m_log->append(batch(std::move(entries)));
        m_page->show();
        select();
        QTRY_COMPARE(told(*m_page).size(), qsizetype(KubeEventSearch::MostEvents) + 2);
        QCOMPARE(told(*m_page).at(qsizetype(KubeEventSearch::MostEvents)),
                 QStringLiteral("There are 7 more before these: the stream has every one."));
    }

    void saysWhyThereIsNothing()
    {
        QCOMPARE(m_page->placeholder(), QStringLiteral("Nothing is selected."));
        select();
        QCOMPARE(m_page->placeholder(), QStringLiteral("Kubernetes Events are not being watched."));
        m_log->append(batch({listed(Events, nullptr, {}, Now - 100s)}));
        m_page->follow();
        m_clock.advance(1s);
        QTRY_COMPARE(
            m_page->placeholder(),
            QStringLiteral(
                "There are no Kubernetes Events about this object. Events have been watched since %1. Earlier ones "
                "are shown if the server still had them then.")
                .arg(clock(100s)));
        m_log->closeWatch(Events, Now - 50s);
        m_log->append(batch({bookmark(Pods, 1)}));
        m_page->follow();
        m_clock.advance(1s);
        QTRY_COMPARE(m_page->placeholder(),
                     QStringLiteral("Events are not being watched. Watched until %1.").arg(clock(50s)));
    }

    void followsWhatComes()
    {
        m_log->append(batch({listed(Events, nullptr, {note("Pulled", {1, 90s, 90s}, 1)})}));
        select();
        QTRY_COMPARE(told(*m_page).size(), 2);
        m_page->setCurrentIndex(m_page->facts()->index(0));
        m_log->append(batch({added(Events, note("BackOff", {1, 5s, 5s}, 2))}));
        m_page->follow();
        m_page->follow();
        m_clock.advance(1s);
        QTRY_VERIFY(told(*m_page).value(0).startsWith(QStringLiteral("BackOff|")));
        QCOMPARE(m_page->facts()->fact(m_page->currentIndex().row()).label, QStringLiteral("Pulled"));
    }

    void aGreatListIsLookedThroughToItsEnd()
    {
        std::vector<ObjectPtr> many(2 * EventLog::ChunkRows, note("Other", {1, 9s, 9s}, 3, "web-2"));
        many.push_back(note("BackOff", {1, 5s, 5s}, 4));
        m_log->append(batch({listed(Events, nullptr, many)}));
        select();
        m_clock.advance(1s);
        QTRY_COMPARE(told(*m_page).size(), 2);
    }

private:
    void select()
    {
        m_state->select({podInfo().gvr, "web", "web-1", "uid-web-1"});
        m_page->setSubject("Pod");
    }

    ManualClock m_clock;
    std::unique_ptr<TestHistory> m_log;
    std::unique_ptr<WindowState> m_state;
    std::unique_ptr<OccurrencesPage> m_page;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

} // namespace tst_occurrencespage

WK_TEST(tst_occurrencespage, OccurrencesPageTest, QApplication)
#include "tst_occurrencespage.moc"
