// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/sessionworker.h"

#include "core/informer/watchsink.h"
#include "tests/support/fakesource.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_sessionworker {

using namespace wk;
using namespace std::chrono_literals;

namespace {

/// A server that the test plays: away or there, and what it has to say besides.
struct PlayedBackend : Backend {
    void discover(std::function<void(Result<ServerFacts>)> done) override
    {
        ++discoveries;
        tell = std::move(done);
        tell(facts);
    }
    void probe(std::function<void(std::optional<Error>)> done) override
    {
        done(isAway ? std::optional(makeError(ErrorKind::Refused)) : std::nullopt);
    }
    std::unique_ptr<ListerWatcher> source(const WatchScope &, std::unique_ptr<BodyWriter>) override
    {
        auto made = std::make_unique<FakeSource>(&calls);
        lastSource = made.get();
        return made;
    }
    void forgetConnections() override {}
    ServerNotes notes() const override { return said; }

    ServerFacts facts{"v1.99", {}, {}, {}};
    std::function<void(Result<ServerFacts>)> tell; ///< the answer to discover(), once more
    int discoveries = 0;
    bool isAway = false;
    QStringList calls;
    FakeSource *lastSource = nullptr;
    ServerNotes said;
};

/// Hears until when the watches that were closed had known, and may have held something of the next.
struct Closings : WatchSink {
    std::optional<HeldState> held(WatchId) override { return std::exchange(state, std::nullopt); }
    void opened(WatchId, const ClusterId &, const WatchScope &) override {}
    void told(const std::vector<EntryPtr> &entries) override { rows += int(entries.size()); }
    void closed(WatchId watch, WallTime time) override { times[watch] = time; }

    std::optional<HeldState> state;
    int rows = 0;
    std::map<WatchId, WallTime> times;
};

struct Rig {
    Rig()
    {
        post.ring = [] {};
        worker.start();
    }
    std::map<WatchId, WatchStatus> statuses()
    {
        for (const WatchStatus &status : post.entries.take().batch.statuses)
            last[status.watch] = status;
        return last;
    }
    int lists() const { return int(backend->calls.count(QStringLiteral("list@"))); }

    SessionPost post;
    std::map<WatchId, WatchStatus> last;
    PlayedBackend *backend = nullptr;
    Closings closings;
    ManualClock *clock = new ManualClock;
    SessionWorker worker{[this](Clock &) -> Result<std::unique_ptr<Backend>> {
                             auto made = std::make_unique<PlayedBackend>();
                             backend = made.get();
                             return std::unique_ptr<Backend>(std::move(made));
                         },
                         post,
                         {&closings},
                         ClusterId::known("one"),
                         std::unique_ptr<Clock>(clock)};
};

} // namespace

class TestSessionWorker : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void C20_aWatchOpenedWhileTheServerIsAwayWaitsForTheProbe();
    void whatAServerSaysBesidesIsToldOnce();
    void discoveryIsNotBegunAnewWhileAGroupMayStillAnswer();
    void aWatchThatIsClosedKnewUntilThenOrUntilItBroke();
    void aWatchThatGoesOnTellsWhatIsNewAndNoMore();
    void oneThatCouldNotGoOnKnewNoMoreThanBefore();
};

void TestSessionWorker::C20_aWatchOpenedWhileTheServerIsAwayWaitsForTheProbe()
{
    Rig rig;
    rig.backend->isAway = true;
    rig.clock->advance(15s);
    rig.worker.open(1, {});
    rig.clock->advance(5min);
    QCOMPARE(rig.lists(), 0);
    QVERIFY(rig.statuses()[1].state == WatchState::Waiting);
    QVERIFY(rig.last[1].error->kind == ErrorKind::Refused);
    QVERIFY(!rig.last[1].nextTry);
    rig.worker.retryNow(); // unless a person asks
    QCOMPARE(rig.lists(), 1);
    rig.worker.open(2, {});
    rig.backend->isAway = false;
    rig.clock->advance(4s);
    QVERIFY(rig.lists() > 1);
    QVERIFY(rig.statuses()[2].state == WatchState::Listing);
    const int before = rig.lists();
    rig.worker.open(3, {}); // and one that is opened now has nobody to wait for
    QCOMPARE(rig.lists(), before + 1);
}

