// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/storage.h"
#include "core/history/rows/historywriter.h"
#include "core/session/clustersession.h"
#include "core/session/kubebackend.h"
#include "tests/core/apiserver/serverfixture.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <map>
#include <mutex>
#include <random>
#include <set>

/// Sessions, one after the other, whose history goes on with their watches.
namespace tst_heldwatches {

using namespace wk;

namespace {

/// A history that gives the watch of a scope its number again, and what it held.
class Remembering : public HistoryWriter
{
public:
    Remembering()
        : HistoryWriter({}, {}, [this](HistoryPtr newer) { publish(std::move(newer)); })
    {}
    HistoryPtr now()
    {
        flush();
        const std::lock_guard lock(m_mutex);
        return m_newest;
    }
    WatchId numberFor(const ClusterId &cluster, const WatchScope &scope) override
    {
        const HistoryPtr history = now();
        for (const auto &[watch, known] : history->scopes()) {
            if (known == scope && history->clusterOf(watch) == cluster && !history->isOpen(watch))
                return watch;
        }
        return numbers().next();
    }
    std::optional<HeldState> held(WatchId watch) override
    {
        const HistoryPtr history = now();
        const auto known = history->knowledge(watch);
        if (!known || !known->until)
            return {};
        HeldState state{*history->objectsAt(watch, history->end()), history->columnsOf(watch), *known->until, {}};
        for (RowId row = history->begin(); row < history->end(); ++row) {
            if (history->watch(row) == watch && !history->isListed(row) && history->origin(row) != EntryClass::Inferred)
                state.version = ResourceVersion(history->version(row));
        }
        return state;
    }

private:
    void publish(HistoryPtr newer)
    {
        const std::lock_guard lock(m_mutex);
        m_newest = std::move(newer);
    }

    std::mutex m_mutex;
    HistoryPtr m_newest = HistorySnapshot::empty(); ///< under the lock
};

/// A session with the server, connected.
struct Connected {
    Connected(const apiserver::ServerFixture &server, WatchSink &sink)
    {
        ClusterAccess access;
        access.server = QUrl(QString::fromStdString(server.endpoint.url));
        access.signIn = server.endpoint.readToken;
        session = std::make_unique<ClusterSession>(access, kubeBackend(access, {}), SessionHistory{&sink});
        session->start();
    }
    bool isConnected() const { return session->state() == SessionState::Connected; }
    void open()
    {
        for (const ResourceInfo &resource : session->resources()) {
            if (resource.gvr.group.empty() && resource.gvr.resource == "pods")
                watch = session->open({resource, {}, {}, {}});
        }
    }

    std::unique_ptr<ClusterSession> session;
    WatchId watch = 0;
};

struct Rig {
    Rig()
    {
        apiserver::ServerFixture::allowManyFiles();
        server.restart({});
    }
    ~Rig() { server.end(); }
    apiserver::Storage &storage() { return server.server->storage(); }
    HistoryPtr now() { return history.now(); }
    QStringList rowsFrom(RowId first)
    {
        QStringList rows;
        for (RowId row = first; row < now()->end(); ++row) {
            const QString origin = QString::fromUtf8(now()->className(row).data(), int(now()->className(row).size()));
            const std::string name(now()->name(row));
            QStringList words{QString::fromLatin1(now()->typeName(row)), origin, QString::fromStdString(name)};
            words.removeAll(QString());
            rows << words.join(u' ');
        }
        return rows;
    }
    /// "name version" of what the history says stood before a row.
    std::set<std::string> pictureAt(WatchId watch, RowId upTo)
    {
        std::set<std::string> picture;
        const ObjectList objects = now()->objectsAt(watch, upTo);
        for (const ObjectPtr &object : *objects)
            picture.insert(object->name + ' ' + object->version.text());
        return picture;
    }

    apiserver::ServerFixture server;
    Remembering history;
};

} // namespace

class TestHeldWatches : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSessionGoesOnWithTheWatchOfTheOneBefore();
    void aStreamThatBreaksIsToldAtOnce();
    void whatIsStillOpenIsNotGivenTwice();
    void numbersBeginBehindThoseOfBefore();
    void atAnyMomentTheHistoryOfManySessionsIsThatOfOne();
};

