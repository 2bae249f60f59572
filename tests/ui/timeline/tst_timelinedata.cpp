// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"
#include "ui/style/phase.h"
#include "ui/timeline/timelinedata.h"

#include <QStringList>
#include <QTest>

namespace tst_timelinedata {

using namespace wk;
using namespace std::chrono_literals;

namespace {

const WallTime Noon(std::chrono::seconds(1'795'262'400));

constexpr WatchId Pods = 1;
constexpr WatchId Events = 2;
constexpr WatchId PodsAgain = 3;
constexpr WatchId AllPods = 4;
constexpr WatchId AllPodsAgain = 5;
constexpr WatchId Closed = 9;

WatchScope scope(const char *resource, const char *kind, const char *ns = "web")
{
    WatchScope scope;
    scope.resource.gvr = {"", "v1", resource};
    scope.resource.kind = kind;
    scope.ns = ns;
    return scope;
}

const WatchScope *scopeOf(WatchId watch)
{
    static const WatchScope pods = scope("pods", "Pod");
    static const WatchScope allPods = scope("pods", "Pod", "");
    static const WatchScope events = scope("events", "Event");
    switch (watch) {
    case Pods:
    case PodsAgain: return &pods;
    case AllPods:
    case AllPodsAgain: return &allPods;
    case Events: return &events;
    default: return nullptr;
    }
}

ObjectPtr pod(const QString &name, const QString &phase = u"Running"_qs, const QString &owner = {})
{
    auto object = makeCounted<Object>();
    object->ns = "web";
    object->name = name.toStdString();
    object->uid = name.toStdString();
    object->phase = phase.toStdString();
    object->created = Noon - 1h;
    if (!owner.isEmpty())
        object->owners = {{"apps/v1", "ReplicaSet", owner.toStdString(), owner.toStdString(), true}};
    return object;
}

ObjectPtr podIn(const char *ns, const QString &name)
{
    auto object = makeCounted<Object>(*pod(name));
    object->ns = ns;
    return object;
}

ObjectPtr kubeEvent(const QString &name, const QString &regarded, bool warning, int count)
{
    auto object = makeCounted<Object>();
    object->ns = "web";
    object->name = name.toStdString();
    object->uid = name.toStdString();
    object->body = Body(makeCounted<PlainBody>(
        QStringLiteral(
            R"({"involvedObject":{"uid":"%1"},"type":"%2","reason":"R","count":%3,"firstTimestamp":"%4","lastTimestamp":"%5"})")
            .arg(regarded, warning ? u"Warning"_qs : u"Normal"_qs)
            .arg(count)
            .arg(QString::fromStdString(formatTime(Noon)))
            .arg(QString::fromStdString(formatTime(Noon + std::chrono::seconds(count))))
            .toStdString()));
    return object;
}

EntryPtr change(EntryType type, std::chrono::milliseconds at, ObjectPtr object, EntryClass origin = EntryClass::Live)
{
    auto entry = std::make_shared<Entry>();
    entry->watch = object->body.isNull() ? Pods : Events;
    entry->type = type;
    entry->origin = origin;
    entry->arrived = Noon + at;
    entry->object = std::move(object);
    return entry;
}

EntryPtr list(std::chrono::milliseconds at, std::vector<ObjectPtr> objects, WatchId watch = Pods)
{
    auto entry = std::make_shared<Entry>();
    entry->watch = watch;
    entry->type = EntryType::List;
    entry->arrived = Noon + at;
    entry->objects = std::make_shared<const std::vector<ObjectPtr>>(std::move(objects));
    return entry;
}

/// Seconds after noon.
QString at(WallTime time)
{
    return QString::number(double((time - Noon).count()) / 1e6);
}

QString textOf(const Lane &lane)
{
    QStringList words{QString::fromStdString(lane.object->name)};
    if (lane.created)
        words << u"born:"_qs + at(*lane.created);
    for (const PhaseSpan &span : lane.life)
        words << phaseName(span.phase) + u'@' + at(span.from);
    for (std::size_t i = 0; i < lane.marks.size(); ++i) {
        const char *inferred = lane.marks.codes[i].origin == EntryClass::Inferred ? "!" : "";
        words << QLatin1String(inferred) + QLatin1String(typeName(lane.marks.codes[i].type)).at(0) +
                     at(lane.marks.times[i]);
    }
    for (const LaneNote &note : lane.notes)
        words << (note.warning ? u"Warn%1@%2"_qs : u"Note%1@%2"_qs).arg(note.count).arg(at(note.time));
    if (lane.ended)
        words << (lane.endInferred ? u"gone<"_qs : u"gone@"_qs) + at(*lane.ended);
    return words.join(u' ');
}

QString textOf(const TimelineData &data)
{
    QStringList lanes;
    for (int i = 0; i < data.lanes().count(); ++i) {
        if (data.lanes().lane(i) && !data.lanes().lane(i)->aside)
            lanes << textOf(*data.lanes().lane(i));
    }
    return lanes.join(u", ");
}

void work(TimelineData &data, std::vector<EntryPtr> entries)
{
    data.take({std::move(entries), {}});
    while (data.work(100)) {
    }
}

TimelineData dataOf(std::vector<EntryPtr> entries, LaneStore::Limits limits = {})
{
    TimelineData data(scopeOf, limits);
    work(data, std::move(entries));
    return data;
}

constexpr auto Added = EntryType::Added;
constexpr auto Modified = EntryType::Modified;
constexpr auto Deleted = EntryType::Deleted;

} // namespace

class tst_TimelineData : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLifeIsPhasesAndMarks_data()
    {
        QTest::addColumn<std::vector<EntryPtr>>("entries");
        QTest::addColumn<QString>("lanes");
        const auto row = [](const char *name, std::vector<EntryPtr> entries, const QString &lanes) {
            QTest::newRow(name) << std::move(entries) << lanes;
        };
        row("seen from birth to death",
            {list(0s, {}), change(Added, 1s, pod(u"a"_qs, u"Pending"_qs)), change(Modified, 3s, pod(u"a"_qs)),
             change(Deleted, 9s, pod(u"a"_qs))},
            u"a Pending@1 Running@3 A1 M3 D9 gone@9"_qs);
        row("there before we watched: born earlier, seen from the list on", {list(5s, {pod(u"a"_qs)})},
            u"a born:-3600 Running@5"_qs);
        row("a change that leaves the phase is a mark only",
            {list(0s, {pod(u"a"_qs)}), change(Modified, 2s, pod(u"a"_qs)), change(Modified, 3s, pod(u"a"_qs))},
            u"a born:-3600 Running@0 M2 M3"_qs);
        row("an inferred addition was there before",
            {list(0s, {}), change(Added, 4s, pod(u"a"_qs), EntryClass::Inferred)}, u"a born:-3600 Running@4 !A4"_qs);
        row("when an inferred deletion happened was not seen",
            {list(0s, {pod(u"a"_qs)}), change(Deleted, 4s, pod(u"a"_qs), EntryClass::Inferred)},
            u"a born:-3600 Running@0 !D4 gone<4"_qs);
        row("the state told again changes nothing",
            {list(0s, {pod(u"a"_qs), pod(u"b"_qs)}), list(5s, {pod(u"a"_qs), pod(u"b"_qs)})},
            u"a born:-3600 Running@0, b born:-3600 Running@0"_qs);
        row("what a later list does not hold is gone",
            {list(0s, {pod(u"a"_qs), pod(u"b"_qs)}), list(5s, {pod(u"b"_qs, u"Failed"_qs)})},
            u"a born:-3600 Running@0 gone<5, b born:-3600 Running@0 Failed@5"_qs);
        row("back under a selector its lane goes on",
            {list(0s, {pod(u"a"_qs)}), change(Deleted, 2s, pod(u"a"_qs)), change(Added, 4s, pod(u"a"_qs))},
            u"a born:-3600 Running@0 D2 A4"_qs);
        row("a clock set back puts the mark where it belongs",
            {list(0s, {}), change(Added, 8s, pod(u"a"_qs)), change(Modified, 6s, pod(u"a"_qs))},
            u"a Running@8 M6 A8"_qs);
    }
    void aLifeIsPhasesAndMarks()
    {
        QFETCH(std::vector<EntryPtr>, entries);
        QTEST(textOf(dataOf(entries)), "lanes");
    }

    void kubernetesEventsStandOnWhatTheyRegard()
    {
        const auto data = dataOf({list(0s, {pod(u"a"_qs)}), list(0s, {kubeEvent(u"e1"_qs, u"a"_qs, false, 1)}, Events),
                                  change(Added, 5s, kubeEvent(u"e2"_qs, u"a"_qs, true, 3)),
                                  change(Modified, 6s, kubeEvent(u"e2"_qs, u"a"_qs, true, 4)),
                                  change(Deleted, 9s, kubeEvent(u"e1"_qs, u"a"_qs, false, 1))});
        QCOMPARE(textOf(data), u"a born:-3600 Running@0 Warn1@0 Note1@1 Warn3@3 Warn4@4"_qs);
    }

    void aWordThatIsHeardTwiceIsOneNote()
    {
        const auto data = dataOf({list(0s, {pod(u"a"_qs)}), list(0s, {kubeEvent(u"e"_qs, u"a"_qs, true, 2)}, Events),
                                  change(Added, 5s, kubeEvent(u"e"_qs, u"a"_qs, true, 2))});
        QCOMPARE(textOf(data), u"a born:-3600 Running@0 Warn1@0 Warn2@2"_qs);
    }

    void anEventThatComesBeforeItsObjectWaits()
    {
        const auto data = dataOf({list(0s, {kubeEvent(u"e"_qs, u"late"_qs, true, 2)}, Events), list(1s, {}),
                                  change(Added, 3s, pod(u"late"_qs))});
        QCOMPARE(textOf(data), u"late Running@3 A3 Warn1@0 Warn2@2"_qs);
    }

    void gapsAreKeptWithBothVersionsAndTimes()
    {
        auto gap = std::make_shared<Entry>();
        gap->watch = Pods;
        gap->type = EntryType::Gap;
        gap->arrived = Noon + 30s;
        gap->gap = {ResourceVersion("100"), ResourceVersion("160"), Noon + 20s, "410 Expired"};
        const auto data = dataOf({list(0s, {pod(u"a"_qs)}), gap});
        const WatchTrack *track = data.track(Pods);
        QVERIFY(track);
        QCOMPARE(track->gaps.size(), 1U);
        QCOMPARE(track->gaps[0].since, Noon + 20s);
        QCOMPARE(track->gaps[0].until, Noon + 30s);
        QCOMPARE(track->gaps[0].to.text(), std::string("160"));
        QCOMPARE(track->watchedFrom, std::optional(Noon));
    }

    void aClosedWatchIsNotHeard()
    {
        const auto data = dataOf({list(0s, {pod(u"a"_qs)}, Closed)});
        QCOMPARE(textOf(data), QString());
        QVERIFY(!data.track(Closed));
    }

    void aBigListIsWorkedOffInSteps()
    {
        std::vector<ObjectPtr> objects;
        for (int i = 0; i < 1000; ++i)
            objects.push_back(pod(u"p%1"_qs.arg(i)));
        TimelineData data(scopeOf);
        data.take({{list(0s, objects), change(Deleted, 1s, pod(u"p0"_qs))}, {}});
        QVERIFY(data.work(400));
        QVERIFY(data.lanes().count() >= 390 && data.lanes().count() <= 400);
        while (data.work(400)) {
        }
        QCOMPARE(data.lanes().count(), 1000);
        QVERIFY(data.lanes().lane(0)->ended);
    }

    void theOldestMarksGoFirst()
    {
        std::vector<EntryPtr> entries{list(0s, {pod(u"a"_qs), pod(u"b"_qs)})};
        for (int i = 1; i <= 5000; ++i)
            entries.push_back(change(Modified, std::chrono::seconds(i), pod(i % 2 ? u"a"_qs : u"b"_qs)));
        const auto data = dataOf(entries, {.marks = 3000, .lanes = 10});
        QVERIFY(data.lanes().markCount() <= 3000);
        QVERIFY(data.lanes().markCount() >= 1900);
        QVERIFY(data.lanes().keptFrom() >= Noon + 2000s);
        for (int i = 0; i < 2; ++i)
            QVERIFY(data.lanes().lane(i)->marks.times.front() >= *data.lanes().keptFrom());
        QCOMPARE(data.lanes().lane(0)->marks.times.back(), Noon + 4999s);
    }

    void lanesThatEndedLongestAgoMakeRoom()
    {
        const auto data = dataOf({list(0s, {pod(u"a"_qs), pod(u"b"_qs)}), change(Deleted, 1s, pod(u"b"_qs)),
                                  change(Added, 2s, pod(u"c"_qs)), change(Added, 3s, pod(u"d"_qs))},
                                 {.marks = 100, .lanes = 2});
        QCOMPARE(textOf(data), u"a born:-3600 Running@0, c Running@2 A2"_qs);
        QCOMPARE(data.lanes().refused(), 1U);
    }

    void aWatchThatIsClosedShowsNothing()
    {
        auto data = dataOf({list(0s, {pod(u"a"_qs)}), change(Modified, 1s, pod(u"a"_qs))});
        data.close(Pods, Noon + 2s);
        QCOMPARE(textOf(data), QString());
        QVERIFY(!data.track(Pods));
        QVERIFY(!data.watchedFrom());
    }

    void oneThatHadNotListedLeavesNothing()
    {
        auto data = dataOf({change(Added, 1s, pod(u"a"_qs))});
        data.close(Pods, Noon + 2s);
        QCOMPARE(data.lanes().markCount(), 0U);
        QCOMPARE(data.lanes().findUid("a"), -1);
    }

    /// Other namespaces were chosen, and then the same again.
    void anotherWatchGoesOnWithItsLanes()
    {
        auto data = dataOf({list(0s, {pod(u"a"_qs), pod(u"b"_qs)}), change(Modified, 1s, pod(u"a"_qs)),
                            change(Deleted, 2s, pod(u"b"_qs)), change(Added, 3s, pod(u"c"_qs))});
        data.close(Pods, Noon + 10s);
        work(data, {list(20s, {pod(u"a"_qs, u"Pending"_qs)}, PodsAgain)});
        QCOMPARE(textOf(data), u"a born:-3600 Running@0 Pending@20 M1, b born:-3600 Running@0 D2 gone@2, "
                               u"c Running@3 A3 gone<20"_qs);
        const WatchTrack &track = *data.track(PodsAgain);
        QCOMPARE(*track.watchedFrom, Noon);
        QCOMPARE(track.gaps.size(), 1U);
        QVERIFY(track.gaps.front().isUnwatched);
        QCOMPARE(track.gaps.front().since, Noon + 10s);
        QCOMPARE(track.gaps.front().until, Noon + 20s);
        QCOMPARE(data.lanes().lane(0)->watch, PodsAgain);
    }

    void whatOneNamespaceToldMeanwhileStays()
    {
        const ObjectPtr other = podIn("db", u"x"_qs);
        auto data = dataOf({list(0s, {pod(u"a"_qs), other}, AllPods)});
        data.close(AllPods, Noon + 10s);
        work(data, {list(11s, {pod(u"a"_qs)}), change(Modified, 12s, pod(u"a"_qs))});
        QCOMPARE(textOf(data), u"a born:-3600 Running@0 M12"_qs);
        QCOMPARE(*data.track(Pods)->watchedFrom, Noon);
        data.close(Pods, Noon + 20s);
        work(data, {list(30s, {pod(u"a"_qs), other}, AllPodsAgain)});
        QCOMPARE(textOf(data), u"a born:-3600 Running@0 M12, x born:-3600 Running@0"_qs);
        const WatchTrack &track = *data.track(AllPodsAgain);
        QCOMPARE(*track.watchedFrom, Noon);
        QCOMPARE(track.gaps.size(), 1U);
        QCOMPARE(track.gaps.front().since, Noon + 10s); // one namespace is not all
    }

    void oneThatLookedAtLessSaysNothingOfTheRest()
    {
        auto data = dataOf({list(0s, {pod(u"a"_qs)})});
        data.close(Pods, Noon + 10s);
        work(data, {list(20s, {pod(u"a"_qs), podIn("db", u"x"_qs)}, AllPods)});
        QCOMPARE(textOf(data), u"a born:-3600 Running@0, x born:-3600 Running@20"_qs);
        QCOMPARE(*data.track(AllPods)->watchedFrom, Noon + 20s);
        QVERIFY(data.track(AllPods)->gaps.empty());
    }

    void whatIsAsideGoesWithTheOldestMarks()
    {
        auto data = dataOf({list(0s, {pod(u"a"_qs)}, AllPods)}, {.marks = 3000});
        data.close(AllPods, Noon + 1s);
        std::vector<EntryPtr> entries{list(2s, {pod(u"b"_qs)})};
        for (int second = 3; second < 5000; ++second)
            entries.push_back(change(Modified, std::chrono::seconds(second), pod(u"b"_qs)));
        work(data, entries);
        QVERIFY(data.lanes().keptFrom());
        QCOMPARE(data.lanes().findUid("a"), -1);
        QVERIFY(data.lanes().findUid("b") >= 0);
    }

    void whatIsAsideMakesRoom()
    {
        auto data = dataOf({list(0s, {pod(u"a"_qs), pod(u"b"_qs)}, AllPods)}, {.marks = 100, .lanes = 2});
        data.close(AllPods, Noon + 1s);
        work(data, {list(2s, {pod(u"c"_qs), pod(u"d"_qs)})});
        QCOMPARE(textOf(data), u"c born:-3600 Running@2, d born:-3600 Running@2"_qs);
    }

    void aLaneTellsItsOwner()
    {
        const auto data = dataOf({list(0s, {pod(u"a"_qs, u"Running"_qs, u"rs"_qs)})});
        const LaneIdentity identity = data.identity(0);
        QCOMPARE(identity.kind, std::string("Pod"));
        QCOMPARE(identity.ownerKind, std::string("ReplicaSet"));
        QCOMPARE(identity.ownerUid, std::string("rs"));
    }

    void thePhaseAtAMomentIsKnown()
    {
        const auto data = dataOf({list(0s, {}), change(Added, 1s, pod(u"a"_qs, u"Pending"_qs)),
                                  change(Modified, 3s, pod(u"a"_qs)), change(Deleted, 9s, pod(u"a"_qs))});
        const Lane &lane = *data.lanes().lane(0);
        QCOMPARE(int(phaseAt(lane, Noon)), int(Phase::None));
        QCOMPARE(int(phaseAt(lane, Noon + 1s)), int(Phase::Pending));
        QCOMPARE(int(phaseAt(lane, Noon + 5s)), int(Phase::Running));
        QCOMPARE(int(phaseAt(lane, Noon + 9s)), int(Phase::None));
    }
};

} // namespace tst_timelinedata

WK_TEST(tst_timelinedata, tst_TimelineData, NoApplication)
#include "tst_timelinedata.moc"
