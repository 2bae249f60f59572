// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/lifepage.h"

#include "tests/support/manualclock.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"

#include <QAbstractItemModelTester>
#include <QTest>
#include <QThreadPool>

namespace tst_lifepage {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

namespace {

constexpr WatchId Pods = 1;
constexpr WatchId Events = 2;
constexpr WatchId PodsAgain = 3;

/// A web-1 that says no more than what it is asked to.
ObjectPtr web(int version, const std::string &phase, const std::string &uid = "first", const std::string &body = "{}")
{
    Object made = pod({.name = "web-1"}, version);
    made.uid = uid;
    made.phase = phase;
    made.created = Now - 10min;
    made.body = plainBody(body);
    return shared(std::move(made));
}

std::string ready(const char *status)
{
    return std::string("{'status':{'conditions':[{'type':'Ready','status':'") + status +
           "','message':'<b>not</b> yet'}]}}";
}

/// Of a web-1; `times` in the last ten minutes.
ObjectPtr note(const std::string &reason, const std::string &uid, int times, std::chrono::seconds ago)
{
    Object made;
    made.ns = "web";
    made.name = "web-1." + reason;
    made.uid = "uid-" + reason + uid;
    made.version = ResourceVersion(std::to_string(times));
    made.created = Now - ago;
    made.body =
        plainBody("{'involvedObject':{'kind':'Pod','namespace':'web','name':'web-1','uid':'" + uid +
                  "'},'type':'Warning','reason':'" + reason + "','message':'said','count':" + std::to_string(times) +
                  ",'firstTimestamp':'" + formatTime(Now - ago) + "','lastTimestamp':'" +
                  formatTime(Now - (times > 1 ? ago - 1s : ago)) + "'}");
    return shared(std::move(made));
}

/// Without the times in it, and without the note on Events.
QStringList told(const LifePage &page)
{
    static const QRegularExpression clock(QStringLiteral("(\\d{4}-\\d\\d-\\d\\d )?\\d\\d:\\d\\d:\\d\\d"));
    QStringList lines;
    for (int row = 0; row < page.facts()->rowCount(); ++row) {
        const Fact &fact = page.facts()->fact(row);
        QStringList parts{fact.label, fact.value, fact.detail};
        lines << parts.join(u'|').replace(clock, QStringLiteral("T"));
    }
    if (!lines.isEmpty() && lines.constLast().contains(QStringLiteral("Events")))
        lines.removeLast();
    return lines;
}

} // namespace

class TestLifePage : public QObject
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
        m_page = std::make_unique<LifePage>(*m_log, *m_state, m_clock);
        m_tester = std::make_unique<QAbstractItemModelTester>(m_page->facts(),
                                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
    }
    void cleanup()
    {
        m_tester.reset();
        m_page.reset();
    }

    void tellsTheNewestMomentFirst()
    {
        m_log->append(batch({listed(Pods, nullptr, {web(1, "Pending")}),
                             modified(Pods, nullptr, web(2, "Running", "first", ready("False"))),
                             modified(Pods, nullptr, web(3, "Running", "first", ready("True")))}));
        m_page->show();
        select();
        QTRY_COMPARE(told(*m_page), QStringList({QStringLiteral("T|Ready: False → True|<b>not</b> yet"),
                                                 QStringLiteral("T|Ready: False|<b>not</b> yet"),
                                                 QStringLiteral("T|Phase Pending → Running|"),
                                                 QStringLiteral("T|First seen: Pending|"), QStringLiteral("T|Created|"),
                                                 QStringLiteral("||Watched since T. Anything older comes from the "
                                                                "object's own conditions.")}));
    }

    void aStatusThatStaysIsSaidOnce()
    {
        const auto because = [](const char *reason) {
            return std::string("{'status':{'conditions':[{'type':'Ready','status':'True'") + reason + "}]}}";
        };
        m_log->append(batch({listed(Pods, nullptr, {web(1, "Running", "first", because(""))}),
                             modified(Pods, nullptr, web(2, "Running", "first", because(",'reason':'PodCompleted'"))),
                             modified(Pods, nullptr, web(3, "Running", "first", because(",'reason':'Other'"))),
                             modified(Pods, nullptr, web(4, "Running", "first", because("")))}));
        m_page->show();
        select();
        QTRY_COMPARE(told(*m_page).mid(0, 3), QStringList({QStringLiteral("T|Ready: True Other → True|"),
                                                           QStringLiteral("T|Ready: True PodCompleted → Other|"),
                                                           QStringLiteral("T|Ready: True → PodCompleted|")}));
    }

