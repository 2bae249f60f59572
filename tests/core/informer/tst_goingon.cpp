// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/bodystore.h"
#include "tests/core/informer/informerrig.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <map>
#include <random>

/// An informer that is stopped and goes on later, again and again, beside one that never stops.
namespace tst_goingon {

using namespace wk;
using namespace std::chrono_literals;

namespace {

/// "uid version body" by name.
using Picture = std::map<std::string, std::string>;

std::string textOf(const Object &object)
{
    return std::string(object.uid.text()) + ' ' + object.version.text() + ' ' + object.body.object();
}

Picture pictureOf(const std::vector<ObjectPtr> &objects)
{
    Picture picture;
    for (const ObjectPtr &object : objects)
        picture[object->name] = textOf(*object);
    return picture;
}

/// A server whose objects change, and which is restored from a backup now and then.
struct World {
    explicit World(std::mt19937_64 &with)
        : random(with)
    {}

    WatchEvent change()
    {
        const std::string name(1, char('a' + random() % 12));
        const auto known = objects.find(name);
        ++version;
        if (known != objects.end() && random() % 3 == 0) {
            Object last = *known->second;
            last.version = ResourceVersion(std::to_string(version));
            objects.erase(known);
            return makeEvent(EventType::Deleted, makeCounted<const Object>(std::move(last)));
        }
        const bool isNew = known == objects.end();
        const std::string uid = isNew ? "u" + std::to_string(++uids) : std::string(known->second->uid.text());
        objects[name] = made(name, uid);
        return makeEvent(isNew ? EventType::Added : EventType::Modified, objects[name]);
    }
    void backUp() { backup = {objects, version}; }
    /// Versions come again from then on, with other content.
    void restore()
    {
        objects = backup.first;
        version = backup.second;
        for (int i = 0; i < 3; ++i)
            change();
    }
    std::vector<ObjectPtr> all()
    {
        std::vector<ObjectPtr> listed;
        for (const auto &[name, object] : objects)
            listed.push_back(object);
        std::shuffle(listed.begin(), listed.end(), random);
        return listed;
    }
    std::string versionText() const { return std::to_string(version); }

    std::mt19937_64 &random;
    std::map<std::string, ObjectPtr> objects;
    std::uint64_t version = 100;
    int uids = 0;
    std::pair<std::map<std::string, ObjectPtr>, std::uint64_t> backup{{}, 100};

private:
    ObjectPtr made(const std::string &name, const std::string &uid)
    {
        Object object = *makeObject("n", name.c_str(), uid.c_str(), versionText().c_str());
        const std::string body = R"({"x":)" + std::to_string(random()) + "}";
        object.body = bodies.keep({object.uid, body, body, false});
        return makeCounted<const Object>(std::move(object));
    }

    BodyStore bodies;
};

/// What a handler knows by the entries alone, and whether each fits to what it knew.
struct Reader {
    void take(const std::vector<EntryPtr> &entries)
    {
        for (const EntryPtr &entry : entries) {
            gaps += entry->type == EntryType::Gap ? 1 : 0;
            if (entry->type == EntryType::Gap)
                gap = entry->gap;
            if (entry->objects)
                known = pictureOf(*entry->objects);
            if (entry->object)
                take(*entry);
        }
    }
    void take(const Entry &entry)
    {
        const auto had = known.find(entry.object->name);
        const std::string before = had == known.end() ? std::string() : had->second;
        fits = fits && (entry.type == EntryType::Added) == !entry.previous;
        fits = fits && before == (entry.previous ? textOf(*entry.previous) : std::string());
        if (entry.type == EntryType::Deleted)
            known.erase(entry.object->name);
        else
            known[entry.object->name] = textOf(*entry.object);
    }

