// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/kubeeventsearch.h"

#include "core/history/eventlog.h"
#include "tests/support/entries.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_kubeeventsearch {

using namespace wk;
using namespace wk::test;
using namespace std::chrono_literals;

class TestKubeEventSearch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void findsWhatMayRegardAnObject();
    void goesOnWhereItWasStopped();
    void goesOnAsTheLogGrows();
    void tellsWhatWasKnownThen();
    void bothGroupsTellOfOneEvent();
    void whatStoodAtTheBeginningIsFound();
    void oneThatIsNotListedAnewHasEnded();
    void aListIsSeenWholeOrNotAtAll();
    void theNewestAreTold();
    void saysSinceWhenEventsAreKnown_data();
    void saysSinceWhenEventsAreKnown();
    void saysWhatNoWatchSaw();

private:
    std::unique_ptr<EventLog> m_log;
};

namespace {

constexpr WatchId Pods = 1;
constexpr WatchId Events = 2;
constexpr WatchId NewEvents = 3;

WatchScope eventScope(const std::string &group, const std::string &ns = {})
{
    WatchScope made = scope("Event", ns);
    made.resource.gvr = {group, "v1", "events"};
    return made;
}

Counted<Object> note(const std::string &name, int version, const std::string &regarding = "web-1")
{
    auto made = object("web", name, std::to_string(version));
    made->body =
        plainBody("{'involvedObject':{'kind':'Pod','namespace':'web','name':'" + regarding + "'},'reason':'BackOff'}");
    return made;
}

/// As a Table tells of it.
Counted<Object> printed(const std::string &name, int version, const std::string &cell)
{
    auto made = note(name, version);
    made->cells = {Cell(std::string("Normal")), Cell(cell)};
    made->body = {};
    return made;
}

EntryPtr later(const std::shared_ptr<Entry> &entry, std::chrono::seconds after)
{
    entry->arrived = Start + after;
    return entry;
}

KubeEventSearch searched(const HistorySnapshot &log, const std::string &uid = {})
{
    KubeEventSearch search({"Pod", "web", "web-1", uid});
    search.look(log);
    return search;
}

/// "a: 1 2-" for Event a with revisions 1 and its deletion 2.
QString text(const KubeEventSearch::Answer &events)
{
    QStringList lines;
    for (const auto &revisions : events.newest) {
        QString line = QString::fromStdString(revisions.back().object->name) + u':';
        for (const LifeRevision &revision : revisions)
            line += u' ' + QString::fromStdString(revision.object->version.text()) +
                    QLatin1String(revision.type == EntryType::Deleted ? "-" : "") +
                    QLatin1String(revision.origin == EntryClass::Inferred ? "?" : "");
        lines += line;
    }
    return lines.join(QStringLiteral(", "));
}

QString text(const HistorySnapshot &log)
{
    return text(searched(log).revisions(log, log.end()));
}

} // namespace

void TestKubeEventSearch::init()
{
    m_log = std::make_unique<EventLog>();
    m_log->setWatch(Pods, scope("Pod"));
    m_log->setWatch(Events, eventScope(""));
    m_log->setWatch(NewEvents, eventScope("events.k8s.io"));
}

void TestKubeEventSearch::findsWhatMayRegardAnObject()
{
    const auto elsewhere = printed("f", 4, "pod/web-1");
    elsewhere->ns = "payments";
    m_log->append(
        batch({entry(Pods, EntryType::Added, object("web", "web-1")),
               listEntry(Events, {note("a", 1), note("b", 2, "web-2"), printed("c", 3, "pod/web-1"),
                                  printed("d", 4, "pod/my-web-1"), printed("e", 4, "service/web-1"), elsewhere}),
               entry(Events, EntryType::Modified, note("a", 5)), entry(Events, EntryType::Deleted, note("a", 6))}));
    QCOMPARE(text(m_log->now()), QStringLiteral("c: 3, a: 1 5 6-"));
    KubeEventSearch ofAnyKind({{}, "web", "web-1", {}});
    ofAnyKind.look(m_log->now());
    QCOMPARE(text(ofAnyKind.revisions(m_log->now(), m_log->now().end())), QStringLiteral("c: 3, e: 4, a: 1 5 6-"));
}

void TestKubeEventSearch::goesOnWhereItWasStopped()
{
    m_log->append(batch({entry(Events, EntryType::Added, note("a", 1))}));
    KubeEventSearch search({"Pod", "web", "web-1", {}});
    std::stop_source stop;
    stop.request_stop();
    search.look(m_log->now(), stop.get_token());
    QCOMPARE(text(search.revisions(m_log->now(), m_log->now().end())), QString());
    search.look(m_log->now());
    QCOMPARE(text(search.revisions(m_log->now(), m_log->now().end())), QStringLiteral("a: 1"));
}

