// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/inspector/runglayout.h"
#include "ui/style/fonts.h"
#include "ui/style/measures.h"

#include <QTest>

namespace tst_runglayout {

using namespace wk;

namespace {

RungLayout layoutOf(int width, const RungWidths &wanted)
{
    return rungLayout(QRect(0, 0, scaled(width), rungHeight(scaled(width))), wanted);
}

} // namespace

/// Where the parts of a rung of the ladder stand.
class RungLayoutTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wordsStandBesideTheRestOnlyWhereThereIsRoom()
    {
        for (int width = 200; width < 1400; width += 20) {
            const RungLayout layout = layoutOf(width, {scaled(60), scaled(180), scaled(1000)});
            const bool isStacked = layout.words.top() > layout.number.top();
            QVERIFY2(isStacked || layout.words.width() >= scaled(400), qPrintable(QString::number(width)));
        }
    }

    void managersHaveWhatTheWordsLeave()
    {
        const int whole = scaled(180);
        QCOMPARE(layoutOf(900, {scaled(60), whole, scaled(100)}).managers.width(), whole);
        const RungLayout crowded = layoutOf(900, {scaled(60), whole, scaled(1000)});
        QVERIFY(crowded.managers.width() < whole);
        QVERIFY(crowded.words.left() > crowded.managers.right());
    }

    void thePartsStandBesideEachOther_data()
    {
        QTest::addColumn<int>("width");
        QTest::newRow("a page too narrow for anything") << 20;
        QTest::newRow("a narrow page") << 320;
        QTest::newRow("a wide page") << 900;
    }
    void thePartsStandBesideEachOther()
    {
        QFETCH(int, width);
        const RungLayout layout = layoutOf(width, {scaled(60), scaled(180), scaled(300)});
        const bool isStacked = layout.words.top() > layout.number.top();
        QCOMPARE(isStacked, width < 700);
        QVERIFY(layout.number.right() < layout.glyph.left());
        QVERIFY(layout.glyph.right() < layout.time.left());
        QVERIFY(layout.time.right() < layout.managers.left());
        QVERIFY(isStacked ? layout.words.left() == layout.glyph.left() : layout.words.left() > layout.managers.right());
    }
};

} // namespace tst_runglayout

WK_TEST(tst_runglayout, RungLayoutTest, QApplication)
#include "tst_runglayout.moc"
