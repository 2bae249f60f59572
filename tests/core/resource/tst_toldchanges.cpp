// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/toldchanges.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <memory>
#include <random>

/// The changes that an event tells, packed: what goes in comes out.
namespace tst_toldchanges {

using namespace wk;

class TestToldChanges : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void none();
    void whatGoesInComesOut();
    void copiesOutliveWhatTheyCameFrom();
    void thoseBehindTheMostAreLeftOut();
};

namespace {

std::vector<FieldChange> unpacked(const ToldChanges &told)
{
    std::vector<FieldChange> changes;
    for (const ToldChange change : told)
        changes.push_back({std::string(change.path), std::string(change.before), std::string(change.after), change.kind,
                           change.worth});
    return changes;
}

const std::vector<FieldChange> Few{
    {"status.phase", "Pending", "Running", FieldChange::Kind::Replaced, ChangeWorth::Status},
    {"", "", "", FieldChange::Kind::Removed, ChangeWorth::Bookkeeping},
    {"spec.containers[name=web].image", std::string("a\0b", 3), std::string(200, 'c'), FieldChange::Kind::Added},
};

} // namespace

void TestToldChanges::none()
{
    for (const ToldChanges &told : {ToldChanges(), ToldChanges(std::vector<FieldChange>())}) {
        QVERIFY(told.empty());
        QCOMPARE(told.size(), std::size_t(0));
        QVERIFY(told.begin() == told.end());
    }
}

void TestToldChanges::whatGoesInComesOut()
{
    std::mt19937_64 random(test::seed());
    for (int round = 0; round < 200; ++round) {
        std::vector<FieldChange> changes;
        for (std::size_t left = random() % 5; left > 0; --left) {
            const auto text = [&random] { return std::string(random() % 40, static_cast<char>(random())); };
            changes.push_back({text(), text(), text(), FieldChange::Kind(random() % 3), ChangeWorth(random() % 5)});
        }
        const ToldChanges told(changes);
        QCOMPARE(told.size(), changes.size());
        QCOMPARE(told.empty(), changes.empty());
        QVERIFY(unpacked(told) == changes);
    }
}

void TestToldChanges::copiesOutliveWhatTheyCameFrom()
{
    auto told = std::make_unique<ToldChanges>(Few);
    const ToldChanges copy = *told;
    QVERIFY(copy == *told);
    const ToldChanges moved = std::move(*told);
    QVERIFY(told->empty());
    told.reset();
    QVERIFY(unpacked(copy) == Few);
    QVERIFY(unpacked(moved) == Few);
    QVERIFY(copy.front().path == "status.phase");
    QVERIFY(ToldChanges() != copy);
}

void TestToldChanges::thoseBehindTheMostAreLeftOut()
{
    std::vector<FieldChange> many(ToldChanges::MostChanges + 1, Few.front());
    many[ToldChanges::MostChanges - 1].path = "last";
    const ToldChanges told(many);
    QCOMPARE(told.size(), ToldChanges::MostChanges);
    many.pop_back();
    QVERIFY(unpacked(told) == many);
}

} // namespace tst_toldchanges

WK_TEST(tst_toldchanges, TestToldChanges, QCoreApplication)
#include "tst_toldchanges.moc"
