// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/eventlog.h"

#include "tests/support/entries.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"
#include "tests/support/wiretext.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <set>

/// Lives by what an EventLog tells of them.
namespace tst_lives {

using namespace Qt::StringLiterals;
using namespace wk;
using namespace wk::test;
using namespace std::chrono_literals;

class TestLives : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsTheObjectsOfAnyMoment();
    void aListReplacesWhatStoodBefore();
    void aNameMayLiveTwice();
    void namesNoOtherWatchsObjects();
    void findsTheRowAfterAMoment();
    void saysSinceWhenItKnows();
    void knowsNothingOfWhatComesAfterTheEnd();
    void equalsTheNaiveFoldWhateverFallsOff();
};

namespace {

/// "name@version" of each, by name.
QString texts(const ObjectList &objects)
{
    QStringList found;
    for (const ObjectPtr &object : *objects)
        found += QString::fromStdString(object->name + '@' + object->version.text());
    found.sort();
    return found.join(u' ');
}

Counted<Object> revived(std::string name, std::string version, std::string uid)
{
    auto made = object("web", std::move(name), std::move(version));
    made->uid = std::move(uid);
    return made;
}

} // namespace

void TestLives::tellsTheObjectsOfAnyMoment()
{
    EventLog log;
    log.append(batch({listEntry(1, {object("web", "a", "1"), object("web", "b", "2")}), // 0, 1, 2
                      entry(1, EntryType::Modified, object("web", "a", "3")),           // 3
                      entry(1, EntryType::Bookmark),                                    // 4
                      entry(1, EntryType::Added, object("web", "c", "4")),              // 5
                      entry(1, EntryType::Deleted, object("web", "b", "5"))}));         // 6
    QCOMPARE(texts(log.now().objectsAt(1, 0)), QString());
    QCOMPARE(texts(log.now().objectsAt(1, 3)), u"a@1 b@2"_s);
    QCOMPARE(texts(log.now().objectsAt(1, 4)), u"a@3 b@2"_s);
    QCOMPARE(texts(log.now().objectsAt(1, 5)), u"a@3 b@2"_s);
    QCOMPARE(texts(log.now().objectsAt(1, 6)), u"a@3 b@2 c@4"_s);
    QCOMPARE(texts(log.now().objectsAt(1, 7)), u"a@3 c@4"_s);
    QCOMPARE(log.now().lives().previous(3), std::optional<RowId>(1));
    QCOMPARE(log.now().lives().previous(6), std::optional<RowId>(2));
}

void TestLives::aListReplacesWhatStoodBefore()
{
    EventLog log;
    log.append(batch(
        {listEntry(1, {object("web", "a", "1"), object("web", "b", "2")}), listEntry(1, {object("web", "b", "7")})}));
    QCOMPARE(texts(log.now().objectsAt(1, log.now().end())), u"b@7"_s);
    // Told again to one who joined late: no news.
    log.append(batch({listEntry(1, {object("web", "x", "7")}, EntryClass::Replayed)}));
    QCOMPARE(texts(log.now().objectsAt(1, log.now().end())), u"b@7"_s);
    // Under other columns its objects have other cells.
    const auto under = listEntry(1, {object("web", "b", "7"), object("web", "x", "8")}, EntryClass::Replayed);
    under->columns = columnsNamed({"Name"});
    log.append(batch({under, under}));
    QCOMPARE(texts(log.now().objectsAt(1, log.now().end())), u"b@7 x@8"_s);
    QCOMPARE(log.now().end(), RowId(8));
    QCOMPARE(log.now().knowledge(1)->from, RowId(1));
}

void TestLives::aNameMayLiveTwice()
{
    EventLog log;
    log.append(batch({entry(1, EntryType::Added, revived("a", "1", "first")),
                      entry(1, EntryType::Deleted, revived("a", "2", "first")),
                      entry(1, EntryType::Added, revived("a", "3", "second"))}));
    QCOMPARE(log.now().lives().previous(1), std::optional<RowId>(0));
    QCOMPARE(log.now().lives().previous(2), std::nullopt);
    QVERIFY(log.now().lives().step(0).of != log.now().lives().step(2).of);
}

void TestLives::namesNoOtherWatchsObjects()
{
    EventLog log;
    log.append(
        batch({entry(1, EntryType::Added, object("web", "a", "1")), entry(2, EntryType::Added, object("web", "a", "1")),
               entry(2, EntryType::Deleted, object("web", "a", "2"))}));
    QCOMPARE(texts(log.now().objectsAt(1, log.now().end())), u"a@1"_s);
    QCOMPARE(texts(log.now().objectsAt(2, log.now().end())), QString());
}

