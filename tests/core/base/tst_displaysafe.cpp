// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/displaysafe.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QString>
#include <QTest>

#include <random>

namespace tst_displaysafe {

using namespace wk;

namespace {

QByteArray safe(const QByteArray &text, std::size_t maxChars = limits::CellChars)
{
    return QByteArray::fromStdString(displaySafe({text.constData(), std::size_t(text.size())}, maxChars));
}

/// The set of rule S19, written down again and independently of the code: by ranges, not by Unicode's categories.
bool isForbidden(char32_t c)
{
    const auto within = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
    return within(0, 0x1f) || within(0x7f, 0x9f) || c == 0xad || c == 0x61c || within(0x200b, 0x200f) ||
           within(0x2028, 0x202e) || within(0x2060, 0x206f) || c == 0xfeff || within(0xd800, 0xdfff) ||
           within(0xe000, 0xf8ff) || within(0xfdd0, 0xfdef) || (c & 0xfffe) == 0xfffe || within(0xe0000, 0xe007f) ||
           within(0xf0000, 0x10ffff);
}

/// Whether a joiner is not where it must be to be seen: it is at an edge, beside another one, or beside what is written
/// without, first of all whatever could be a name of ours.
bool isStrayJoiner(const QList<uint> &points, qsizetype at)
{
    const auto isWithout = [](uint c) {
        const QChar::Script script = QChar::script(c);
        return c < 0x600 || c == 0x200c || c == 0x200d || script == QChar::Script_Latin ||
               script == QChar::Script_Greek || script == QChar::Script_Cyrillic || script == QChar::Script_Han;
    };
    qsizetype before = at - 1;
    while (before >= 0 && QChar::category(points[before]) == QChar::Mark_NonSpacing && points[before] < 0x600)
        --before;
    return before < 0 || at + 1 == points.size() || isWithout(points[before]) || isWithout(points[at + 1]);
}

/// What was wrong with a safe text; empty when nothing is.
QString fault(const QByteArray &text, std::size_t maxChars)
{
    const QString string = QString::fromUtf8(text);
    if (string.toUtf8() != text)
        return QStringLiteral("not UTF-8");
    const auto points = string.toUcs4();
    if (std::size_t(points.size()) > maxChars)
        return QStringLiteral("%1 characters").arg(points.size());
    int marks = 0;
    for (qsizetype at = 0; at < points.size(); ++at) {
        const uint point = points[at];
        const bool isJoiner = point == 0x200c || point == 0x200d;
        if (isJoiner ? isStrayJoiner(points, at) : isForbidden(point))
            return QStringLiteral("holds U+%1").arg(point, 0, 16);
        marks = QChar::category(point) == QChar::Mark_NonSpacing ? marks + 1 : 0;
        if (marks > 8)
            return QStringLiteral("stacks marks");
    }
    if (safe(text, maxChars) != text)
        return QStringLiteral("is not its own safe form");
    return {};
}

void append(QByteArray &text, char32_t c)
{
    // By hand: QString would not write a surrogate.
    if (c < 0x80)
        text += char(c);
    else if (c < 0x800)
        text.append(char(0xc0 | c >> 6)).append(char(0x80 | (c & 0x3f)));
    else if (c < 0x10000)
        text.append(char(0xe0 | c >> 12)).append(char(0x80 | (c >> 6 & 0x3f))).append(char(0x80 | (c & 0x3f)));
    else
        text.append(char(0xf0 | c >> 18))
            .append(char(0x80 | (c >> 12 & 0x3f)))
            .append(char(0x80 | (c >> 6 & 0x3f)))
            .append(char(0x80 | (c & 0x3f)));
}

} // namespace

class TestDisplaySafe : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void textsBecomeSafe_data();
    void textsBecomeSafe();
    void aLongTextEndsInAnElision_data();
    void aLongTextEndsInAnElision();
    void everyCodePointAloneIsSafe();
    void anyBytesAreSafe();
    void aTerminalSeesNoControlByte();
};

