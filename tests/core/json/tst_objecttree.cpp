// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/objecttree.h"
#include "tests/support/blockkinds.h"
#include "tests/support/fixtures.h"
#include "tests/support/spoil.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <map>
#include <random>
#include <string>

/// By registers of any width it is what one finds who reads a byte after the other.
namespace tst_objecttree {

using namespace wk;

class TestObjectTree : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void randomTreesAndWhatIsNearlyOne();
    void treesThatDifferHashApart();
    void whatIsNoTreeOfObjectsIsNone_data();
    void whatIsNoTreeOfObjectsIsNone();
    void depthIsBounded();
};

namespace {

/// Reads by the grammar, without a bound on the depth.
class ByByte
{
public:
    explicit ByByte(std::string_view text)
        : m_text(text)
    {}

    bool readObject()
    {
        if (!take('{'))
            return false;
        if (take('}'))
            return true;
        do {
            if (!readName() || !take(':') || !readObject())
                return false;
            ++m_names;
        } while (take(','));
        return take('}');
    }
    std::size_t at() const { return m_at; }
    std::uint32_t names() const { return m_names; }

private:
    bool take(char wanted)
    {
        const bool isIt = m_at < m_text.size() && m_text[m_at] == wanted;
        m_at += isIt ? 1 : 0;
        return isIt;
    }
    bool readName()
    {
        if (!take('"'))
            return false;
        while (m_at < m_text.size() && m_text[m_at] != '"') {
            if (take('\\')) {
                if (!take('"') && !take('\\'))
                    return false;
            } else if (static_cast<signed char>(m_text[m_at++]) < 0x20) {
                return false;
            }
        }
        return take('"');
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::uint32_t m_names = 0;
};

std::string randomName(std::mt19937_64 &random)
{
    const std::string_view parts[] = {"f:", "k:", "{", "}", ":", ",", "\\\"", "\\\\", ".", "metadata", "[", "x"};
    std::string name = "\"";
    for (std::size_t count = random() % (random() % 8 == 0 ? 40 : 5); count > 0; --count)
        name += parts[random() % std::size(parts)];
    return name + '"';
}

std::string randomTree(std::mt19937_64 &random, int depth)
{
    std::string text = "{";
    for (std::size_t count = depth > 0 ? random() % 5 : 0; count > 0; --count)
        text += randomName(random) + ':' + randomTree(random, depth - 1) + (count > 1 ? "," : "");
    return text + '}';
}

constexpr std::string_view Odd = "{}[]:,\"\\ a1\n\x7f\xc3";

} // namespace

void TestObjectTree::randomTreesAndWhatIsNearlyOne()
{
    std::mt19937_64 random(test::seed());
    int trees = 0;
    int others = 0;
    for (int i = 0; i < test::rounds(5'000); ++i) {
        const std::string before(random() % 70, '{');
        std::string text = randomTree(random, 4);
        for (std::size_t spoilt = random() % 3; spoilt > 0; --spoilt)
            test::spoil(text, random, Odd);
        text += std::string_view("},\"x\":1}").substr(0, random() % 9);
        ByByte expected(text);
        const bool isTree = expected.readObject();
        (isTree ? trees : others) += 1;
        const auto best = json::objectTree(before + text, before.size());
        for (const json::BlockKind kind : test::blockKinds()) {
            const auto found = json::objectTree(before + text, before.size(), kind);
            QCOMPARE(found.has_value(), isTree);
            if (!isTree)
                continue;
            QCOMPARE(found->end, before.size() + expected.at());
            QCOMPARE(found->names, expected.names());
            QCOMPARE(found->hash, best->hash);
            // What stands behind does not count.
            QCOMPARE(json::objectTree(text.substr(0, expected.at()), 0, kind)->hash, best->hash);
        }
    }
    QVERIFY(trees > test::rounds(5'000) / 10 && others > test::rounds(5'000) / 10);
}

void TestObjectTree::treesThatDifferHashApart()
{
    std::mt19937_64 random(test::seed());
    std::map<std::uint64_t, std::string> texts;
    for (int i = 0; i < test::rounds(5'000); ++i) {
        const std::string text = randomTree(random, 4);
        const auto known = texts.emplace(json::objectTree(text, 0)->hash, text).first;
        QCOMPARE(known->second, text);
    }
}

void TestObjectTree::whatIsNoTreeOfObjectsIsNone_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto add = [](const char *text) { QTest::newRow(text) << QByteArray(text); };
    add("");
    add("{");
    add("[]");
    add("{]");
    add("{\"a\":1}");
    add("{\"a\":[]}");
    add("{\"a\":\"b\"}");
    add("{\"a\"}");
    add("{\"a\":}");
    add("{\"a\":{},}");
    add("{,\"a\":{}}");
    add("{\"a\":{} }");
    add("{ \"a\":{}}");
    add("{\"a\":{}\"b\":{}}");
    add("{\"a\":{}{}}");
    add("{{}}");
    add("{\"a\"\"b\":{}}");
    add("{\"a\":{}:{}}");
    add("{\"\\n\":{}}");
    add("{\"\\u0041\":{}}");
    add("{\"\xc3\xa9\":{}}");
    add("{\"\t\":{}}");
    add("{\\\"a\":{}}");
}

void TestObjectTree::whatIsNoTreeOfObjectsIsNone()
{
    QFETCH(QByteArray, text);
    for (const json::BlockKind kind : test::blockKinds())
        QVERIFY(!json::objectTree(text.toStdString(), 0, kind));
}

void TestObjectTree::depthIsBounded()
{
    const auto nested = [](int depth) {
        std::string text = "{}";
        for (int i = 1; i < depth; ++i)
            text = "{\"a\":" + text + '}';
        return text;
    };
    QVERIFY(json::objectTree(nested(100), 0));
    QVERIFY(!json::objectTree(nested(1000), 0));
}

} // namespace tst_objecttree

WK_TEST(tst_objecttree, TestObjectTree, QCoreApplication)
#include "tst_objecttree.moc"