/// The wall clock may have been set back in between.
void TestLives::findsTheRowAfterAMoment()
{
    EventLog log;
    Batch told;
    for (const auto ms : {0ms, 10ms, 10ms, 5ms, 20ms}) {
        auto made = entry(1, EntryType::Bookmark);
        made->arrived = Start + ms;
        told.entries.push_back(made);
    }
    log.append(told);
    QCOMPARE(log.now().rowAfter(Start - 1ms), RowId(0));
    QCOMPARE(log.now().rowAfter(Start), RowId(1));
    QCOMPARE(log.now().rowAfter(Start + 7ms), RowId(1));
    QCOMPARE(log.now().rowAfter(Start + 10ms), RowId(4));
    QCOMPARE(log.now().rowAfter(Start + 20ms), RowId(5));
    QCOMPARE(EventLog().now().rowAfter(Start), RowId(0));
}

void TestLives::knowsNothingOfWhatComesAfterTheEnd()
{
    EventLog log;
    QVERIFY(!log.now().knowledge(1));
    log.append(batch({entry(2, EntryType::Bookmark), listEntry(1, {object("web", "a", "1")})})); // 0; 1, 2
    QVERIFY(!log.now().knowledge(1)->covers(1));
    QVERIFY(log.now().knowledge(1)->covers(2));
    log.closeWatch(1, Start + 5s);
    log.append(batch({entry(2, EntryType::Bookmark)})); // 3
    QVERIFY(log.now().knowledge(1)->covers(3));
    QVERIFY(!log.now().knowledge(1)->covers(4));
    QCOMPARE(log.now().knowledge(1)->until, std::optional(Start + 5s));
}

void TestLives::saysSinceWhenItKnows()
{
    EventLog log({1, limits::MiB});
    QCOMPARE(log.now().knownSince(1), std::nullopt);
    auto list = listEntry(1, {object("web", "a", "1")});
    list->arrived = Start + 1s;
    log.append(batch({entry(1, EntryType::Error), list}));
    QCOMPARE(log.now().knownSince(1), std::optional(Start + 1s));
    while (log.now().begin() == 0) {
        Batch later;
        later.entries.assign(1000, entry(1, EntryType::Bookmark));
        for (EntryPtr &bookmark : later.entries) {
            auto made = std::make_shared<Entry>(*bookmark);
            made->arrived = Start + 5s;
            bookmark = made;
        }
        log.append(later);
    }
    QCOMPARE(log.now().knownSince(1), std::optional(Start + 5s));
    QCOMPARE(texts(log.now().objectsAt(1, log.now().begin())), u"a@1"_s);
}

namespace {

/// Random news of two watches, and a slow record of what they amount to.
class Told
{
public:
    explicit Told(std::uint64_t seed)
        : m_random(seed)
    {}

    EntryPtr next()
    {
        const WatchId watch = 1 + m_random() % 2;
        const auto about = object("web", 'n' + std::to_string(m_random() % 40), std::to_string(++m_version));
        if (m_random() % 3 == 0)
            about->uid = about->uid.text() + '!';
        switch (m_random() % 10) {
        case 0: return entry(watch, EntryType::Bookmark);
        case 1:
        case 2:
        case 3: return entry(watch, EntryType::Deleted, about);
        case 4: return m_random() % 50 ? entry(watch, EntryType::Gap) : list(watch);
        case 5:
        case 6: return following(entry(watch, EntryType::Modified, about));
        default: return entry(watch, m_random() % 2 ? EntryType::Added : EntryType::Modified, about);
        }
    }

private:
    EntryPtr list(WatchId watch)
    {
        std::vector<ObjectPtr> objects;
        for (int i = 0; i < 20; ++i)
            objects.push_back(object("web", 'n' + std::to_string(i), std::to_string(++m_version)));
        return listEntry(watch, std::move(objects));
    }