void TestSessionWorker::whatAServerSaysBesidesIsToldOnce()
{
    Rig rig;
    const auto notes = [&rig] {
        std::vector<ServerNotes> told;
        for (const SessionLetter &letter : rig.post.letters.take()) {
            if (const auto *news = std::get_if<NotesNews>(&letter))
                told.push_back(news->notes);
        }
        return told;
    };
    QVERIFY(notes().empty());
    rig.backend->said.warnings = {"deprecated"};
    rig.worker.open(1, {});
    QCOMPARE(notes(), std::vector{rig.backend->said});
    rig.worker.tellAgain(1);
    QVERIFY(notes().empty());
}

void TestSessionWorker::discoveryIsNotBegunAnewWhileAGroupMayStillAnswer()
{
    Rig rig;
    rig.backend->facts.pendingGroups = {"hanging/v1"};
    rig.clock->advance(2min);
    QCOMPARE(rig.backend->discoveries, 2);
    rig.clock->advance(10min);
    QCOMPARE(rig.backend->discoveries, 2);
    rig.backend->tell(ServerFacts{"v1.99", {}, {{"hanging/v1", Error{}}}, {}});
    rig.clock->advance(30s);
    QCOMPARE(rig.backend->discoveries, 3);
}

void TestSessionWorker::aWatchThatIsClosedKnewUntilThenOrUntilItBroke()
{
    Rig rig;
    const WallTime begun = rig.clock->wallNow();
    const auto bringUp = [&rig](WatchId watch) {
        rig.worker.open(watch, {});
        FakeSource &source = *rig.backend->lastSource;
        ListPage page;
        page.version = ResourceVersion("10");
        source->listed(std::move(page));
        source->watchOpened();
    };
    bringUp(1);
    bringUp(2);
    rig.clock->advance(10s);
    (*rig.backend->lastSource)->watchEnded(makeError(ErrorKind::ConnectionLost));
    rig.clock->advance(20s);
    rig.worker.close(1);
    rig.worker.close(2);
    QCOMPARE(rig.closings.times[1] - begun, 30s);
    QCOMPARE(rig.closings.times[2] - begun, 10s);
}

void TestSessionWorker::aWatchThatGoesOnTellsWhatIsNewAndNoMore()
{
    Rig rig;
    rig.closings.state = HeldState{{makeObject("n", "a", "ua", "3")}, {}, rig.clock->wallNow() - 10h, {}};
    rig.worker.open(1, {});
    QCOMPARE(rig.closings.rows, 0); // the history has the state
    QVERIFY(rig.statuses()[1].state == WatchState::Relisting);
    QCOMPARE(rig.last[1].objects, std::uint64_t(1));
    ListPage page;
    page.version = ResourceVersion("10");
    page.objects = {makeObject("n", "a", "ua", "3")};
    (*rig.backend->lastSource)->listed(std::move(page));
    QCOMPARE(rig.closings.rows, 2); // a gap and a relist
    rig.worker.open(2, {});
    QVERIFY(rig.statuses()[2].state == WatchState::Listing);
}

void TestSessionWorker::oneThatCouldNotGoOnKnewNoMoreThanBefore()
{
    Rig rig;
    const WallTime then = rig.clock->wallNow() - 10h;
    rig.backend->isAway = true;
    rig.clock->advance(15s);
    rig.closings.state = HeldState{{makeObject("n", "a", "ua", "3")}, {}, then, {}};
    rig.worker.open(1, {});
    rig.clock->advance(5min);
    QCOMPARE(rig.lists(), 0);
    QVERIFY(rig.statuses()[1].state == WatchState::Waiting);
    QVERIFY(rig.last[1].oldSince() == then);
    rig.worker.close(1);
    QVERIFY(rig.closings.times[1] == then);
    QCOMPARE(rig.closings.rows, 0);
}

} // namespace tst_sessionworker

WK_TEST(tst_sessionworker, TestSessionWorker, QCoreApplication)
#include "tst_sessionworker.moc"
