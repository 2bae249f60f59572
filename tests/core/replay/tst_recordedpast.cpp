// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/recordedpast.h"

#include "core/history/eventlog.h"
#include "tests/support/entries.h"
#include "tests/support/fixtures.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <map>
#include <random>

namespace tst_recordedpast {

using namespace wk;
using namespace wk::test;
using apiserver::StorageEvent;
using apiserver::WatchPosition;
using apiserver::WatchTake;
using namespace std::chrono_literals;

namespace {

constexpr EventLog::Bounds Boundless{.rows = SIZE_MAX, .bytes = SIZE_MAX};

WatchScope podScope(const std::string &ns = {})
{
    WatchScope made = scope("Pod", ns);
    made.resource.gvr = {"", "v1", "pods"};
    made.resource.namespaced = true;
    return made;
}

ObjectPtr pod(const std::string &ns, const std::string &name, std::uint64_t version)
{
    auto made = object(ns, name, std::to_string(version));
    made->body = plainBody("{'metadata':{'name':'" + name + "','namespace':'" + ns + "','uid':'" + made->uid.text() +
                           "','resourceVersion':'" + std::to_string(version) + "'},'spec':{'nodeName':'n" +
                           std::to_string(version) + "'}}");
    return made;
}

/// A server's pods, and the watches that tell of them: of all namespaces, or of one each.
class Scene
{
public:
    explicit Scene(std::vector<std::string> watched)
    {
        for (const std::string &ns : watched)
            m_watches.push_back({WatchId(m_watches.size() + 1), ns});
        for (const Watch &watch : m_watches) {
            log.setWatch(watch.id, podScope(watch.ns));
            relist(watch.id);
        }
    }

    /// Something is written; it is told at once, or later, by whoever watches it.
    void write(const std::string &ns, const std::string &name)
    {
        ++version;
        const bool isNew = !objects.contains({ns, name});
        objects[{ns, name}] = pod(ns, name, version);
        tell(isNew ? EntryType::Added : EntryType::Modified, objects[{ns, name}]);
    }
    void remove(const std::string &ns, const std::string &name)
    {
        if (objects.erase({ns, name}) == 0)
            return;
        tell(EntryType::Deleted, pod(ns, name, ++version));
    }
    void bookmark(WatchId watch)
    {
        deliver(watch);
        append(watch, EntryType::Bookmark, nullptr, version);
    }
    /// Tells what a watch has not told yet.
    void deliver(WatchId watch)
    {
        for (const auto &[type, object] : m_watches[watch - 1].waiting)
            append(watch, type, object, object->version.number());
        m_watches[watch - 1].waiting.clear();
    }
    void deliverAll()
    {
        for (const Watch &watch : m_watches)
            deliver(watch.id);
    }
    /// What waits is lost, and all is listed again.
    void relist(WatchId watch)
    {
        Watch &of = m_watches[watch - 1];
        of.waiting.clear();
        std::vector<ObjectPtr> all;
        for (const auto &[key, object] : objects) {
            if (of.ns.empty() || of.ns == key.first)
                all.push_back(object);
        }
        auto list = listEntry(watch, std::move(all));
        list->version = ResourceVersion(std::to_string(version));
        list->arrived = Start + m_time++ * 1ms;
        log.append(list);
    }

    EventLog log{Boundless};
    std::uint64_t version = 100;
    std::map<std::pair<std::string, std::string>, ObjectPtr> objects;

private:
    struct Watch {
        WatchId id = 0;
        std::string ns;
        std::vector<std::pair<EntryType, ObjectPtr>> waiting{};
    };

    void tell(EntryType type, const ObjectPtr &object)
    {
        for (Watch &watch : m_watches) {
            if (watch.ns.empty() || watch.ns == object->ns.view())
                watch.waiting.emplace_back(type, object);
        }
    }
    void append(WatchId watch, EntryType type, const ObjectPtr &object, std::uint64_t at)
    {
        auto told = entry(watch, type, object);
        told->version = ResourceVersion(std::to_string(at));
        told->arrived = Start + m_time++ * 1ms;
        log.append(told);
    }

