// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/bracketend.h"
#include "core/json/plainstring.h"
#include "tests/support/blockkinds.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <random>

/// By registers of any width it is what one finds who looks at a byte after the other.
namespace tst_bracketend {

using namespace wk;

class TestBracketEnd : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void randomTextsEndWhereTheyDo();
};

namespace {

constexpr std::size_t Nowhere = std::string_view::npos;

std::size_t stringEndByByte(std::string_view text, std::size_t at)
{
    for (; at < text.size(); at += text[at] == '\\' ? 2 : 1) {
        if (text[at] == '"')
            return at + 1;
    }
    return Nowhere;
}

std::size_t plainStringEndByByte(std::string_view text, std::size_t at)
{
    for (; at < text.size() && text[at] != '\\' && text[at] >= ' '; ++at) {
        if (text[at] == '"')
            return at + 1;
    }
    return Nowhere;
}

std::size_t bracketEndByByte(std::string_view text, std::size_t at)
{
    std::size_t depth = 1;
    while (at < text.size()) {
        const char c = text[at];
        // A backslash counts outside of strings too: it stands before no bracket there, or the text is no JSON.
        if (c == '"') {
            at = stringEndByByte(text, at + 1);
            continue;
        }
        depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? std::size_t(-1) : 0;
        ++at;
        if (depth == 0)
            return at;
    }
    return Nowhere;
}

/// Strings with escapes between brackets, of lengths about that of a block.
std::string randomText(std::mt19937_64 &random)
{
    const std::string_view inside[] = {"a", "\\\\", "\\\"", "{", "}", "[", "]", "bcdefgh", "\xc3\xa9", "\\n"};
    const std::string_view outside[] = {"{", "[", "}", "]", ",", ":", "12", "    ", "true"};
    std::string text;
    for (std::size_t count = random() % 60; count > 0; --count) {
        if (random() % 3 != 0) {
            text += outside[random() % std::size(outside)];
            continue;
        }
        text += '"';
        for (std::size_t length = random() % (random() % 8 == 0 ? 80 : 8); length > 0; --length)
            text += inside[random() % std::size(inside)];
        text += '"';
    }
    return text.substr(0, random() % 4 == 0 ? random() % (text.size() + 1) : text.size());
}

} // namespace

void TestBracketEnd::randomTextsEndWhereTheyDo()
{
    std::mt19937_64 random(test::seed());
    int ended = 0;
    for (int i = 0; i < test::rounds(20'000); ++i) {
        const std::string text = randomText(random);
        const std::size_t at = text.empty() ? 0 : random() % text.size();
        QCOMPARE(json::stringEnd(text, at), stringEndByByte(text, at));
        for (const json::BlockKind kind : test::blockKinds())
            QCOMPARE(json::bracketEnd(text, 0, kind), bracketEndByByte(text, 0));
        QCOMPARE(json::plainStringEnd(text, at), plainStringEndByByte(text, at));
        ended += bracketEndByByte(text, 0) != Nowhere;
    }
    QVERIFY(ended > test::rounds(20'000) / 10);
}

} // namespace tst_bracketend

WK_TEST(tst_bracketend, TestBracketEnd, QCoreApplication)
#include "tst_bracketend.moc"