void TestDisplaySafe::textsBecomeSafe_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("plain text stays") << QByteArray("nginx-7d4f ~ok") << QByteArray("nginx-7d4f ~ok");
    QTest::newRow("other scripts stay") << QByteArray("节点 日本 Ω ñ — 😀") << QByteArray("节点 日本 Ω ñ — 😀");
    QTest::newRow("Arabic and Hebrew letters stay") << QByteArray("سلام שלום") << QByteArray("سلام שלום");
    QTest::newRow("an accent stays") << QByteArray("e\xcc\x81") << QByteArray("e\xcc\x81");
    QTest::newRow("NUL") << QByteArray("a\0b", 3) << QByteArray("a‹U+0000›b");
    QTest::newRow("a line break and a tab") << QByteArray("a\r\n\tb") << QByteArray("a‹U+000D›‹U+000A›‹U+0009›b");
    QTest::newRow("an escape sequence") << QByteArray("\x1b[31m") << QByteArray("‹U+001B›[31m");
    QTest::newRow("DEL") << QByteArray("\x7f") << QByteArray("‹U+007F›");
    QTest::newRow("the one-byte CSI of C1") << QByteArray("\xc2\x9b") << QByteArray("‹U+009B›");
    QTest::newRow("a turn of direction") << QByteArray("txt\xe2\x80\xae"
                                                       "exe")
                                         << QByteArray("txt‹U+202E›exe");
    QTest::newRow("an isolate") << QByteArray("\xe2\x81\xa6") << QByteArray("‹U+2066›");
    QTest::newRow("a zero-width space") << QByteArray("a\xe2\x80\x8b"
                                                      "b")
                                        << QByteArray("a‹U+200B›b");
    QTest::newRow("a byte order mark") << QByteArray("\xef\xbb\xbf") << QByteArray("‹U+FEFF›");
    QTest::newRow("a soft hyphen") << QByteArray("\xc2\xad") << QByteArray("‹U+00AD›");
    QTest::newRow("a line separator") << QByteArray("\xe2\x80\xa8") << QByteArray("‹U+2028›");
    QTest::newRow("a tag character") << QByteArray("\xf3\xa0\x81\x81") << QByteArray("‹U+E0041›");
    QTest::newRow("private use") << QByteArray("\xee\x80\x80") << QByteArray("‹U+E000›");
    QTest::newRow("no character") << QByteArray("\xef\xbf\xbf") << QByteArray("‹U+FFFF›");
    QTest::newRow("a filler that draws nothing") << QByteArray("\xe3\x85\xa4") << QByteArray("‹U+3164›");
    QTest::newRow("a lone surrogate") << QByteArray("\xed\xa0\x80") << QByteArray("‹U+D800›");
    QTest::newRow("a byte that is no UTF-8") << QByteArray("a\xff"
                                                           "b")
                                             << QByteArray("a‹0xFF›b");
    QTest::newRow("an overlong slash") << QByteArray("\xc0\xaf") << QByteArray("‹0xC0›‹0xAF›");
    QTest::newRow("a character cut short") << QByteArray("\xe2\x82") << QByteArray("‹0xE2›‹0x82›");
    QTest::newRow("past the last code point")
        << QByteArray("\xf4\x90\x80\x80") << QByteArray("‹0xF4›‹0x90›‹0x80›‹0x80›");
    QTest::newRow("eight marks stay") << QByteArray("a") + QByteArray("\xcc\x81").repeated(8)
                                      << QByteArray("a") + QByteArray("\xcc\x81").repeated(8);
    QTest::newRow("more are counted") << QByteArray("a") + QByteArray("\xcc\x81").repeated(100) + "b"
                                      << QByteArray("a") + QByteArray("\xcc\x81").repeated(8) + "‹+92›b";
    QTest::newRow("a joiner between emoji stays") << QByteArray("👩‍💻") << QByteArray("👩‍💻");
    QTest::newRow("a tone of skin is joined to nothing")
        << QByteArray("漢\xe2\x80\x8d🏽") << QByteArray("漢‹U+200D›🏽");
    QTest::newRow("behind a tone of skin too") << QByteArray("👩🏽‍🔧") << QByteArray("👩🏽‍🔧");
    QTest::newRow("and behind the sign for colour") << QByteArray("🏳️‍🌈 ❤️‍🔥 👨‍👩‍👧")
                                                    << QByteArray("🏳️‍🌈 ❤️‍🔥 👨‍👩‍👧");
    QTest::newRow("a non-joiner between Persian letters stays")
        << QByteArray("می‌خواهم") << QByteArray("می‌خواهم");
    QTest::newRow("both stay behind a virama of Devanagari")
        << QByteArray("क्‍ष क्‌ष") << QByteArray("क्‍ष क्‌ष");
    QTest::newRow("and before one of Bengali") << QByteArray("র‍্যাম") << QByteArray("র‍্যাম");
    QTest::newRow("a joiner of nothing is shown") << QByteArray("a\u200d") << QByteArray("a‹U+200D›");
    QTest::newRow("nor does one join Latin letters")
        << QByteArray("pay\u200dpal pay\u200cpal") << QByteArray("pay‹U+200D›pal pay‹U+200C›pal");
    QTest::newRow("nor digits, nor signs") << QByteArray("1\u200d0 -\u200c-") << QByteArray("1‹U+200D›0 -‹U+200C›-");
    QTest::newRow("nor an emoji and a letter")
        << QByteArray("👩\u200da b\u200d👩") << QByteArray("👩‹U+200D›a b‹U+200D›👩");
    QTest::newRow("nor letters that are joined without") << QByteArray("م\u200dم") << QByteArray("م‹U+200D›م");
    QTest::newRow("a vowel sign is no hindrance") << QByteArray("مَ\u200cم") << QByteArray("مَ\u200cم");
    QTest::newRow("what encloses the letter is") << QByteArray("م\u0488\u200cم") << QByteArray("م\u0488‹U+200C›م");
    QTest::newRow("nor are an ideograph and a sign that has no width")
        << QByteArray("中\u200d\ufe0f") << QByteArray("中‹U+200D›\ufe0f");
    QTest::newRow("two in a row are shown") << QByteArray("م\u200c\u200cم") << QByteArray("م‹U+200C›‹U+200C›م");
    QTest::newRow("one at an edge is shown") << QByteArray("\u200cم\u200c") << QByteArray("‹U+200C›م‹U+200C›");
    QTest::newRow("our own marks stay") << QByteArray("‹U+202E›…") << QByteArray("‹U+202E›…");
}

