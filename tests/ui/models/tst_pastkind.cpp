// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/pastkind.h"

#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <random>

namespace tst_pastkind {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

/// A window that first watched pods everywhere (watch 1), then of web alone (watch 2).
class PastKindTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_log.setWatch(1, scopeOf(podInfo()));
        m_log.append(batch({bookmark(9, 1, Now - 60s)}));                                                 // 0
        m_log.append(batch({listed(1, podColumns(), {podOf("web", "a"), podOf("db", "b")}, Now - 50s)})); // 1 to 3
        m_log.append(batch({deleted(1, podOf("web", "a"), Now - 40s)}));                                  // 4
        m_log.closeWatch(1, Now - 35s);
        m_log.setWatch(2, scopeOf(podInfo(), "web"));
        m_log.append(batch({bookmark(9, 1, Now - 30s)}));                               // 5
        m_log.append(batch({listed(2, podColumns(), {podOf("web", "c")}, Now - 20s)})); // 6, 7
        m_log.append(batch({added(2, podOf("web", "d"), Now - 10s)}));                  // 8
        m_log.append(batch({bookmark(2, 1, Now - 9s)}));                                // 9
        m_log.closeWatch(2, Now - 8s);
        m_log.setWatch(3, scopeOf(podInfo()));
        m_log.append(batch({listed(3, podColumns(), {podOf("web", "c")}, Now - 5s)})); // 10, 11
    }

    void theWidestWatchIsAskedFirst()
    {
        WatchScope narrow = scopeOf(podInfo(), "web");
        narrow.labelSelector = "app=web";
        const std::vector<std::pair<WatchId, WatchScope>> open{
            {1, scopeOf(nodeInfo())}, {2, narrow}, {3, scopeOf(podInfo(), "other")}, {4, scopeOf(podInfo(), "web")}};
        const ObjectRef pod{podInfo().gvr, "web", "a", {}};
        QCOMPARE(watchFor(pod, open), WatchId(4));
        QCOMPARE(watchFor(pod, {open.begin(), open.begin() + 3}), WatchId(2));
        QCOMPARE(watchFor({deploymentInfo().gvr, "web", "a", {}}, open), WatchId(0));
    }

    void tellsWhatTheWatchesKnewThen_data()
    {
        QTest::addColumn<int>("upTo");
        QTest::addColumn<QString>("namespaces");
        QTest::addColumn<QString>("told");
        QTest::newRow("before the first list nothing") << 1 << ""
                                                       << "unknown, from -50";
        QTest::newRow("all of them") << 4 << ""
                                     << "a b";
        QTest::newRow("those of one namespace, though all were watched") << 4 << "web"
                                                                         << "a";
        QTest::newRow("none, and that is known") << 5 << "web"
                                                 << "";
        QTest::newRow("nothing between two watches") << 6 << "web"
                                                     << "unknown, until -35, from -20";
        QTest::newRow("another watch's") << 9 << "web"
                                         << "c d";
        QTest::newRow("of two namespaces the one that was watched") << 9 << "web db"
                                                                    << "c d, not db";
        QTest::newRow("what there is when all is asked for") << 9 << ""
                                                             << "c d, only web";
        QTest::newRow("nothing of a namespace that was not watched") << 9 << "db"
                                                                     << "unknown, until -35, from -5";
        QTest::newRow("until and from by those that tell of it") << 10 << "db"
                                                                 << "unknown, until -35, from -5";
    }
    void tellsWhatTheWatchesKnewThen()
    {
        QFETCH(int, upTo);
        QFETCH(QString, namespaces);
        QFETCH(QString, told);
        std::vector<std::string> asked;
        for (const QString &ns : namespaces.split(u' ', Qt::SkipEmptyParts))
            asked.push_back(ns.toStdString());
        const PastKind past = pastKind(m_log.now(), podInfo(), asked, RowId(upTo));
        QCOMPARE(text(past), told);
        const auto counts = pastCounts(m_log.now(), asked, RowId(upTo));
        const auto count = counts.find(podInfo().gvr);
        const bool isWhole = past.isKnown() && past.unwatched.empty() && past.onlyOf.empty();
        QCOMPARE(count != counts.end(), isWhole);
        if (count != counts.end())
            QCOMPARE(count->second, told.split(u' ', Qt::SkipEmptyParts).size());
    }

    /// As when somebody connects anew while the connection is broken.
    void whatWasClosedWhileItWasBrokenWasNotSeenUntilAnotherListed()
    {
        TestHistory log;
        log.setWatch(1, scopeOf(podInfo()));
        log.append(batch({listed(1, podColumns(), {podOf("web", "a")}, Now - 50s)}));
        log.closeWatch(1, Now - 30s); // at second 20
        const auto outageAt = [&](std::chrono::seconds ago) {
            return pastOutage(log.now(), podInfo().gvr, {}, {log.now().rowAfter(Now - ago), Now - ago});
        };
        QVERIFY(!outageAt(40s));
        QCOMPARE(outageAt(25s), std::optional(Outage{Now - 30s, Now - 30s, {}}));
        log.setWatch(2, scopeOf(podInfo(), "web"));
        log.append(batch({listed(2, podColumns(), {}, Now - 15s)}));
        QCOMPARE(outageAt(25s), std::optional(Outage{Now - 30s, Now - 30s, {}}));
        log.setWatch(3, scopeOf(podInfo()));
        log.append(batch({listed(3, podColumns(), {podOf("web", "a")}, Now - 10s)}));
        QCOMPARE(outageAt(25s), std::optional(Outage{Now - 30s, Now - 30s, Now - 10s}));
        QVERIFY(!outageAt(5s));
    }

    void tellsAnObjectAsOfThen()
    {
        const auto at = [&](const char *ns, const char *name, RowId upTo) {
            return pastObject(m_log.now(), {podInfo().gvr, ns, name, {}}, upTo);
        };
        QVERIFY(!at("web", "a", 1));
        QVERIFY(!at("web", "a", 4)->deletedAt);
        QCOMPARE(at("web", "a", 5)->deletedAt, std::optional(Now - 40s));
        QVERIFY(!at("web", "c", 5));
        QVERIFY(at("web", "c", 9));
        QVERIFY(!at("db", "b", 9));
    }

    void tellsAnObjectOfItsCluster()
    {
        EventLog log;
        const ClusterId east = ClusterId::known("east");
        const ClusterId west = ClusterId::known("west");
        log.setWatch(1, scopeOf(podInfo()), east);
        log.setWatch(2, scopeOf(podInfo()), west);
        const auto here = shared(pod({.name = "a"}));
        const auto there = shared(pod({.name = "a"}));
        log.append(batch({listed(1, podColumns(), {here}, Now), listed(2, podColumns(), {there}, Now)}));
        const auto at = [&](const ClusterId &cluster) {
            return pastObject(log.now(), {podInfo().gvr, "web", "a", {}, cluster}, log.now().end());
        };
        QCOMPARE(at(east)->watch, WatchId(1));
        QCOMPARE(at(west)->watch, WatchId(2));
        QVERIFY(!at({}));
    }

    void tellsAnObjectAsOneWhoReadsAllRows()
    {
        std::mt19937_64 random(test::seed());
        TestHistory log({.rows = 3 * EventLog::ChunkRows});
        log.setWatch(1, scopeOf(podInfo()));
        constexpr int Names = 60;
        std::array<int, Names> lives{};
        const auto podNamed = [&lives](int name) {
            PodRow row;
            row.name = "pod-" + std::to_string(name);
            Object object = pod(row);
            object.uid = row.name + '-' + std::to_string(lives[std::size_t(name)]);
            return shared(std::move(object));
        };
        WallTime now = Now;
        const auto list = [&] { // of every third
            std::vector<ObjectPtr> objects;
            for (int name = 0; name < Names; name += 3)
                objects.push_back(podNamed(name));
            log.append(batch({listed(1, podColumns(), objects, now)}));
        };
        list();
        int found = 0;
        for (int i = 0; i < test::rounds(40'000); ++i) {
            now += 1ms;
            // Half of them are left alone for about as long as the log is.
            const int name = int(random() % (Names / 2)) + (random() % 400 == 0 ? Names / 2 : 0);
            const auto what = random() % 6000;
            if (what == 0)
                list();
            else if (what % 10 == 1)
                log.append(batch({deleted(1, podNamed(name), now)}));
            else
                log.append(batch({added(1, podNamed(name), now)}));
            lives[std::size_t(name)] += what % 10 == 1 ? 1 : 0;
            if (random() % 20 != 0)
                continue;
            const RowId upTo = log.now().begin() + random() % (log.now().size() + 1);
            const std::string asked = "pod-" + std::to_string(random() % Names);
            const auto expected = pastPodByAllRows(log, asked, upTo);
            const auto told = pastObject(log.now(), {podInfo().gvr, "web", asked, {}}, upTo);
            QCOMPARE(told.has_value(), expected.has_value());
            found += told ? 1 : 0;
            if (!told)
                continue;
            QCOMPARE(told->object->uid.text(), expected->object->uid.text());
            QCOMPARE(told->deletedAt, expected->deletedAt);
        }
        QVERIFY(log.now().begin() > 0);
        QVERIFY(found > 100);
    }

private:
    static std::optional<KnownObject> pastPodByAllRows(const TestHistory &log, const std::string &name, RowId upTo)
    {
        if (!log.now().knowledge(1)->covers(upTo))
            return {};
        for (RowId row = upTo; row-- > log.now().begin();) {
            if (log.now().name(row) != name)
                continue;
            const bool isGone = log.now().type(row) == EntryType::Deleted;
            return KnownObject{log.now().object(row), 1, isGone ? std::optional(log.now().time(row)) : std::nullopt};
        }
        const ObjectList standing = log.now().objectsAt(1, upTo);
        for (const ObjectPtr &object : *standing) {
            if (object->name == name)
                return KnownObject{object, 1, {}};
        }
        return {};
    }
    static ObjectPtr podOf(const char *ns, const char *name)
    {
        PodRow row;
        row.ns = ns;
        row.name = name;
        return shared(pod(row));
    }
    QString text(const PastKind &past) const
    {
        QStringList names;
        for (const auto &[watch, objects] : past.known) {
            for (const LifeIndex::Standing &object : objects)
                names.append(QString::fromStdString(m_log.now().object(object)->name));
        }
        names.sort();
        QStringList said{past.isKnown() ? names.join(u' ') : QStringLiteral("unknown")};
        const auto when = [](WallTime time) {
            return QString::number(std::chrono::duration_cast<std::chrono::seconds>(time - Now).count());
        };
        if (past.knownUntil)
            said.append(QStringLiteral("until ") + when(*past.knownUntil));
        if (past.knownFrom)
            said.append(QStringLiteral("from ") + when(*past.knownFrom));
        for (const std::string &ns : past.isKnown() ? past.unwatched : std::vector<std::string>())
            said.append(QStringLiteral("not ") + QString::fromStdString(ns));
        for (const std::string &ns : past.onlyOf)
            said.append(QStringLiteral("only ") + QString::fromStdString(ns));
        return said.join(QStringLiteral(", "));
    }

    TestHistory m_log;
};

} // namespace tst_pastkind

WK_TEST(tst_pastkind, PastKindTest, NoApplication)
#include "tst_pastkind.moc"