    std::vector<Watch> m_watches;
    int m_time = 0;
};

using State = std::map<std::string, std::uint64_t>;

State stateOf(const apiserver::Listing &listing)
{
    State state;
    for (const auto &object : listing.objects)
        state[object->key()] = object->revision;
    return state;
}

/// One that lists, watches, and lists again when it has to.
class Client
{
public:
    explicit Client(RecordedPast &past)
        : m_past(past)
    {
        list();
    }

    void follow(std::size_t atOnce)
    {
        for (;;) {
            const WatchTake take = m_past.take("pods", m_position, atOnce);
            if (take.state != WatchTake::State::Ok) {
                if (const auto again = m_past.open("pods", m_version)) { // nothing was missed
                    m_position = *again;
                    states = {{m_version, state}};
                } else {
                    list();
                    ++lists;
                }
                continue;
            }
            for (const StorageEvent &event : take.events)
                apply(event);
            m_version = take.upTo;
            states[m_version] = state;
            if (take.events.empty())
                return;
        }
    }

    State state;
    std::map<std::uint64_t, State> states; ///< by version
    int lists = 1;
    bool areVersionsGrowing = true;

private:
    void list()
    {
        const apiserver::Listing listing = m_past.list("pods");
        state = stateOf(listing);
        m_version = listing.revision;
        states.clear();
        states[m_version] = state;
        const auto opened = m_past.open("pods", m_version);
        QVERIFY(opened);
        m_position = *opened;
    }
    void apply(const StorageEvent &event)
    {
        areVersionsGrowing = areVersionsGrowing && event.object->revision > m_version;
        m_version = event.object->revision;
        if (event.type == StorageEvent::Type::Deleted)
            state.erase(event.object->key());
        else
            state[event.object->key()] = event.object->revision;
    }

    RecordedPast &m_past;
    WatchPosition m_position;
    std::uint64_t m_version = 0;
};

} // namespace

class TestRecordedPast : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whoFollowsHasWhatStood_data();
    void whoFollowsHasWhatStood();
    void whatIsNotKnownAnyMoreIs410();
    void whatIsStillToComeIs504();
    void aHistoryThatWentBackIs410();
    void aListIsThereFromTheBeginning();
};

