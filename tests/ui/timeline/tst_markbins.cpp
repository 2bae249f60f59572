// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/timeline/markbins.h"

#include <QStringList>
#include <QTest>

#include <numeric>

namespace tst_markbins {

using namespace Qt::StringLiterals;
using namespace wk;
using namespace std::chrono_literals;

namespace {

const WallTime Noon(std::chrono::seconds(1'795'262'400));

/// "+@3 ~@5.5 x@7": an addition 3 s after noon, …; "!" before it: inferred.
LaneMarks marksOf(const QString &text)
{
    LaneMarks marks;
    for (QString word : text.split(u' ', Qt::SkipEmptyParts)) {
        MarkCode code;
        if (word.startsWith(u'!')) {
            code.origin = EntryClass::Inferred;
            word = word.mid(1);
        }
        const QChar type = word[0];
        code.type = type == u'+' ? EntryType::Added : type == u'x' ? EntryType::Deleted : EntryType::Modified;
        marks.insert(marks.size(), Noon + Micros(std::llround(word.mid(2).toDouble() * 1e6)), code);
    }
    return marks;
}

QString textOf(const std::vector<PlacedMark> &marks)
{
    QStringList words;
    for (const PlacedMark &mark : marks) {
        const QString type = mark.type == EntryType::Added ? u"+"_s : mark.type == EntryType::Deleted ? u"x"_s : u"~"_s;
        words << (mark.inferred ? u"!"_s : QString()) + type + QString::number(mark.column) +
                     (mark.glyph ? u"G"_s : u""_s);
    }
    return words.join(u' ');
}

} // namespace

class tst_MarkBins : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void marksLieInTheirColumns_data()
    {
        QTest::addColumn<QString>("marks");
        QTest::addColumn<QString>("placed");
        QTest::newRow("far apart they are glyphs") << u"+@10 ~@30 x@50"_s << u"+10G ~30 x50G"_s;
        QTest::newRow("eight columns are enough") << u"+@10 x@18"_s << u"+10G x18G"_s;
        QTest::newRow("seven are not") << u"+@10 x@17 +@40"_s << u"+10 x17G +40G"_s;
        QTest::newRow("a deletion is one before what came later") << u"x@10 +@17"_s << u"x10G +17"_s;
        QTest::newRow("of two alike the later is one") << u"+@10 +@17"_s << u"+10 +17G"_s;
        QTest::newRow("a change beside it takes nothing away") << u"~@9.5 x@10.2 ~@11"_s << u"~9 x10G ~11"_s;
        QTest::newRow("in one column a deletion wins") << u"~@10.1 x@10.2 +@10.3"_s << u"x10G"_s;
        QTest::newRow("then an addition") << u"~@10.1 +@10.3"_s << u"+10G"_s;
        QTest::newRow("an inferred one is told apart") << u"!~@10"_s << u"!~10G"_s;
        QTest::newRow("what is outside is not drawn") << u"~@-1 ~@0 ~@99.9 ~@100 ~@200"_s << u"~0 ~99"_s;
        QTest::newRow("none") << QString() << QString();
    }
    void marksLieInTheirColumns()
    {
        QFETCH(QString, marks);
        std::vector<MarkBin> bins(100);
        countMarks(marksOf(marks), {Noon, Noon + 100s, 232, 100}, bins);
        QTEST(textOf(placeMarks(bins, 8)), "placed");
    }

    void binsHoldEveryMarkInRange_data()
    {
        QTest::addColumn<double>("width");
        QTest::newRow("one column") << 1.0;
        QTest::newRow("seven columns") << 7.0;
        QTest::newRow("more columns than marks") << 5000.0;
    }
    void binsHoldEveryMarkInRange()
    {
        QFETCH(double, width);
        QString text;
        for (int i = 0; i < 1000; ++i)
            text += u"~@%1 "_s.arg(i * 0.1);
        std::vector<MarkBin> bins(std::size_t(width), MarkBin{});
        countMarks(marksOf(text), {Noon, Noon + 100s, 0, width}, bins);
        QCOMPARE(std::accumulate(bins.begin(), bins.end(), 0U, [](auto n, const MarkBin &b) { return n + b.total(); }),
                 1000U);
    }

    void closeMarksBecomeDensity_data()
    {
        QTest::addColumn<int>("marks");
        QTest::addColumn<int>("detail");
        QTest::newRow("none") << 0 << int(MarkDetail::None);
        QTest::newRow("one") << 1 << int(MarkDetail::Single);
        QTest::newRow("two pixels apart") << 50 << int(MarkDetail::Single);
        QTest::newRow("closer than two pixels") << 51 << int(MarkDetail::Density);
    }
    void closeMarksBecomeDensity()
    {
        QFETCH(int, marks);
        std::vector<MarkBin> bins(100);
        for (int i = 0; i < marks; ++i)
            bins[std::size_t(i)].counts[1] = 1;
        QCOMPARE(int(detailOf(bins)), [&] {
            QFETCH(int, detail);
            return detail;
        }());
    }

    void densityKeepsTheSum()
    {
        std::vector<MarkBin> bins(10);
        for (std::size_t i = 0; i < bins.size(); ++i)
            bins[i].counts[1] = std::uint32_t(i);
        std::vector<std::uint32_t> sums;
        for (const MarkBin &bin : densityOf(bins, 3))
            sums.push_back(bin.total());
        QCOMPARE(sums, (std::vector<std::uint32_t>{3, 12, 21, 9}));
        QVERIFY(densityOf(bins, 0).empty());
    }

    void noAxisAndNoColumnsCountNothing()
    {
        std::vector<MarkBin> none;
        countMarks(marksOf(u"~@1"_s), {Noon, Noon + 1s, 0, 10}, none);
        std::vector<MarkBin> bins(3);
        countMarks(marksOf(u"~@1"_s), {Noon, Noon, 0, 3}, bins);
        QCOMPARE(int(detailOf(bins)), int(MarkDetail::None));
    }

    void ofAMillionMarksNoneIsLost()
    {
        LaneMarks marks;
        const auto entry = std::make_shared<Entry>();
        for (int i = 0; i < 1'000'000; ++i) {
            marks.times.push_back(Noon + Micros(i * 900));
            marks.codes.push_back({});
        }
        std::vector<MarkBin> bins(1400);
        countMarks(marks, {Noon, Noon + 15min, 0, 1400}, bins);
        std::uint64_t counted = 0;
        for (const MarkBin &bin : bins)
            counted += bin.total();
        QCOMPARE(counted, 1'000'000u);
    }
};

} // namespace tst_markbins

WK_TEST(tst_markbins, tst_MarkBins, NoApplication)
#include "tst_markbins.moc"
