// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/eventlog.h"
#include "core/history/lifesearch.h"
#include "tests/support/entries.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_reopenedwatch {

using namespace wk;
using namespace wk::test;
using namespace std::chrono_literals;

namespace {

constexpr WatchId Pods = 1;
constexpr WatchId Others = 2;

EntryPtr at(std::shared_ptr<Entry> entry, std::chrono::seconds time)
{
    entry->arrived = Start + time;
    return entry;
}

EntryPtr notWatched(std::chrono::seconds since, std::chrono::seconds until)
{
    auto made = entry(Pods, EntryType::Gap);
    made->gap.since = made->gap.broke = Start + since;
    return at(made, until);
}

ObjectPtr kept(RevisionBodies &bodies, const char *name, const char *version)
{
    auto made = object("web", name, version);
    const std::string json = std::string("{\"v\":\"") + version + "\"}";
    made->body = bodies.writer({"", "v1", "pods"})->keep({made->uid, json, json});
    return made;
}

} // namespace

/// A watch that a history goes on with under its number.
class TestReopenedWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_log = std::make_unique<EventLog>();
        m_log->setWatch(Pods, scope("Pod"));
        m_log->setWatch(Others, scope("Node"));
        m_log->append(at(listEntry(Pods, {object("web", "a", "1"), object("web", "b", "2")}), 0s)); // 0, 1, 2
        m_log->closeWatch(Pods, Start + 10s);
        m_log->append(at(entry(Others, EntryType::Bookmark), 20s)); // 3
        m_log->setWatch(Pods, scope("Pod"));
        m_log->append(at(entry(Others, EntryType::Bookmark), 30s)); // 4
    }

    void isOpenAndKnowsSinceItsFirstList()
    {
        QVERIFY(now().isOpen(Pods));
        QCOMPARE(now().openWatches().size(), std::size_t(2));
        QCOMPARE(now().closings().size(), std::size_t(1));
        const auto known = now().knowledge(Pods);
        QCOMPARE(known->listed, Start);
        QVERIFY(known->covers(now().end()));
        QVERIFY(!known->until);
    }

    void untilItTellsNobodyKnowsWhatThereIs()
    {
        QCOMPARE(outage(25s), std::optional(Outage{Start + 10s, Start + 10s, {}}));
        QCOMPARE(outage(300s), std::optional(Outage{Start + 10s, Start + 10s, {}}));
        QVERIFY(!outage(5s));
    }

    void itsGapSaysWhatWasNotKnown()
    {
        m_log->append(notWatched(10s, 40s));
        m_log->append(at(entry(Pods, EntryType::Relist), 40s));
        QCOMPARE(outage(25s), std::optional(Outage{Start + 10s, Start + 10s, Start + 40s}));
        QVERIFY(!outage(5s) && !outage(41s));
        const auto gaps = now().gapsOf(Pods, now().end());
        QCOMPARE(gaps.size(), std::size_t(1));
        QVERIFY(gaps[0].from == Start + 10s && gaps[0].to == Start + 40s);
    }

    void aMomentWhenItWasClosedAndBrokenIsKnownAgainLater()
    {
        EventLog log;
        log.setWatch(Pods, scope("Pod"));
        log.append(at(listEntry(Pods, {object("web", "a", "1")}), 0s));
        log.append(at(entry(Others, EntryType::Bookmark), 15s));
        log.closeWatch(Pods, Start + 10s); // that it broke at was found later
        log.setWatch(Pods, scope("Pod"));
        log.append(notWatched(10s, 40s));
        const auto outages = log.now().outagesAt(log.now().rowAfter(Start + 12s), Start + 12s);
        QCOMPARE(outages.at(Pods), (Outage{Start + 10s, Start + 10s, Start + 40s}));
    }

    void closedAgainBeforeItCouldTellItIsClosed()
    {
        m_log->closeWatch(Pods, Start + 10s);
        QVERIFY(!now().isOpen(Pods));
        QVERIFY(!now().knowledge(Pods)->covers(now().end() + 1));
        QCOMPARE(now().knowledge(Pods)->until, std::optional(Start + 10s));
        QVERIFY(now().outagesAt(now().end() + 1, Start + 300s).empty());
        QCOMPARE(outage(25s), std::optional(Outage{Start + 10s, Start + 10s, {}}));
    }

    void oneThatHadNotListedHasNothingThatCouldBeOld()
    {
        EventLog log;
        log.setWatch(Pods, scope("Pod"));
        log.closeWatch(Pods, Start);
        log.setWatch(Pods, scope("Pod"));
        log.append(entry(Others, EntryType::Bookmark));
        QVERIFY(log.now().outagesAt(1, Start + 10s).empty());
        QVERIFY(!log.now().knowledge(Pods));
    }

    void aLifeGoesOnOverTheBreak()
    {
        m_log->append(notWatched(10s, 40s)); // 5
        auto changed = entry(Pods, EntryType::Modified, object("web", "a", "7"));
        changed->origin = EntryClass::Inferred;
        changed->previous = object("web", "a", "1");
        m_log->append(at(changed, 40s)); // 6
        QCOMPARE(now().lives().previous(6), std::optional<RowId>(1));
        QCOMPARE(now().changesOf(6), 1U);
        QCOMPARE(now().objectsAt(Pods, 6)->size(), std::size_t(2));
        const auto revisions = revisionsOf(now(), {*now().lifeOf(Pods, *object("web", "a"))}, {}, 10);
        QCOMPARE(revisions.size(), std::size_t(2));
        QCOMPARE(revisions.back().unseenSince, std::optional(Start + 10s));
    }

    void whenItWasClosedIsKnownOfARowOfThatTime()
    {
        // Rows 3 and 4 came before and after it was opened again.
        QCOMPARE(now().closedBefore(Pods, 2), std::nullopt);
        QCOMPARE(now().closedBefore(Pods, 3), std::optional(Start + 10s));
        QCOMPARE(now().closedBefore(Pods, 4), std::nullopt);
        QCOMPARE(now().closedBefore(Others, 4), std::nullopt);
        m_log->closeWatch(Pods, Start + 50s);
        QCOMPARE(now().closedBefore(Pods, 3), std::optional(Start + 10s));
        QCOMPARE(now().closedBefore(Pods, 4), std::nullopt);
        QCOMPARE(now().closedBefore(Pods, 5), std::optional(Start + 50s));
    }

    /// Another watch listed it meanwhile.
    void whatAnotherFoundWhileItWasClosedStaysUnseen()
    {
        constexpr WatchId Web = 3;
        EventLog log;
        log.setWatch(Pods, scope("Pod"));
        log.append(listEntry(Pods, {object("web", "a", "1")})); // 0, 1
        log.closeWatch(Pods, Start + 10s);
        log.setWatch(Web, scope("Pod", "web"));
        log.append(at(listEntry(Web, {object("web", "a", "7")}), 20s)); // 2, 3
        const auto unseenSince = [&log] {
            const ObjectPtr a = object("web", "a");
            return revisionsOf(log.now(), {*log.now().lifeOf(Pods, *a), *log.now().lifeOf(Web, *a)}, {}, 10)
                .back()
                .unseenSince;
        };
        QCOMPARE(unseenSince(), std::optional(Start + 10s));
        log.setWatch(Pods, scope("Pod"));
        QCOMPARE(unseenSince(), std::optional(Start + 10s));
    }

    void theSessionThatGoesOnHasBodiesOfItsOwn()
    {
        RevisionBodies yesterday;
        RevisionBodies today;
        EventLog log;
        log.setWatch(Pods, scope("Pod"));
        const ObjectPtr a = kept(yesterday, "a", "1");
        const ObjectPtr b = kept(yesterday, "b", "2");
        log.append(listEntry(Pods, {a, b})); // 0, 1, 2
        log.closeWatch(Pods, Start);
        log.setWatch(Pods, scope("Pod"));
        auto gone = entry(Pods, EntryType::Deleted, a); // its last body is yesterday's
        auto changed = entry(Pods, EntryType::Modified, kept(today, "b", "9"));
        gone->previous = a;
        changed->previous = b;
        log.append(batch({gone, changed})); // 3, 4
        const HistoryPtr history = log.snapshot();
        const auto text = [&history](RowId row) {
            const auto found = history->revisions(row).read(history->revision(row));
            return found ? std::string(found->object()) : std::string();
        };
        QCOMPARE(text(2), std::string("{\"v\":\"2\"}"));
        QCOMPARE(text(4), std::string("{\"v\":\"9\"}"));
        QCOMPARE(text(3), std::string("{\"v\":\"1\"}"));
        QCOMPARE(history->json(*history->object(3)), std::string("{\"v\":\"1\"}"));
    }

private:
    const HistorySnapshot &now() const { return m_log->now(); }
    std::optional<Outage> outage(std::chrono::seconds time) const
    {
        const auto outages = now().outagesAt(now().rowAfter(Start + time), Start + time);
        const auto found = outages.find(Pods);
        return found == outages.end() ? std::nullopt : std::optional(found->second);
    }

    std::unique_ptr<EventLog> m_log;
};

} // namespace tst_reopenedwatch

WK_TEST(tst_reopenedwatch, TestReopenedWatch, QCoreApplication)
#include "tst_reopenedwatch.moc"
