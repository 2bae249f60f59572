// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/lifeindex.h"

#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <map>
#include <random>
#include <set>

namespace tst_lifeindex {

using namespace wk;
using namespace wk::test;

using Kind = LifeStep::Kind;
using Standing = LifeIndex::Standing;

class TestLifeIndex : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsWhatStoodBetweenAnyTwoRows();
    void aListMakesAllOthersOfItsWatchGo();
    void walksALifeBackwards();
    void whatStoodAtTheBeginningStaysKnown();
    void aLifeWithoutRowsIsForgotten();
    void equalsTheNaiveFoldOfAnyHistory();
    void knowsWhatStoodStillForLongerThanItCanTell();
};

namespace {

/// Adds the first row of a new life.
LifeId begun(LifeIndex &index, WatchId watch)
{
    const LifeId life = index.open(watch);
    index.append({Kind::Stands, life});
    return life;
}

using Standings = std::vector<Standing>;

} // namespace

void TestLifeIndex::tellsWhatStoodBetweenAnyTwoRows()
{
    LifeIndex index;
    const LifeId pod = begun(index, 1);  // 0
    const LifeId node = begun(index, 2); // 1
    index.append({Kind::Stands, pod});   // 2
    index.append({});                    // 3
    index.append({Kind::Ends, pod});     // 4
    QCOMPARE(index.standing(1, 0), Standings());
    QCOMPARE(index.standing(1, 1), (Standings{{pod, 0}}));
    QCOMPARE(index.standing(1, 2), (Standings{{pod, 0}}));
    QCOMPARE(index.standing(1, 4), (Standings{{pod, 2}}));
    QCOMPARE(index.standing(1, 5), Standings());
    QCOMPARE(index.standing(2, 5), (Standings{{node, 1}}));
}

void TestLifeIndex::aListMakesAllOthersOfItsWatchGo()
{
    LifeIndex index;
    const LifeId old = begun(index, 1);   // 0
    const LifeId kept = begun(index, 1);  // 1
    const LifeId other = begun(index, 2); // 2
    index.append({Kind::Clears, 1});      // 3
    index.append({Kind::Stands, kept});   // 4
    QCOMPARE(index.standing(1, 3), (Standings{{old, 0}, {kept, 1}}));
    QCOMPARE(index.standing(1, 4), Standings());
    QCOMPARE(index.standing(1, 5), (Standings{{kept, 4}}));
    QCOMPARE(index.standing(2, 5), (Standings{{other, 2}}));
}

void TestLifeIndex::walksALifeBackwards()
{
    LifeIndex index;
    const LifeId pod = begun(index, 1);
    begun(index, 1);
    index.append({Kind::Stands, pod});
    index.append({Kind::Ends, pod});
    QCOMPARE(index.newest(pod), RowId(3));
    QCOMPARE(index.previous(3), std::optional<RowId>(2));
    QCOMPARE(index.previous(2), std::optional<RowId>(0));
    QCOMPARE(index.previous(0), std::nullopt);
    QCOMPARE(index.previous(1), std::nullopt);
}

void TestLifeIndex::whatStoodAtTheBeginningStaysKnown()
{
    LifeIndex index;
    const LifeId quiet = begun(index, 1); // 0
    const LifeId busy = begun(index, 1);  // 1
    index.append({Kind::Stands, busy});   // 2
    index.append({Kind::Stands, busy});   // 3
    index.append({Kind::Ends, busy});     // 4
    LifeIndex::Dropped dropped = index.dropBefore(3);
    QCOMPARE(dropped.kept, (Standings{{quiet, 0}, {busy, 2}}));
    QVERIFY(dropped.ended.empty() && dropped.free.empty());
    QCOMPARE(index.standing(1, 3), (Standings{{quiet, 0}, {busy, 2}}));
    QCOMPARE(index.previous(3), std::optional<RowId>(2));
    dropped = index.dropBefore(5);
    QVERIFY(dropped.kept.empty());
    QCOMPARE(dropped.ended, std::vector<LifeId>{busy});
    QCOMPARE(dropped.free, std::vector<LifeId>{busy});
    QCOMPARE(index.standing(1, 5), (Standings{{quiet, 0}}));
}

