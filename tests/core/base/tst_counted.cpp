// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/counted.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <cstdlib>
#include <memory>
#include <thread>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tst_counted {

using namespace wk;

struct Base {
    virtual ~Base() = default;

    ReferenceCount references{};
};

struct Thing : Base {
    explicit Thing(std::shared_ptr<int> held)
        : m_held(std::move(held))
    {}

    std::shared_ptr<int> m_held;
};

class TestCounted : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itLivesAsLongAsACopy();
    void aCopyOfTheThingIsCountedAnew();
    void nothingIsNothing();
    void manyThreadsCopyAtOnce();
};

void TestCounted::itLivesAsLongAsACopy()
{
    const auto watched = std::make_shared<int>(7);
    Counted<Thing> made = makeCounted<Thing>(watched);
    Counted<const Base> base = made;
    QCOMPARE(base.useCount(), 2U);
    QVERIFY(base == Counted<const Base>(made) && std::unordered_set<Counted<const Base>>{base}.contains(made));
    made = nullptr;
    QCOMPARE(base.useCount(), 1U);
    const Counted<const Base> moved = std::move(base);
    QVERIFY(!base && moved && watched.use_count() == 2L);
    base = moved;
    base = std::exchange(base, nullptr);
    QCOMPARE(moved.useCount(), 2U);
    base.reset();
    made = makeCounted<Thing>(watched);
    QCOMPARE(watched.use_count(), 3L);
    made.reset();
    QCOMPARE(watched.use_count(), 2L);
}

void TestCounted::aCopyOfTheThingIsCountedAnew()
{
    const auto watched = std::make_shared<int>(7);
    const Counted<Thing> first = makeCounted<Thing>(watched);
    const Counted<Thing> copy = first;
    Counted<Thing> other = makeCounted<Thing>(*first);
    QVERIFY(other != first && copy == first);
    QCOMPARE(other.useCount(), 1U);
    *other = *first;
    QCOMPARE(other.useCount(), 1U);
    QCOMPARE(first.useCount(), 2U);
    other = nullptr;
    QCOMPARE(watched.use_count(), 2L);
}

void TestCounted::nothingIsNothing()
{
    const Counted<Thing> none;
    const Counted<Base> copy = none;
    QVERIFY(!none && none == nullptr && !copy.get() && Counted<Thing>(nullptr) == none);
}

void TestCounted::manyThreadsCopyAtOnce()
{
    const auto watched = std::make_shared<int>(7);
    Counted<const Thing> made = makeCounted<Thing>(watched);
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([mine = made] {
            for (int round = 0; round < 10'000; ++round) {
                const Counted<const Base> copy = mine;
                if (!copy)
                    std::abort();
            }
        });
    }
    made.reset();
    for (std::thread &thread : threads)
        thread.join();
    threads.clear();
    QCOMPARE(watched.use_count(), 1L);
}

} // namespace tst_counted

WK_TEST(tst_counted, tst_counted::TestCounted, NoApplication)

#include "tst_counted.moc"