void TestHeldWatches::aSessionGoesOnWithTheWatchOfTheOneBefore()
{
    Rig rig;
    rig.storage().create("pods", apiserver::pod("a/x", "app=web"));
    rig.storage().create("pods", apiserver::pod("a/y"));
    rig.storage().create("pods", apiserver::pod("a/same"));
    auto first = std::make_unique<Connected>(rig.server, rig.history);
    QTRY_VERIFY(first->isConnected());
    first->open();
    QTRY_COMPARE(rig.now()->end(), RowId(4));
    rig.storage().update("pods", apiserver::pod("a/x", "app=db"), 0);
    QTRY_COMPARE(rig.rowsFrom(4), QStringList(QStringLiteral("MODIFIED live x")));
    const WatchId watch = first->watch;
    first.reset();
    QVERIFY(!rig.now()->isOpen(watch));
    rig.storage().remove("pods", "a/y", 0);
    rig.storage().update("pods", apiserver::pod("a/x", "app=cache"), 0);
    rig.storage().create("pods", apiserver::pod("a/z"));

    Connected second(rig.server, rig.history);
    QTRY_VERIFY(second.isConnected());
    second.open();
    QCOMPARE(second.watch, watch);
    QTRY_COMPARE(rig.now()->end(), RowId(10));
    QCOMPARE(rig.rowsFrom(5),
             QStringList({QStringLiteral("GAP"), QStringLiteral("RELIST"), QStringLiteral("DELETED inferred y"),
                          QStringLiteral("MODIFIED inferred x"), QStringLiteral("ADDED inferred z")}));
    const HistoryPtr history = rig.now();
    const Gap gap = history->entry(5)->gap;
    QVERIFY(gap.isNotWatched());
    QVERIFY(gap.since == history->closings()[0].time);
    QCOMPARE(gap.from.text(), history->version(4));
    // The object's life is one, and what changed is known.
    QCOMPARE(history->lives().previous(8), std::optional<RowId>(4));
    QCOMPARE(history->changesOf(8), 2U);
    QCOMPARE(*labelValue(*history->previous(8), "app"), std::string("db"));
    QVERIFY(history->json(*history->previous(8)).find("\"db\"") != std::string::npos);
    QVERIFY(history->changes(8)->total > 0);
    // The stream goes on from the list.
    rig.storage().update("pods", apiserver::pod("a/same", "app=web"), 0);
    QTRY_COMPARE(rig.rowsFrom(10), QStringList(QStringLiteral("MODIFIED live same")));
    QVERIFY(rig.now()->previous(10) && rig.now()->changes(10)->total > 0);
}

/// Whoever reads what was kept when nobody could close it any more knows as much.
void TestHeldWatches::aStreamThatBreaksIsToldAtOnce()
{
    Rig rig;
    rig.storage().create("pods", apiserver::pod("a/x"));
    auto first = std::make_unique<Connected>(rig.server, rig.history);
    QTRY_VERIFY(first->isConnected());
    first->open();
    const WatchId watch = first->watch;
    QTRY_VERIFY(rig.now()->knowledge(watch));
    const auto brokenSince = [&] { return rig.now()->watches()->at(watch).brokenSince; };
    QVERIFY(!brokenSince());
    rig.server.end();
    QTRY_VERIFY(brokenSince());
    const WallTime broken = *brokenSince();
    first.reset();
    QVERIFY(rig.now()->closings()[0].time == broken);
    QVERIFY(!brokenSince());
}

void TestHeldWatches::whatIsStillOpenIsNotGivenTwice()
{
    Rig rig;
    Connected one(rig.server, rig.history);
    Connected other(rig.server, rig.history);
    QTRY_VERIFY(one.isConnected() && other.isConnected());
    one.open();
    QTRY_VERIFY(rig.now()->isOpen(one.watch));
    other.open();
    QVERIFY(other.watch != one.watch);
    QTRY_VERIFY(rig.now()->knowledge(other.watch));
}

void TestHeldWatches::numbersBeginBehindThoseOfBefore()
{
    WatchNumbers numbers;
    QCOMPARE(numbers.next(), WatchId(1));
    numbers.beginBehind(41);
    QCOMPARE(numbers.next(), WatchId(42));
    numbers.beginBehind(7);
    QCOMPARE(numbers.next(), WatchId(43));
}

void TestHeldWatches::atAnyMomentTheHistoryOfManySessionsIsThatOfOne()
{
    std::mt19937_64 random(test::seed());
    Rig rig;
    const auto change = [&] {
        const std::string key = std::string("a/") + char('a' + random() % 8);
        const auto made = apiserver::pod(key, "n=" + std::to_string(random() % 100));
        if (random() % 3 == 0)
            rig.storage().remove("pods", key, 0);
        else if (!apiserver::stored(rig.storage().update("pods", made, 0)))
            rig.storage().create("pods", made);
    };
    const auto served = [&] {
        std::set<std::string> picture;
        const apiserver::Listing listing = rig.storage().list("pods");
        for (const auto &object : listing.objects)
            picture.insert(object->key().substr(2) + ' ' + std::to_string(object->revision));
        return picture;
    };
    std::map<RowId, std::set<std::string>> moments;
    WatchId watch = 0;
    for (int run = 0; run < 20; ++run) {
        for (auto changes = random() % 6; changes > 0; --changes)
            change();
        Connected connected(rig.server, rig.history);
        QTRY_VERIFY(connected.isConnected());
        const RowId before = rig.now()->end();
        connected.open();
        QVERIFY(watch == 0 || connected.watch == watch);
        watch = connected.watch;
        QTRY_VERIFY(rig.now()->end() > before && rig.pictureAt(watch, rig.now()->end()) == served());
        for (auto changes = random() % 6; changes > 0; --changes)
            change();
        QTRY_VERIFY(rig.pictureAt(watch, rig.now()->end()) == served());
        moments[rig.now()->end()] = served();
    }
    for (const auto &[upTo, picture] : moments)
        QVERIFY(rig.pictureAt(watch, upTo) == picture);
    QCOMPARE(rig.now()->gapsOf(watch, rig.now()->end()).size(), std::size_t(19));
    // Each life is one, however many sessions it went through.
    std::set<std::string> uids;
    for (RowId row = 0; row < rig.now()->end(); ++row) {
        const ObjectPtr object = rig.now()->object(row);
        if (object && !rig.now()->lives().previous(row))
            QVERIFY(uids.insert(std::string(object->uid.text())).second);
    }
}

} // namespace tst_heldwatches

WK_TEST(tst_heldwatches, TestHeldWatches, QCoreApplication)
#include "tst_heldwatches.moc"