void TestLifeIndex::aLifeWithoutRowsIsForgotten()
{
    LifeIndex index;
    const LifeId first = begun(index, 1);
    index.append({Kind::Ends, first});
    QCOMPARE(index.dropBefore(1).free, std::vector<LifeId>());
    QCOMPARE(index.dropBefore(2).free, std::vector<LifeId>{first});
    const LifeId second = begun(index, 2);
    QCOMPARE(second, first);
    QCOMPARE(index.previous(2), std::nullopt);
    QCOMPARE(index.standing(1, 3), Standings());
    QCOMPARE(index.standing(2, 3), (Standings{{second, 2}}));
}

namespace {

/// What a history says, told the slow way: every row from the first on, never forgotten.
class Naive
{
public:
    struct Row {
        LifeStep step;
        int object = -1; ///< never given twice, as a life's number may be
        WatchId watch = 0;
    };

    void append(Row row) { m_rows.push_back(row); }
    Standings standing(WatchId watch, RowId upTo) const
    {
        std::map<int, RowId> state;
        for (RowId row = 0; row < upTo; ++row)
            apply(state, row);
        Standings found;
        for (const auto &[object, row] : state) {
            if (m_rows[row].watch == watch)
                found.push_back({m_rows[row].step.of, row});
        }
        std::ranges::sort(found);
        return found;
    }
    std::optional<RowId> previous(RowId row) const
    {
        for (RowId before = row; m_rows[row].object >= 0 && before-- > 0;) {
            if (m_rows[before].object == m_rows[row].object)
                return before;
        }
        return {};
    }
    bool holds(LifeId life, RowId from) const
    {
        return std::ranges::any_of(m_rows.begin() + std::ptrdiff_t(from), m_rows.end(),
                                   [life](const Row &row) { return row.object >= 0 && row.step.of == life; });
    }

private:
    void apply(std::map<int, RowId> &state, RowId row) const
    {
        const Row &done = m_rows[row];
        if (done.step.kind == Kind::Stands)
            state[done.object] = row;
        else if (done.step.kind == Kind::Ends)
            state.erase(done.object);
        else if (done.step.kind == Kind::Clears)
            std::erase_if(state, [&](const auto &standing) { return m_rows[standing.second].watch == done.step.of; });
    }

    std::vector<Row> m_rows;
};

/// Writes a random history into both, and follows what is dropped as a log has to.
class Story
{
public:
    Story(std::uint64_t seed, LifeIndex::Limits limits)
        : m_random(seed)
        , m_index(limits)
    {}