    void tellsWhoSetWhat()
    {
        const auto imageOf = [](int version, const char *image, const char *manager) {
            const std::string body = std::string("{'spec':{'containers':[{'name':'web','image':'") + image + "'}]}}";
            Object made = *web(version, "Running", "first", body);
            ManagedFields entry;
            entry.manager = manager;
            entry.operation = "Update";
            entry.time = Now + std::chrono::seconds(version);
            made.managers = Managers({entry});
            return shared(std::move(made));
        };
        m_log->append(
            batch({added(Pods, imageOf(1, "i:1", "alice")), modified(Pods, nullptr, imageOf(2, "i:2", "bob"))}));
        m_page->show();
        select();
        QTRY_COMPARE(told(*m_page).value(0), QStringLiteral("T|spec.containers[web].image: i:1 → i:2|by bob"));
    }

    void tellsEachLifeOfAName()
    {
        m_log->append(batch({added(Pods, web(1, "Running")), deleted(Pods, web(2, "Running")),
                             added(Pods, web(3, "Pending", "second"))}));
        m_page->show();
        select();
        QTRY_COMPARE(told(*m_page),
                     QStringList({QStringLiteral("Life 2 of 2: uid second||"), QStringLiteral("T|Phase Pending|"),
                                  QStringLiteral("T|Created|"), QStringLiteral("Life 1 of 2: uid first||"),
                                  QStringLiteral("T|Deleted|"), QStringLiteral("T|Phase Running|"),
                                  QStringLiteral("T|Created|")}));
    }

    void tellsItsKubernetesEventsAmongTheRest()
    {
        m_log->append(batch({listed(Events, nullptr,
                                    {note("FailedScheduling", "first", 3, 590s), note("Lost", "", 1, 2s),
                                     note("Killing", "gone", 1, 900s)}),
                             added(Pods, web(1, "Pending")), added(Events, note("Scheduled", "first", 1, 300s)),
                             deleted(Pods, web(2, "Pending")), added(Pods, web(3, "Running", "second")),
                             added(Events, note("Stopped", "first", 1, 5s))}));
        m_page->setKind("Pod");
        m_page->show();
        select();
        QTRY_COMPARE(told(*m_page),
                     QStringList({QStringLiteral("Life 3 of 3: uid second||"), QStringLiteral("T|Phase Running|"),
                                  QStringLiteral("T|Created|"), QStringLiteral("Life 2 of 3: uid first||"),
                                  QStringLiteral("T|Deleted|"), QStringLiteral("T|Phase Pending|"),
                                  QStringLiteral("T|▲ Stopped|said"), QStringLiteral("T|▲ Scheduled|said"),
                                  QStringLiteral("T|▲ FailedScheduling ×3 · T – T|said"), QStringLiteral("T|Created|"),
                                  QStringLiteral("Life 1 of 3: uid gone||"), QStringLiteral("T|▲ Killing|said")}));
        // In the past there is what was told by then.
        m_state->setPlayhead(Moment{5, Now});
        QTRY_VERIFY(!told(*m_page).contains(QStringLiteral("T|▲ Scheduled|said")));
        QVERIFY(told(*m_page).contains(QStringLiteral("T|▲ FailedScheduling ×3 · T – T|said")));
    }

    void followsTheEventsThatCome()
    {
        m_log->append(batch({listed(Events, nullptr, {}), added(Pods, web(1, "Pending"))}));
        m_page->setKind("Pod");
        m_page->show();
        select();
        QTRY_COMPARE(told(*m_page).size(), 2);
        m_log->append(batch({added(Events, note("Scheduled", "first", 1, 1s))}));
        m_page->follow();
        m_clock.advance(1s);
        QTRY_VERIFY(told(*m_page).contains(QStringLiteral("T|▲ Scheduled|said")));
    }

    void saysSinceWhenEventsAreKnown()
    {
        m_log->append(batch({added(Pods, web(1, "Pending"))}));
        m_page->show();
        select();
        const auto last = [this] { return m_page->facts()->fact(m_page->facts()->rowCount() - 1).detail; };
        QTRY_COMPARE(m_page->facts()->rowCount(), 3);
        QCOMPARE(last(), QStringLiteral("Kubernetes Events are not being watched."));
        m_page->setEventsTrouble(QStringLiteral("User “dev” cannot list them."));
        QCOMPARE(last(), QStringLiteral("User “dev” cannot list them."));
        m_log->append(batch({listed(Events, nullptr, {})}));
        m_page->follow();
        m_clock.advance(1s);
        QTRY_VERIFY(last().startsWith(QStringLiteral("Events have been watched since ")));
    }

    void tellsWhatItOwns()
    {
        Object child = pod({.name = "web-1-x2x"}, 5);
        child.owners = {{"v1", "Pod", "web-1", "first", true}};
        child.created = Now - 1min;
        m_log->append(batch({added(Pods, web(1, "Running")), deleted(Pods, shared(child))}));
        m_page->show();
        select();
        QTRY_COMPARE(
            told(*m_page),
            QStringList({QStringLiteral("T|Its Pod web-1-x2x was deleted|"), QStringLiteral("T|Phase Running|"),
                         QStringLiteral("T|Its Pod web-1-x2x was created|"), QStringLiteral("T|Created|")}));
    }

