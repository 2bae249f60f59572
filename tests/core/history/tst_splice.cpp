// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/splice.h"

#include "core/base/varint.h"
#include "tests/support/editedtext.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_splice {

using namespace wk;
using namespace wk::test;

class TestSplice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsSplicedComesBack_data();
    void whatIsSplicedComesBack();
    void anyEditComesBack();
    void whatIsNewLiesAsItIs();
    void textThatMovedIsCopied();
    void aReplacedNumberCostsItsDigits();
    void tooMuchChangeIsNoSplice();
    void hugeMonotonousTextsTakeLinearTime();
    void noStrangersBytesDoHarm();
    void brokenSplicesAreRefused_data();
    void brokenSplicesAreRefused();
};

namespace {

QByteArray bytes(std::string_view text)
{
    return QByteArray(text.data(), qsizetype(text.size()));
}

std::string text(const QByteArray &bytes)
{
    return bytes.toStdString();
}

std::string spliced(SpliceMaker &maker, const std::string &base, const std::string &target)
{
    const auto splice = maker.make(base, target, base.size() + target.size() + 100);
    return splice ? std::string(*splice) : "not made";
}

/// What the splice makes of the base, or its error.
std::string applied(std::string_view base, std::string_view splice, std::size_t size)
{
    std::string target(size, '?');
    const auto result = applySplice(base, splice, target);
    return result ? target : describe(result.error());
}

} // namespace

void TestSplice::whatIsSplicedComesBack_data()
{
    QTest::addColumn<QByteArray>("base");
    QTest::addColumn<QByteArray>("target");
    const QByteArray pod = bytes(EditedText(1).fresh());
    QTest::newRow("nothing from nothing") << QByteArray() << QByteArray();
    QTest::newRow("something from nothing") << QByteArray() << pod;
    QTest::newRow("nothing from something") << pod << QByteArray();
    QTest::newRow("the same") << pod << pod;
    QTest::newRow("a byte more at the end") << pod << pod + "x";
    QTest::newRow("a byte more at the beginning") << pod << "x" + pod;
    QTest::newRow("a byte less at the end") << pod << pod.chopped(1);
    QTest::newRow("a byte less at the beginning") << pod << pod.mid(1);
    QTest::newRow("twice the same") << pod << pod + pod;
    QTest::newRow("half of it") << pod + pod << pod;
    QTest::newRow("the halves exchanged") << pod << pod.mid(pod.size() / 2) + pod.left(pod.size() / 2);
    QTest::newRow("shorter than a word") << QByteArray("abc") << QByteArray("abd");
    QTest::newRow("begin and end overlap") << QByteArray("aaaaaaaaaaaa") << QByteArray("aaaaaaaaa");
    QTest::newRow("zero bytes") << QByteArray(100, '\0') << QByteArray(90, '\0') + "x" + QByteArray(50, '\0');
}

void TestSplice::whatIsSplicedComesBack()
{
    QFETCH(QByteArray, base);
    QFETCH(QByteArray, target);
    SpliceMaker maker;
    const std::string splice = spliced(maker, text(base), text(target));
    QCOMPARE(bytes(applied(text(base), splice, std::size_t(target.size()))), target);
}

void TestSplice::anyEditComesBack()
{
    EditedText texts(seed());
    SpliceMaker maker;
    for (int object = 0; object < rounds(100); ++object) {
        std::string base = texts.fresh(texts.below(3), texts.below(30));
        for (int revision = 0; revision < 20; ++revision) {
            const std::string target = texts.edited(base);
            const std::string splice = spliced(maker, base, target);
            QVERIFY(applied(base, splice, target.size()) == target);
            QVERIFY(splice.size() < target.size() + 20);
            base = target;
        }
    }
}

void TestSplice::whatIsNewLiesAsItIs()
{
    SpliceMaker maker;
    const std::string base = EditedText(2).fresh();
    std::string target = base;
    target.insert(target.size() / 2, "a needle in a haystack");
    target.insert(target.size() / 3, "and another");
    const std::string splice = spliced(maker, base, target);
    QVERIFY(splice.find("a needle in a haystack") != std::string::npos);
    QVERIFY(splice.find("and another") != std::string::npos);
    QVERIFY(splice.size() < 50);
}

void TestSplice::textThatMovedIsCopied()
{
    SpliceMaker maker;
    EditedText texts(3);
    const std::string a = texts.fresh();
    const std::string b = texts.fresh();
    const std::string c = texts.fresh();
    QVERIFY(spliced(maker, a + b + c, c + a + b).size() < 30);
    QVERIFY(spliced(maker, a + b + c, b + a + c).size() < 30);
}