    void goOn()
    {
        const unsigned what = m_random() % 100;
        const WatchId watch = 1 + m_random() % 3;
        if (what < 25 || m_alive.empty())
            begin(watch);
        else if (what < 75)
            change(Kind::Stands);
        else if (what < 93)
            change(Kind::Ends);
        else if (what < 99)
            append({{}, -1, watch});
        else
            clear(watch);
    }
    /// Any number of rows, and as many that no more than `most` are left.
    void drop(RowId most)
    {
        const RowId size = m_index.end() - m_index.begin();
        const RowId least = size > most ? size - most : 0;
        const RowId begin = m_index.begin() + least + m_random() % (size - least + 1);
        const LifeIndex::Dropped dropped = m_index.dropBefore(begin);
        for (const Standing &standing : dropped.kept)
            m_kept[standing.life] = standing.row;
        for (const LifeId life : dropped.ended)
            QCOMPARE(m_kept.erase(life), std::size_t(1));
        for (const LifeId life : dropped.free) {
            QVERIFY(!m_naive.holds(life, begin));
            std::erase_if(m_alive, [life](const Object &object) { return object.life == life; });
        }
        Standings known;
        for (const auto &[life, row] : m_kept)
            known.push_back({life, row});
        Standings truth;
        for (const WatchId watch : {1, 2, 3})
            std::ranges::copy(m_naive.standing(watch, begin), std::back_inserter(truth));
        std::ranges::sort(truth);
        QCOMPARE(known, truth);
    }
    void check()
    {
        RowId at = m_index.begin();
        for (int moment = 0; moment < 6; ++moment) {
            const RowId from = moment % 2 == 0 ? m_index.begin() : at; // the odd ones lie behind the one before
            at = from + m_random() % (m_index.end() - from + 1);
            checkStanding(at);
        }
        for (RowId row = m_index.begin(); row < m_index.end(); row += 1 + m_random() % 40) {
            const std::optional<RowId> before = m_naive.previous(row);
            const bool known = before && (*before >= m_index.begin() || (m_kept.contains(m_index.step(row).of) &&
                                                                         m_kept.at(m_index.step(row).of) == *before));
            QCOMPARE(m_index.previous(row), known ? before : std::nullopt);
        }
    }

private:
    void checkStanding(RowId at) const
    {
        std::map<WatchId, Standings> all;
        for (const WatchId watch : {1, 2, 3}) {
            const Standings standing = m_naive.standing(watch, at);
            QCOMPARE(m_index.standing(watch, at), standing);
            if (!standing.empty())
                all[watch] = standing;
        }
        QCOMPARE(m_index.standing(at), all);
        for (const WatchId watch : {1, 2, 3}) {
            if (at == m_index.end())
                QCOMPARE(m_index.standingCount(watch), all[watch].size());
        }
    }

    struct Object {
        LifeId life = 0;
        int number = 0;
        WatchId watch = 0;
    };

    void append(Naive::Row row)
    {
        m_index.append(row.step);
        m_naive.append(row);
    }
    void begin(WatchId watch)
    {
        const Object made{m_index.open(watch), m_next++, watch};
        m_alive.push_back(made);
        append({{Kind::Stands, made.life}, made.number, watch});
    }
    /// An object that has ended may come back, as one does that left a selector.
    void change(Kind kind)
    {
        const Object object = m_alive[m_random() % m_alive.size()];
        append({{kind, object.life}, object.number, object.watch});
    }
    void clear(WatchId watch) { append({{Kind::Clears, watch}, -1, watch}); }

    std::mt19937_64 m_random;
    LifeIndex m_index;
    Naive m_naive;
    std::vector<Object> m_alive;
    std::map<LifeId, RowId> m_kept;
    int m_next = 0;
};

} // namespace

void TestLifeIndex::equalsTheNaiveFoldOfAnyHistory()
{
    std::mt19937_64 random(seed());
    for (int round = 0, end = rounds(20); round < end && !QTest::currentTestFailed(); ++round) {
        Story story(random(), {.checkpointRows = 64});
        for (int part = 0; part < 12 && !QTest::currentTestFailed(); ++part) {
            for (int i = 0; i < 60; ++i)
                story.goOn();
            story.check();
            if (part % 3 == 2)
                story.drop(500);
            story.check();
        }
    }
}

void TestLifeIndex::knowsWhatStoodStillForLongerThanItCanTell()
{
    std::mt19937_64 random(seed());
    for (int round = 0, end = rounds(20); round < end && !QTest::currentTestFailed(); ++round) {
        Story story(random(), {.checkpointRows = 16, .farthest = 64});
        for (int part = 0; part < 60 && !QTest::currentTestFailed(); ++part) {
            for (int i = 0; i < 10; ++i)
                story.goOn();
            story.drop(50);
            story.check();
        }
    }
}

} // namespace tst_lifeindex

WK_TEST(tst_lifeindex, TestLifeIndex, QCoreApplication)
#include "tst_lifeindex.moc"
