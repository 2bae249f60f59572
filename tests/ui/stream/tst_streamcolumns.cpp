// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/stream/streamcolumns.h"
#include "ui/style/fonts.h"

#include <QApplication>
#include <QTest>

#include <array>
#include <numeric>
#include <utility>

namespace tst_streamcolumns {

using namespace wk;

namespace {

StreamWidths whole()
{
    StreamWidths widths{};
    widths[StreamModel::Time] = scaled(96);
    widths[StreamModel::Type] = scaled(108);
    widths[StreamModel::Class] = scaled(64);
    widths[StreamModel::Kind] = scaled(110);
    widths[StreamModel::Who] = scaled(180);
    return widths;
}

int total(const StreamWidths &widths)
{
    return std::accumulate(widths.begin(), widths.end(), 0);
}

} // namespace

class StreamColumnsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aWideRoomShowsAllAndWhatChangedTakesTheRest()
    {
        const StreamWidths widths = streamWidths(whole(), {}, {}, scaled(1600));
        QCOMPARE(total(widths), scaled(1600));
        QCOMPARE(widths[StreamModel::Kind], scaled(110));
        QCOMPARE(widths[StreamModel::Name], scaled(240));
        QCOMPARE(widths[StreamModel::Who], scaled(180));
        QVERIFY(widths[StreamModel::Changed] > scaled(340));
        QCOMPARE(streamWidths(whole(), {}, {}, scaled(2000))[StreamModel::Changed],
                 widths[StreamModel::Changed] + scaled(2000) - scaled(1600));
    }

    void theClassIsThereWhenItIsAskedFor()
    {
        QCOMPARE(streamWidths(whole(), {}, {}, scaled(2000))[StreamModel::Class], 0);
        StreamWishes wishes;
        wishes[StreamModel::Class] = true;
        QCOMPARE(streamWidths(whole(), {}, wishes, scaled(2000))[StreamModel::Class], scaled(64));
    }

    /// What a window of 1440 px has beside the navigator and the facets.
    void whatChangedAndWhoAreReadableInAUsualWindow()
    {
        const StreamWidths widths = streamWidths(whole(), {}, {}, scaled(1000));
        QVERIFY(widths[StreamModel::Changed] >= scaled(270));
        QCOMPARE(widths[StreamModel::Who], scaled(180));
        QVERIFY(widths[StreamModel::Namespace] > 0);
    }

    void columnsLeaveOneAfterTheOtherBeforeWhatChangedIsCut()
    {
        const std::array order{StreamModel::Size, StreamModel::Version, StreamModel::Namespace};
        std::size_t left = 0;
        for (int room = scaled(1600); room > scaled(700); --room) {
            const StreamWidths widths = streamWidths(whole(), {}, {}, room);
            QCOMPARE(total(widths), room);
            while (left < order.size() && widths[order[left]] == 0)
                ++left;
            for (std::size_t later = left; later < order.size(); ++later)
                QVERIFY(widths[order[later]] > 0);
            if (left < order.size()) {
                QVERIFY(widths[StreamModel::Kind] == scaled(110));
                QVERIFY(widths[StreamModel::Changed] >= scaled(220));
            }
            QVERIFY(widths[StreamModel::Who] >= scaled(80));
        }
        QCOMPARE(left, order.size());
    }

    void noColumnIsNarrowerThanItsLeastInNoRoomAtAll()
    {
        const StreamWidths widths = streamWidths(whole(), {}, {}, 0);
        QCOMPARE(widths[StreamModel::Changed], scaled(150));
        QCOMPARE(widths[StreamModel::Who], scaled(80));
        QCOMPARE(widths[StreamModel::Name], scaled(150));
        QCOMPARE(widths[StreamModel::Time], scaled(96));
    }

    void whatTheUserSizesChangesNoneOfTheOthers()
    {
        for (const int room : {scaled(1600), scaled(1000), scaled(700)}) {
            const StreamWidths before = streamWidths(whole(), {}, {}, room);
            for (const int width : {40, 600}) {
                StreamWidths byHand{};
                byHand[StreamModel::Name] = width;
                const StreamWidths widths = streamWidths(whole(), byHand, {}, room);
                for (int column = 0; column < StreamModel::ColumnCount; ++column) {
                    if (column != StreamModel::Name && column != StreamModel::Changed)
                        QCOMPARE(widths[std::size_t(column)], before[std::size_t(column)]);
                }
                QVERIFY(widths[StreamModel::Changed] >= scaled(150));
                QVERIFY2(total(widths) >= room, "WHAT CHANGED takes what is left over");
            }
        }
    }

    void whatTheUserHasSizedStays()
    {
        StreamWidths byHand{};
        byHand[StreamModel::Size] = 77;
        byHand[StreamModel::Changed] = 90;
        for (const int room : {scaled(1600), scaled(900), scaled(500)}) {
            const StreamWidths widths = streamWidths(whole(), byHand, {}, room);
            QCOMPARE(widths[StreamModel::Size], 77);
            QCOMPARE(widths[StreamModel::Changed], 90);
        }
    }

    void whatIsWantedWithoutRoomChangesNoneOfTheOthers()
    {
        const StreamWidths before = streamWidths(whole(), {}, {}, scaled(700));
        QCOMPARE(before[StreamModel::Size], 0);
        StreamWishes wishes;
        wishes[StreamModel::Size] = true;
        StreamWidths widths = streamWidths(whole(), {}, wishes, scaled(700));
        QVERIFY(std::exchange(widths[StreamModel::Size], 0) > 0);
        QCOMPARE(widths, before);
        QCOMPARE(streamWidths(whole(), {}, wishes, scaled(1600)), streamWidths(whole(), {}, {}, scaled(1600)));
    }

    void whatIsNotWantedLeavesItsRoom()
    {
        StreamWishes wishes;
        wishes[StreamModel::Who] = false;
        const StreamWidths widths = streamWidths(whole(), {}, wishes, scaled(1600));
        QCOMPARE(widths[StreamModel::Who], 0);
        QCOMPARE(total(widths), scaled(1600));
        wishes[StreamModel::Changed] = false;
        QCOMPARE(streamWidths(whole(), {}, wishes, scaled(1600))[StreamModel::Changed], 0);
    }
};

} // namespace tst_streamcolumns

WK_TEST(tst_streamcolumns, StreamColumnsTest, QApplication)
#include "tst_streamcolumns.moc"