void TestRecordedPast::whoFollowsHasWhatStood_data()
{
    QTest::addColumn<QStringList>("watched");
    QTest::newRow("all namespaces") << QStringList{QString()};
    QTest::newRow("one watch a namespace")
        << QStringList{QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")};
    QTest::newRow("one of all, and one of one") << QStringList{QString(), QStringLiteral("b")};
}

/// However much comes at once, whenever it was listed anew, and in whichever order several watches told it.
void TestRecordedPast::whoFollowsHasWhatStood()
{
    QFETCH(const QStringList, watched);
    std::mt19937_64 random(seed());
    const auto below = [&random](std::size_t bound) { return std::size_t(random() % bound); };
    std::vector<std::string> namespaces;
    for (const QString &ns : watched)
        namespaces.push_back(ns.toStdString());
    Scene scene(namespaces);
    const auto anyWatch = [&] { return WatchId(1 + below(namespaces.size())); };
    const std::array<std::string, 3> Spaces{"a", "b", "c"};
    for (int i = 0, end = rounds(3000); i < end; ++i) {
        const std::string &ns = Spaces[below(3)];
        const std::string name = "p" + std::to_string(below(8));
        const std::size_t what = below(200);
        if (what < 2)
            scene.relist(anyWatch());
        else if (what < 10)
            scene.bookmark(anyWatch());
        else if (what < 60)
            scene.deliver(anyWatch());
        else if (what < 90)
            scene.remove(ns, name);
        else
            scene.write(ns, name);
    }
    scene.deliverAll();
    const HistoryPtr history = scene.log.snapshot();
    RecordedPast past(history, {});
    QCOMPARE(past.types().size(), std::size_t(1));
    Client client(past);
    for (RowId upTo = 0; upTo < history->end();) {
        upTo = std::min<RowId>(upTo + 1 + below(60), history->end());
        past.goTo(upTo);
        client.follow(1 + below(20));
        QCOMPARE(client.state, stateOf(past.list("pods")));
        const auto then = std::next(client.states.begin(), std::ptrdiff_t(below(client.states.size())));
        const auto listing = past.listAt("pods", then->first);
        QVERIFY(listing && stateOf(*listing) == then->second);
        const auto part = past.stretchAt("pods", then->first, "b", 4);
        QVERIFY(part && part->total == then->second.size() && part->objects.size() <= 4);
    }
    QVERIFY(client.lists > 1 && client.areVersionsGrowing);
    State all;
    for (const auto &[key, object] : scene.objects)
        all[key.first + '/' + key.second] = object->version.number();
    QCOMPARE(client.state, all);
}

void TestRecordedPast::whatIsNotKnownAnyMoreIs410()
{
    Scene scene({""});
    scene.write("a", "p");
    scene.write("a", "p");
    scene.deliverAll();
    scene.write("a", "lost");
    scene.relist(1); // of version 103
    scene.write("a", "p");
    scene.deliverAll();
    const HistoryPtr history = scene.log.snapshot();
    RecordedPast past(history, {});
    past.goTo(3);
    QVERIFY(past.open("pods", 100));
    QCOMPARE(past.open("pods", 99).status().code, 410); // before it began
    auto position = *past.open("pods", 101);
    QCOMPARE(past.take("pods", position, 10).events.size(), std::size_t(1));
    past.goTo(history->end());
    QCOMPARE(past.open("pods", 102).status().code, 410); // nobody knows what was missed
    QCOMPARE(past.open("pods", 102).status().reason, "Expired");
    QCOMPARE(int(past.take("pods", position, 10).state), int(WatchTake::State::Ended));
    QVERIFY(!past.listAt("pods", 102));
    auto again = *past.open("pods", 103);
    const WatchTake take = past.take("pods", again, 10);
    QCOMPARE(take.events.size(), std::size_t(1));
    QCOMPARE(int(take.events.front().type), int(StorageEvent::Type::Modified));
    QCOMPARE(take.upTo, std::uint64_t(104));
}

void TestRecordedPast::whatIsStillToComeIs504()
{
    Scene scene({""});
    scene.write("a", "p");
    scene.write("a", "p");
    scene.deliverAll();
    RecordedPast past(scene.log.snapshot(), {});
    past.goTo(2);
    QCOMPARE(past.newest("pods"), std::uint64_t(101));
    QCOMPARE(past.open("pods", 102).status().code, 504);
    past.goTo(3);
    QVERIFY(past.open("pods", 102));
    QCOMPARE(past.open("pods", 103).status().code, 504);
}

void TestRecordedPast::aHistoryThatWentBackIs410()
{
    Scene scene({""});
    scene.version = 500;
    scene.write("a", "p");
    scene.deliverAll();
    scene.version = 200;
    scene.objects.clear();
    scene.relist(1);
    RecordedPast past(scene.log.snapshot(), {});
    past.goTo(2);
    QVERIFY(past.open("pods", 501));
    past.goTo(3);
    QCOMPARE(past.newest("pods"), std::uint64_t(200));
    QCOMPARE(past.open("pods", 501).status().code, 410); // of a history that is no more
    QCOMPARE(past.open("pods", 502).status().code, 504);
}

/// Who asks before it had come is told what it said.
void TestRecordedPast::aListIsThereFromTheBeginning()
{
    Scene scene({""});
    scene.write("a", "p");
    scene.relist(1);
    RecordedPast past(scene.log.snapshot(), {});
    QVERIFY(stateOf(past.list("pods")).empty()); // the first list
    QCOMPARE(past.list("pods").revision, std::uint64_t(100));
    QVERIFY(past.list("deployments.apps").objects.empty());
    past.goTo(2);
    QCOMPARE(stateOf(past.list("pods")), (State{{"a/p", 101}}));
}

} // namespace tst_recordedpast

WK_TEST(tst_recordedpast, tst_recordedpast::TestRecordedPast, QCoreApplication)
#include "tst_recordedpast.moc"