void TestSplice::aReplacedNumberCostsItsDigits()
{
    SpliceMaker maker;
    const std::string base = EditedText(4).fresh();
    std::string target = base;
    target.replace(target.find("\"resourceVersion\":\"") + 19, 3, "xyz");
    QVERIFY(spliced(maker, base, target).size() <= 10);
}

void TestSplice::tooMuchChangeIsNoSplice()
{
    SpliceMaker maker;
    EditedText texts(5);
    const std::string base = texts.fresh(0);
    const std::string target = texts.fresh(1);
    QVERIFY(!maker.make(base, target, target.size() / 8));
    QVERIFY(!maker.make(base, target, 0));
    const auto same = maker.make(base, base, 4);
    QVERIFY(same && same->size() <= 4);
}

/// Not by the clock: a quadratic one would not end.
void TestSplice::hugeMonotonousTextsTakeLinearTime()
{
    SpliceMaker maker;
    const std::size_t size = 8 * 1024 * 1024;
    const std::string base(size, 'a');
    std::string target(size, 'a');
    for (std::size_t i = 0; i < size; i += 1000)
        target[i] = 'b';
    QVERIFY(applied(base, spliced(maker, base, target), size) == target);
    std::string period;
    while (period.size() < size)
        period += "0123456";
    QVERIFY(applied(base, spliced(maker, base, period), period.size()) == period);
    QVERIFY(applied(period, spliced(maker, period, base + period), size + period.size()) == base + period);
}

void TestSplice::noStrangersBytesDoHarm()
{
    EditedText texts(seed());
    SpliceMaker maker;
    for (int i = 0; i < rounds(300); ++i) {
        const std::string base = texts.fresh(0, 3);
        const std::string target = texts.edited(base);
        const std::string splice = spliced(maker, base, target);
        for (std::size_t cut = 0; cut < splice.size(); ++cut)
            QVERIFY(applied(base, std::string_view(splice).substr(0, cut), target.size()) != target);
        for (int change = 0; change < 50; ++change) {
            std::string wrong = splice;
            wrong[texts.below(wrong.size())] = static_cast<char>(texts.below(256));
            applied(base, wrong, target.size());
            applied(base.substr(0, texts.below(base.size())), wrong, texts.below(2 * target.size()));
        }
    }
}

void TestSplice::brokenSplicesAreRefused_data()
{
    QTest::addColumn<QByteArray>("splice");
    QTest::addColumn<QByteArray>("error");
    const auto number = [](std::uint64_t value) {
        char room[VarintBytes];
        return QByteArray(room, putVarint(room, value) - room);
    };
    const QByteArray none = number(0);
    // The base has ten bytes, and so has what is to be made.
    QTest::newRow("nothing at all") << QByteArray() << QByteArray("makes less than it should");
    QTest::newRow("a text longer than the splice")
        << number(20) + "short" << QByteArray("ends within an inserted text");
    QTest::newRow("a text longer than the target")
        << number(11) + "0123456789a" << QByteArray("makes more than it should");
    QTest::newRow("a number without an end") << QByteArray(3, '\xff') << QByteArray("ends within an inserted text");
    QTest::newRow("a number of more than 64 bits")
        << QByteArray(9, '\xff') + '\x02' + "x" << QByteArray("ends within an inserted text");
    QTest::newRow("a copy without its jump") << none + number(3) << QByteArray("ends within a copy");
    QTest::newRow("a copy longer than the base") << none + number(22) << QByteArray("copies from beyond its base");
    QTest::newRow("a copy from before the base")
        << none + number(7) + number(zigzag(-1)) << QByteArray("copies from beyond its base");
    QTest::newRow("a copy from behind the base")
        << none + number(7) + number(zigzag(8)) << QByteArray("copies from beyond its base");
    QTest::newRow("the farthest jump") << none + number(7) + number(UINT64_MAX)
                                       << QByteArray("copies from beyond its base");
    QTest::newRow("copies that make too much")
        << none + number(20) + none + number(3) + number(zigzag(-9)) << QByteArray("makes more than it should");
    QTest::newRow("one byte too few") << none + number(18) << QByteArray("makes less than it should");
}

void TestSplice::brokenSplicesAreRefused()
{
    QFETCH(QByteArray, splice);
    QFETCH(QByteArray, error);
    std::string target(10, '?');
    const auto result = applySplice("0123456789", text(splice), target);
    QVERIFY(!result);
    QCOMPARE(result.error().kind, ErrorKind::BrokenFrame);
    QCOMPARE(bytes(result.error().text), error);
}

} // namespace tst_splice

WK_TEST(tst_splice, TestSplice, NoApplication)
#include "tst_splice.moc"