    std::mt19937_64 m_random;
    int m_version = 0;
};

/// Which object, and as of when: a log may give another copy of it.
std::string revision(const Object &object)
{
    return object.uid.text() + ' ' + object.version.text();
}

/// … and how often it had changed.
std::string changed(const Object &object, std::uint32_t changes)
{
    return revision(object) + ' ' + std::to_string(changes);
}

/// What the rows of a log amount to, from its first one on.
class Fold
{
public:
    /// Takes in an entry with all its rows; the state after each. `begin`: of the log, with them.
    void take(const EntryPtr &entry, RowId begin)
    {
        forget(begin);
        if (entry->type == EntryType::List)
            std::erase_if(m_state, [&](const auto &held) { return held.first.first == entry->watch; });
        if (entry->object) {
            ++m_changes[keyOf(*entry, *entry->object)];
            m_last[keyOf(*entry, *entry->object)] = m_states.size();
            if (notabilityOf(*entry) != Notability::None)
                m_notable[keyOf(*entry, *entry->object)] = m_states.size();
        }
        keepNotable(*entry, entry->object);
        if (entry->object && entry->type == EntryType::Deleted)
            m_state.erase(keyOf(*entry, *entry->object));
        else if (entry->object)
            stand(*entry, entry->object);
        m_states.push_back(m_state);
        for (std::size_t i = 0; entry->objects && i < entry->objects->size(); ++i) {
            forget(begin);
            stand(*entry, (*entry->objects)[i]);
            keepNotable(*entry, (*entry->objects)[i]);
            m_states.push_back(m_state);
        }
    }
    /// Of the row's object, up to it.
    std::optional<RowId> lastNotable(RowId row) const { return m_notables[row]; }
    std::set<std::string> before(WatchId watch, RowId row) const
    {
        std::set<std::string> found;
        for (const auto &[key, object] : row > 0 ? m_states[row - 1] : State()) {
            if (key.first == watch)
                found.insert(changed(*object.first, object.second));
        }
        return found;
    }

private:
    using Key = std::pair<WatchId, std::string>;
    using State = std::map<Key, std::pair<ObjectPtr, std::uint32_t>>;

    /// A log of so few rows lets go of a chunk when it begins the next. Of what has no other row and did not stand at
    /// its new beginning nothing is known any more.
    void forget(RowId begin)
    {
        if (begin == 0 || m_states.size() != begin)
            return;
        const State &stood = m_states[begin - 1];
        const auto isUnknown = [&](const auto &each) {
            return m_last[each.first] < begin && !stood.contains(each.first);
        };
        std::erase_if(m_changes, isUnknown);
        std::erase_if(m_notable, isUnknown);
    }
    static Key keyOf(const Entry &entry, const Object &object) { return {entry.watch, object.uid}; }
    void stand(const Entry &entry, const ObjectPtr &object)
    {
        m_state[keyOf(entry, *object)] = {object, m_changes[keyOf(entry, *object)]};
        m_last[keyOf(entry, *object)] = m_states.size();
    }

    void keepNotable(const Entry &entry, const ObjectPtr &object)
    {
        const auto found = object ? m_notable.find(keyOf(entry, *object)) : m_notable.end();
        m_notables.push_back(found == m_notable.end() ? std::nullopt : std::optional(found->second));
    }

    std::map<Key, std::uint32_t> m_changes;
    std::map<Key, RowId> m_notable; ///< the row of its last notable change
    std::map<Key, RowId> m_last;    ///< row of it
    State m_state;
    std::vector<State> m_states;                  ///< after each row
    std::vector<std::optional<RowId>> m_notables; ///< by row
};

} // namespace

void TestLives::equalsTheNaiveFoldWhateverFallsOff()
{
    std::mt19937_64 random(seed());
    Told told(random());
    Fold fold;
    EventLog log({5 * EventLog::ChunkRows / 4, limits::MiB * 1000});
    for (int round = 0, end = rounds(60); round < end; ++round) {
        for (int i = 0; i < 300; ++i) {
            const EntryPtr entry = told.next();
            log.append(batch({entry}));
            fold.take(entry, log.now().begin());
        }
        for (RowId row = log.now().begin(); row < log.now().end(); row += 1 + random() % 40) {
            const auto last = fold.lastNotable(row);
            QCOMPARE(log.now().lastNotable(row), last && *last >= log.now().begin() ? last : std::nullopt);
        }
        for (int i = 0; i < 10; ++i) {
            const RowId at = log.now().begin() + random() % (log.now().end() - log.now().begin() + 1);
            for (const WatchId watch : {1, 2}) {
                std::set<std::string> revisions;
                for (const LifeIndex::Standing &standing : log.now().lives().standing(watch, at))
                    revisions.insert(changed(*log.now().object(standing), log.now().changesOf(standing)));
                QCOMPARE(revisions, fold.before(watch, at));
                QCOMPARE(log.now().objectsAt(watch, at)->size(), revisions.size());
            }
        }
    }
    QVERIFY(log.now().begin() > 0);
}

} // namespace tst_lives

WK_TEST(tst_lives, TestLives, QCoreApplication)
#include "tst_lives.moc"