    Picture known;
    std::optional<Gap> gap;
    int gaps = 0;
    bool fits = true;
};

/// A world, one who watches it all the time, and what the other one held when it was stopped last.
struct Scene {
    Scene(std::mt19937_64 &random, bool polled)
        : world(random)
        , isPolled(polled)
    {
        for (int i = 0; i < 10; ++i)
            world.change();
        steady.source->offersWatch = !isPolled;
        steady.informer.start();
        list(steady);
        hold();
    }
    void list(InformerRig &rig)
    {
        (*rig.source)->listed(InformerRig::page(world.all(), world.versionText().c_str()));
        if (!isPolled)
            (*rig.source)->watchOpened();
    }
    /// The other one has got to where the world is. Each has a clock of its own, which begins at the same time.
    void hold()
    {
        held = {world.all(), {}, ManualClock().wallNow() - 10h, ResourceVersion(world.versionText())};
        reader.known = pictureOf(world.all());
    }
    /// Nobody but the steady one watches. True when the server's history is another since.
    bool goesOnUnwatched()
    {
        bool isRestored = false;
        for (auto changes = world.random() % 20; changes > 0; --changes) {
            if (world.random() % 30 == 0)
                world.backUp();
            if (world.random() % 60 == 0) {
                world.restore();
                isRestored = true;
            } else if (const WatchEvent event = world.change(); !isPolled && !isRestored) {
                (*steady.source)->eventsArrived({event});
            }
        }
        if (isRestored)
            steady.informer.disprove("restored");
        else if (isPolled)
            steady.informer.retryNow();
        if (isPolled || isRestored) {
            steady.clock.advance(1min);
            list(steady);
        }
        return isRestored;
    }
    /// And both hear of it.
    void goesOnWatched(InformerRig &rig)
    {
        for (auto events = isPolled ? 0 : world.random() % 5; events > 0; --events) {
            const WatchEvent event = world.change();
            (*rig.source)->eventsArrived({event});
            (*steady.source)->eventsArrived({event});
        }
    }

    World world;
    const bool isPolled;
    InformerRig steady;
    Reader reader; ///< of the other one
    HeldState held;
};

} // namespace

class TestGoingOn : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whoeverGoesOnEndsEqualToWhoNeverStopped_data();
    void whoeverGoesOnEndsEqualToWhoNeverStopped();
};

void TestGoingOn::whoeverGoesOnEndsEqualToWhoNeverStopped_data()
{
    QTest::addColumn<bool>("isPolled");
    QTest::newRow("watched") << false;
    QTest::newRow("polled") << true;
}

void TestGoingOn::whoeverGoesOnEndsEqualToWhoNeverStopped()
{
    QFETCH(const bool, isPolled);
    std::mt19937_64 random(test::seed());
    Scene scene(random, isPolled);
    const World &world = scene.world;
    Reader &reader = scene.reader;
    for (int run = 0; run < 200; ++run) {
        const bool isRestored = scene.goesOnUnwatched();
        const bool isBeyond = world.version >= scene.held.version.number();
        if (isRestored && isBeyond && !isPolled) { // that is for the audit to find
            scene.hold();
            continue;
        }
        const Picture before = reader.known;
        reader.gaps = 0;
        InformerRig rig(scene.held);
        rig.source->offersWatch = !isPolled;
        rig.informer.addListener([&reader](const std::vector<EntryPtr> &entries) { reader.take(entries); });
        rig.informer.start();
        for (auto fails = random() % 3; fails > 0; --fails) {
            (*rig.source)->listFailed(makeError(random() % 2 ? ErrorKind::ServerError : ErrorKind::Forbidden));
            QVERIFY(rig.informer.status().staleSince == scene.held.until);
            rig.clock.advance(1min);
            rig.informer.retryNow();
        }
        scene.list(rig);
        const Picture truth = pictureOf(scene.world.all());
        QVERIFY(reader.fits);
        QVERIFY(reader.gaps == 1 && reader.gap->isNotWatched() && reader.gap->since == scene.held.until);
        QVERIFY(pictureOf(rig.informer.store().all()) == truth);
        QVERIFY(pictureOf(scene.steady.informer.store().all()) == truth);
        QVERIFY(reader.known == truth);
        QCOMPARE(rig.found == (RelistCounts{std::uint32_t(truth.size()), 0, 0, 0}), before == truth);
        scene.goesOnWatched(rig);
        QVERIFY(reader.fits && reader.known == pictureOf(scene.world.all()));
        rig.informer.stop();
        scene.held.objects = rig.informer.store().all();
        scene.held.version = rig.informer.version();
    }
}

} // namespace tst_goingon

WK_TEST(tst_goingon, TestGoingOn, QCoreApplication)
#include "tst_goingon.moc"