void TestDisplaySafe::textsBecomeSafe()
{
    QFETCH(QByteArray, text);
    QTEST(safe(text), "expected");
    QCOMPARE(fault(safe(text), limits::CellChars), QString());
}

void TestDisplaySafe::aLongTextEndsInAnElision_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("maxChars");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("one below the limit") << QByteArray("abc") << 4 << QByteArray("abc");
    QTest::newRow("at the limit") << QByteArray("abcd") << 4 << QByteArray("abcd");
    QTest::newRow("one past it") << QByteArray("abcde") << 4 << QByteArray("abc…");
    QTest::newRow("characters are counted, not bytes") << QByteArray("日本語日本語") << 5 << QByteArray("日本語日…");
    QTest::newRow("what was made visible is not cut in two") << QByteArray("ab\x07"
                                                                           "c")
                                                             << 8 << QByteArray("ab…");
    QTest::newRow("nothing is cut behind a joiner") << QByteArray("a👩‍💻b") << 4 << QByteArray("a👩…");
    QTest::newRow("room for the mark alone") << QByteArray("abc") << 1 << QByteArray("…");
    QTest::newRow("no room is room for one") << QByteArray("abc") << 0 << QByteArray("…");
    QTest::newRow("nothing needs no room") << QByteArray() << 0 << QByteArray();
}

void TestDisplaySafe::aLongTextEndsInAnElision()
{
    QFETCH(QByteArray, text);
    QFETCH(int, maxChars);
    QTEST(safe(text, std::size_t(maxChars)), "expected");
}

void TestDisplaySafe::everyCodePointAloneIsSafe()
{
    for (char32_t c = 0; c <= 0x10ffff; ++c) {
        // Planes 3 to 13 and the private ones are all alike: one in 64.
        if (c >= 0x30000 && c / 0x10000 != 0xe)
            c += 63;
        QByteArray text("x");
        append(text, c);
        const QString wrong = fault(safe(text, 32), 32);
        QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("U+%1 %2").arg(quint32(c), 0, 16).arg(wrong)));
    }
}

void TestDisplaySafe::anyBytesAreSafe()
{
    std::mt19937_64 random(test::seed());
    const auto upTo = [&](unsigned last) { return std::uniform_int_distribution<unsigned>(0, last)(random); };
    constexpr char32_t Interesting[] = {0x00,   0x1b,   0x7f,   0x85,   0x9b,    0x301,   0x302,   0x34f,
                                        0x61c,  0x200b, 0x202e, 0x2028, 0x2039,  0x203a,  0x2026,  0xd800,
                                        0x200c, 0x200d, 0x645,  0x915,  0x94d,   0x1f3fd, 0x1f469, 0x2640,
                                        0xe000, 0xfe0f, 0xfeff, 0xffff, 0x1f600, 0xe0041, 0x10ffff};
    for (int round = 0, end = test::rounds(10'000); round < end; ++round) {
        QByteArray text;
        for (unsigned left = upTo(40); left > 0; --left) {
            switch (upTo(4)) {
            case 0: text += char(upTo(255)); break;
            case 1: append(text, upTo(0x10ffff)); break;
            case 2: append(text, Interesting[upTo(std::size(Interesting) - 1)]); break;
            case 3: text += QByteArray("\xcc\x80").repeated(qsizetype(upTo(20))); break;
            default: text += char(0x20 + upTo(0x5e)); break;
            }
        }
        const std::size_t maxChars = 1 + upTo(60);
        const QString wrong = fault(safe(text, maxChars), maxChars);
        QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("%1 %2").arg(QString::fromLatin1(text.toHex()), wrong)));
    }
}

void TestDisplaySafe::aTerminalSeesNoControlByte()
{
    std::string text = "line\r\nnext\x1b]0;title\x07\b\b\xc2\x9b"
                       "2J";
    text += std::string(10'000, 'x');
    const std::string result = terminalSafe(text);
    QVERIFY(result.starts_with("line‹U+000D›‹U+000A›next‹U+001B›]0;title‹U+0007›‹U+0008›‹U+0008›‹U+009B›2J"));
    QVERIFY(result.ends_with(std::string(10'000, 'x')));
    QVERIFY(std::none_of(result.begin(), result.end(), [](char c) { return (c >= 0 && c < 0x20) || c == 0x7f; }));
}

} // namespace tst_displaysafe

WK_TEST(tst_displaysafe, TestDisplaySafe, QCoreApplication)
#include "tst_displaysafe.moc"