void TestKubeEventSearch::goesOnAsTheLogGrows()
{
    m_log->append(batch({entry(Events, EntryType::Added, note("a", 1))}));
    KubeEventSearch search = searched(m_log->now());
    m_log->append(
        batch({entry(Events, EntryType::Added, note("b", 2)), entry(Events, EntryType::Modified, note("a", 3))}));
    search.look(m_log->now());
    QCOMPARE(text(search.revisions(m_log->now(), m_log->now().end())), QStringLiteral("b: 2, a: 1 3"));
}

void TestKubeEventSearch::tellsWhatWasKnownThen()
{
    m_log->append(
        batch({entry(Events, EntryType::Added, note("a", 1)), entry(Events, EntryType::Modified, note("a", 2)),
               entry(Events, EntryType::Deleted, note("a", 3))}));
    const KubeEventSearch search = searched(m_log->now());
    QCOMPARE(text(search.revisions(m_log->now(), 0)), QString());
    QCOMPARE(text(search.revisions(m_log->now(), 2)), QStringLiteral("a: 1 2"));
    QCOMPARE(text(search.revisions(m_log->now(), 3)), QStringLiteral("a: 1 2 3-"));
}

void TestKubeEventSearch::bothGroupsTellOfOneEvent()
{
    m_log->append(
        batch({entry(Events, EntryType::Added, note("a", 1)), entry(NewEvents, EntryType::Modified, note("a", 2)),
               entry(Events, EntryType::Modified, note("a", 2)), entry(Events, EntryType::Modified, note("a", 10))}));
    QCOMPARE(text(m_log->now()), QStringLiteral("a: 1 2 10"));
}

void TestKubeEventSearch::whatStoodAtTheBeginningIsFound()
{
    m_log = std::make_unique<EventLog>(EventLog::Bounds{2 * EventLog::ChunkRows});
    m_log->setWatch(Events, eventScope(""));
    m_log->append(batch({entry(Events, EntryType::Added, note("a", 1)), entry(Events, EntryType::Added, note("b", 2)),
                         entry(Events, EntryType::Deleted, note("b", 3))}));
    KubeEventSearch early({"Pod", "web", "web-1", {}}); // has looked at nothing yet
    while (m_log->now().begin() == 0) {
        Batch batch;
        batch.entries.assign(1000, entry(Pods, EntryType::Bookmark));
        m_log->append(batch);
    }
    QCOMPARE(text(m_log->now()), QStringLiteral("a: 1"));
    early.look(m_log->now());
    QCOMPARE(text(early.revisions(m_log->now(), m_log->now().end())), QStringLiteral("a: 1"));
}

void TestKubeEventSearch::oneThatIsNotListedAnewHasEnded()
{
    m_log->append(batch({listEntry(Events, {note("a", 1), note("b", 2)})}));
    m_log->closeWatch(Events, Start + 60s);
    QCOMPARE(text(m_log->now()), QStringLiteral("a: 1, b: 2"));
    m_log->setWatch(4, eventScope("", "web"));
    const RowId before = m_log->now().end();
    m_log->append(batch({later(listEntry(4, {note("b", 2)}), 90s)}));
    QCOMPARE(text(m_log->now()), QStringLiteral("a: 1 1-?, b: 2"));
    QCOMPARE(text(searched(m_log->now()).revisions(m_log->now(), before)), QStringLiteral("a: 1, b: 2"));
}

void TestKubeEventSearch::aListIsSeenWholeOrNotAtAll()
{
    m_log->append(batch({listEntry(Events, {note("a", 1), note("b", 2)})}));
    m_log->closeWatch(Events, Start + 60s);
    m_log->setWatch(4, eventScope(""));
    const HistoryPtr before = m_log->snapshot();
    std::vector<ObjectPtr> many(2 * EventLog::ChunkRows, note("z", 9, "other"));
    many.push_back(note("a", 1));
    m_log->append(batch({listEntry(4, many)}));
    QCOMPARE(text(*before), QStringLiteral("a: 1, b: 2"));
    QCOMPARE(text(*m_log->snapshot()), QStringLiteral("a: 1, b: 2 2-?"));
}

void TestKubeEventSearch::theNewestAreTold()
{
    std::vector<EntryPtr> entries;
    for (int i = 0; i < int(KubeEventSearch::MostEvents) + 5; ++i) {
        auto made = entry(Events, EntryType::Added, note("n" + std::to_string(i), i + 1));
        entries.push_back(later(made, std::chrono::seconds(i)));
    }
    const std::string last = "n" + std::to_string(KubeEventSearch::MostEvents + 4);
    for (int i = 0; i < int(KubeEventSearch::MostRevisions) + 5; ++i)
        entries.push_back(later(entry(Events, EntryType::Modified, note(last, 1000 + i)), 1000s));
    m_log->append(batch(entries));
    const auto [found, older] = searched(m_log->now()).revisions(m_log->now(), m_log->now().end());
    QCOMPARE(found.size(), KubeEventSearch::MostEvents);
    QCOMPARE(older, std::size_t(5));
    QCOMPARE(found.front().front().object->name, std::string("n5"));
    QCOMPARE(found.back().size(), KubeEventSearch::MostRevisions);
    QCOMPARE(found.back().back().object->version.text(), std::string("1104"));
}