    void tellsWhatHadHappenedByThenInThePast()
    {
        m_log->append(batch({added(Pods, web(1, "Pending")), modified(Pods, nullptr, web(2, "Running")),
                             deleted(Pods, web(3, "Running")), added(Pods, web(4, "Pending", "second"))}));
        m_page->show();
        select();
        QTRY_COMPARE(told(*m_page).size(), 8);
        m_state->setPlayhead(Moment{2, Now});
        QTRY_COMPARE(told(*m_page), QStringList({QStringLiteral("T|Phase Pending → Running|"),
                                                 QStringLiteral("T|Phase Pending|"), QStringLiteral("T|Created|")}));
        m_state->setPlayhead(Moment{0, Now});
        QTRY_COMPARE(told(*m_page), QStringList());
        QVERIFY(m_page->placeholder().contains(QStringLiteral("had been seen by")));
        m_state->setPlayhead({});
        QTRY_COMPARE(told(*m_page).size(), 8);
    }

    void followsWhatHappensWhileItIsSeen()
    {
        m_log->append(batch({added(Pods, web(1, "Pending"))}));
        m_page->show();
        select();
        QTRY_COMPARE(told(*m_page).size(), 2);
        m_log->append(batch({modified(Pods, nullptr, web(2, "Running"))}));
        m_page->follow();
        m_page->follow();
        m_clock.advance(1s);
        QTRY_COMPARE(told(*m_page).constFirst(), QStringLiteral("T|Phase Pending → Running|"));
    }

    /// Other namespaces had been chosen.
    void whatHappenedUnseenIsSaidToBeSo()
    {
        m_log->append(batch({listed(Pods, podColumns(), {web(1, "Pending")}, Now - 10s)}));
        m_log->closeWatch(Pods, Now - 5s);
        m_log->setWatch(PodsAgain, scopeOf(podInfo()));
        m_log->append(batch({listed(PodsAgain, podColumns(), {web(2, "Running")}, Now)}));
        m_page->show();
        select();
        QTRY_COMPARE(told(*m_page).value(0),
                     QStringLiteral("T|Phase Pending → Running|sometime since T, while it was not watched"));
    }

    /// Else it is another one under Events.
    void anAgeIsThatOfTheTimeThatIsPrinted()
    {
        const auto told = std::make_shared<Entry>(*added(Events, note("Pulled", "first", 1, 10s)));
        told->arrived = Now - 10s + 900ms;
        m_log->append(batch({added(Pods, web(1, "Pending")), told}));
        m_page->show();
        m_page->setKind("Pod");
        select();
        const auto noted = [this] {
            for (int row = 0; row < m_page->facts()->rowCount(); ++row) {
                if (const Fact &fact = m_page->facts()->fact(row); fact.value.contains(QStringLiteral("Pulled")))
                    return fact.since;
            }
            return std::optional<WallTime>();
        };
        QTRY_COMPARE(noted(), std::optional<WallTime>(Now - 10s));
    }

    void readsNothingUnlessItIsSeen()
    {
        m_log->append(batch({added(Pods, web(1, "Pending"))}));
        select();
        m_page->follow();
        m_clock.advance(1s);
        // Whatever was begun in the pool, and what was to follow it, has ended and been heard of.
        for (int reading = 0; reading < 3; ++reading) {
            QVERIFY(QThreadPool::globalInstance()->waitForDone(5000));
            QCoreApplication::processEvents();
        }
        QCOMPARE(told(*m_page), QStringList());
        m_page->show();
        QTRY_COMPARE(told(*m_page).size(), 2);
    }

    void saysWhatIsLeftOut()
    {
        Batch story;
        for (std::size_t i = 0; i < MomentsTold + 7; ++i)
            story.entries.push_back(modified(Pods, nullptr, web(int(i), i % 2 ? "Pending" : "Running")));
        m_log->append(story);
        m_page->show();
        select();
        QTRY_COMPARE(told(*m_page).size(), qsizetype(MomentsTold) + 1);
        QCOMPARE(told(*m_page).constLast(),
                 QStringLiteral("||Older ones are left out here: the stream has every revision."));
    }

    void anotherSelectionIsAnotherLife()
    {
        m_log->append(batch({added(Pods, web(1, "Pending"))}));
        m_page->show();
        select();
        QTRY_COMPARE(told(*m_page).size(), 2);
        m_state->select(ObjectRef{podInfo().gvr, "web", "nobody", ""});
        QCOMPARE(told(*m_page), QStringList());
        m_state->select({});
        QCOMPARE(told(*m_page), QStringList());
    }

private:
    void select() { m_state->select(ObjectRef{podInfo().gvr, "web", "web-1", ""}); }

    ManualClock m_clock;
    std::unique_ptr<TestHistory> m_log;
    std::unique_ptr<WindowState> m_state;
    std::unique_ptr<LifePage> m_page;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

} // namespace tst_lifepage

WK_TEST(tst_lifepage, TestLifePage, QApplication)
#include "tst_lifepage.moc"
