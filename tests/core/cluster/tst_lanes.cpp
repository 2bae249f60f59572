// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/lanes.h"
#include "core/cluster/readonlymanager.h"
#include "tests/support/testregistry.h"

#include <QNetworkProxy>
#include <QPointer>
#include <QTest>

namespace tst_lanes {

using namespace wk;

namespace {

struct Guest : LaneGuest {
    void placeGranted(std::unique_ptr<LanePlace> granted) override { place = std::move(granted); }
    ReadOnlyManager *manager() const { return place ? &place->manager() : nullptr; }
    std::unique_ptr<LanePlace> place;
};

Lanes::MakeManager makeManager()
{
    return [] { return std::make_unique<ReadOnlyManager>(RequestGuard(QUrl()), QNetworkProxy::NoProxy); };
}

} // namespace

class TestLanes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fiveWatchesShareAManager();
    void whatHangsInDiscoveryIsInNobodysWay();
    void othersWaitInTurn();
    void whoLeavesIsPassedOver();
    void theWornOutIsRetired();
    void retiredOnesServeTheirGuestsOut();
};

void TestLanes::fiveWatchesShareAManager()
{
    Lanes lanes(makeManager());
    std::vector<Guest> guests(11);
    for (Guest &guest : guests)
        lanes.join(Lane::Watch, &guest);
    QCOMPARE(lanes.count(), 3);
    QCOMPARE(guests[0].manager(), guests[4].manager());
    QVERIFY(guests[4].manager() != guests[5].manager());
    guests[2].place.reset();
    Guest next;
    lanes.join(Lane::Watch, &next);
    QCOMPARE(next.manager(), guests[0].manager());
}

void TestLanes::whatHangsInDiscoveryIsInNobodysWay()
{
    Lanes lanes(makeManager());
    std::vector<Guest> hanging(20);
    for (Guest &guest : hanging)
        lanes.join(Lane::Discovery, &guest);
    Guest next;
    lanes.join(Lane::Discovery, &next);
    QVERIFY(next.place);
    Guest control;
    lanes.join(Lane::Control, &control);
    QVERIFY(control.place);
}

void TestLanes::othersWaitInTurn()
{
    Lanes lanes(makeManager());
    std::vector<Guest> guests(7);
    for (Guest &guest : guests)
        lanes.join(Lane::List, &guest);
    QCOMPARE(lanes.count(), 1);
    QVERIFY(guests[3].place && !guests[4].place);
    Guest control;
    lanes.join(Lane::Control, &control); // no list is in its way
    QVERIFY(control.place && control.manager() != guests[0].manager());
    guests[1].place.reset();
    QVERIFY(guests[4].place && !guests[5].place);
}

void TestLanes::whoLeavesIsPassedOver()
{
    Lanes lanes(makeManager());
    std::vector<Guest> guests(6);
    for (Guest &guest : guests)
        lanes.join(Lane::List, &guest);
    lanes.leave(&guests[4]);
    lanes.leave(&guests[0]); // waits for nothing
    guests[0].place.reset();
    QVERIFY(!guests[4].place && guests[5].place);
}

void TestLanes::theWornOutIsRetired()
{
    Lanes lanes(makeManager());
    Guest stays;
    lanes.join(Lane::Watch, &stays);
    const QPointer<ReadOnlyManager> first = stays.manager();
    for (int i = 0; i < Lanes::AbortsUntilRetired; ++i) {
        Guest guest;
        lanes.join(Lane::Watch, &guest);
        QCOMPARE(guest.manager(), first.data());
        guest.place->noteBroken();
    }
    Guest next;
    lanes.join(Lane::Watch, &next);
    QVERIFY(next.manager() != first);
    QCOMPARE(lanes.count(), 2);
    stays.place.reset();
    QCOMPARE(lanes.count(), 1);
    QTRY_VERIFY(!first);
}

void TestLanes::retiredOnesServeTheirGuestsOut()
{
    Lanes lanes(makeManager());
    std::vector<Guest> guests(5);
    for (Guest &guest : guests)
        lanes.join(Lane::List, &guest);
    const QPointer<ReadOnlyManager> first = guests[0].manager();
    lanes.retireAll();
    QVERIFY(guests[4].place && guests[4].manager() != first); // new connections have room for who waited
    for (int i = 0; i < 4; ++i) {
        QVERIFY(first);
        guests[std::size_t(i)].place.reset();
    }
    QTRY_VERIFY(!first);
    QCOMPARE(lanes.count(), 1);
    guests[4].place.reset();
    lanes.retireAll();
    QCOMPARE(lanes.count(), 0);
}

} // namespace tst_lanes

WK_TEST(tst_lanes, TestLanes, QCoreApplication)
#include "tst_lanes.moc"