void TestKubeEventSearch::saysSinceWhenEventsAreKnown_data()
{
    QTest::addColumn<QString>("ns");
    QTest::addColumn<int>("upTo");
    QTest::addColumn<QString>("coverage");
    // Rows: 0 a bookmark, 1 Events listed at +10, 2 a bookmark, closed at +20, 3 a bookmark,
    // 4 Events of web listed at +30, 5 those of the other group at +40, the former closed at +50, 6 a bookmark.
    QTest::newRow("before the first list nothing is known") << "web" << 1 << "unknown until it is from 10";
    QTest::newRow("since the list") << "web" << 2 << "since 10";
    QTest::newRow("nothing is known between two watches") << "web" << 4 << "unknown from 20 until it is from 30";
    QTest::newRow("a break is a gap") << "web" << 5 << "since 10 but from 20 to 30";
    QTest::newRow("one that was open when the next began is no break") << "web" << 7 << "since 10 but from 20 to 30";
    QTest::newRow("another namespace is another matter") << "payments" << 5 << "unknown from 20 until it is from 40";
    QTest::newRow("what has no namespace is regarded from the default one") << "" << 7 << "since 10 but from 20 to 40";
}

void TestKubeEventSearch::saysSinceWhenEventsAreKnown()
{
    QFETCH(QString, ns);
    QFETCH(int, upTo);
    const auto mark = entry(Pods, EntryType::Bookmark);
    m_log->setWatch(4, eventScope("", "web"));
    m_log->append(batch({mark, later(listEntry(Events, {}), 10s), mark}));
    m_log->closeWatch(Events, Start + 20s);
    m_log->append(batch({mark, later(listEntry(4, {}), 30s), later(listEntry(NewEvents, {}), 40s)}));
    m_log->closeWatch(4, Start + 50s);
    m_log->append(batch({mark}));
    const EventCoverage coverage = eventCoverage(m_log->now(), {}, ns.toStdString(), RowId(upTo));
    QString said = QLatin1String(coverage.isKnown ? "since" : "unknown");
    if (coverage.until)
        said += QStringLiteral(" from %1").arg((*coverage.until - Start) / 1s);
    if (coverage.since)
        said += QLatin1String(coverage.isKnown ? " " : " until it is from ") +
                QString::number((*coverage.since - Start) / 1s);
    if (coverage.gaps > 0)
        said += QStringLiteral(" but from %1 to %2")
                    .arg((coverage.lastGap.from - Start) / 1s)
                    .arg((coverage.lastGap.to - Start) / 1s);
    QTEST(said, "coverage");
}

void TestKubeEventSearch::saysWhatNoWatchSaw()
{
    const auto gap = [](WatchId watch, std::chrono::seconds from, std::chrono::seconds to) {
        auto made = std::make_shared<Entry>(*later(entry(watch, EntryType::Gap), to));
        made->gap.since = Start + from;
        return made;
    };
    m_log->append(batch({later(listEntry(Events, {}), 10s), gap(Events, 20s, 25s)})); // 0, 1
    EventCoverage coverage = eventCoverage(m_log->now(), {}, "web", m_log->now().end());
    QCOMPARE(coverage.gaps, std::size_t(1));
    QVERIFY(coverage.lastGap.from == Start + 20s && coverage.lastGap.to == Start + 25s);
    QCOMPARE(eventCoverage(m_log->now(), {}, "web", 1).gaps, std::size_t(0)); // it was not known then
    // The other group's watch saw what this one missed; then both miss something.
    m_log->append(batch({later(listEntry(NewEvents, {}), 30s), gap(Events, 40s, 45s)}));
    QCOMPARE(eventCoverage(m_log->now(), {}, "web", m_log->now().end()).gaps, std::size_t(1));
    m_log->append(batch({gap(Events, 50s, 60s), gap(NewEvents, 55s, 65s), gap(Pods, 70s, 75s)}));
    coverage = eventCoverage(m_log->now(), {}, "web", m_log->now().end());
    QCOMPARE(coverage.gaps, std::size_t(3));
    QVERIFY(coverage.lastGap.to == Start + 65s);
    // It says what was not seen, and not since when that was in doubt.
    auto broken = std::make_shared<Entry>(*gap(Events, 80s, 95s));
    broken->gap.broke = Start + 90s;
    m_log->append(batch({broken, gap(NewEvents, 85s, 95s)}));
    coverage = eventCoverage(m_log->now(), {}, "web", m_log->now().end());
    QVERIFY(coverage.lastGap.from == Start + 80s && coverage.lastGap.lostFrom == Start + 90s);
}

} // namespace tst_kubeeventsearch

WK_TEST(tst_kubeeventsearch, TestKubeEventSearch, QCoreApplication)
#include "tst_kubeeventsearch.moc"
