// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/textsets.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_textsets {

using namespace wk;

class TestTextSets : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void equalListsShareANumber();
    void nothingIsNumberZero();
    void aNumberWithoutUsesIsGivenAnew();
    void aTextGoesWithTheLastListThatHasIt();
    void aCopySaysWhatANumberMeantWhenItWasMade();
};

namespace {

using Texts = std::vector<std::string>;

Texts read(const TextSets &sets, TextSets::Id id)
{
    Texts texts;
    for (const StringPool::Id text : sets.members(id))
        texts.emplace_back(sets.texts().text(text));
    return texts;
}

} // namespace

void TestTextSets::equalListsShareANumber()
{
    TextSets sets;
    const auto both = sets.acquire(Texts{"kubelet", "kubectl"});
    QCOMPARE(sets.acquire(Texts{"kubelet", "kubectl"}), both);
    QVERIFY(sets.acquire(Texts{"kubectl", "kubelet"}) != both);
    QVERIFY(sets.acquire(Texts{"kubelet"}) != both);
    QCOMPARE(read(sets, both), (Texts{"kubelet", "kubectl"}));
}

void TestTextSets::nothingIsNumberZero()
{
    TextSets sets;
    QCOMPARE(sets.acquire(std::vector<std::string>()), TextSets::Empty);
    QCOMPARE(sets.acquire(Texts{"", ""}), TextSets::Empty);
    sets.release(TextSets::Empty);
    QVERIFY(sets.members(TextSets::Empty).empty());
    QCOMPARE(read(sets, sets.acquire(Texts{"", "a"})), Texts{"a"});
}

void TestTextSets::aNumberWithoutUsesIsGivenAnew()
{
    TextSets sets;
    const auto first = sets.acquire(Texts{"a", "b"});
    sets.acquire(Texts{"a", "b"});
    sets.release(first);
    QCOMPARE(sets.acquire(Texts{"a", "b"}), first);
    sets.release(first);
    sets.release(first);
    QCOMPARE(sets.reuses(), std::uint64_t(0));
    QCOMPARE(sets.acquire(Texts{"c"}), first);
    QCOMPARE(sets.reuses(), std::uint64_t(1));
    QCOMPARE(read(sets, first), Texts{"c"});
}

void TestTextSets::aTextGoesWithTheLastListThatHasIt()
{
    TextSets sets;
    const auto one = sets.acquire(Texts{"a", "b"});
    const auto other = sets.acquire(Texts{"b", "b"});
    sets.acquire(Texts{"b", "b"});
    sets.release(one);
    QCOMPARE(sets.texts().find("a"), StringPool::Empty);
    QCOMPARE(read(sets, other), (Texts{"b", "b"}));
    sets.release(other);
    QVERIFY(sets.texts().find("b") != StringPool::Empty);
    sets.release(other);
    QCOMPARE(sets.texts().find("b"), StringPool::Empty);
}

void TestTextSets::aCopySaysWhatANumberMeantWhenItWasMade()
{
    TextSets sets;
    const auto first = sets.acquire(Texts{"a", "b"});
    const auto copy = std::make_unique<const TextSets>(sets);
    sets.release(first);
    QVERIFY2(sets.acquire(Texts{"c"}) == first, "it is free at once, though a copy lives");
    QCOMPARE(sets.reuses(), std::uint64_t(1));
    QCOMPARE(read(*copy, first), (Texts{"a", "b"}));
    QCOMPARE(copy->reuses(), std::uint64_t(0));
    QCOMPARE(read(sets, first), (Texts{"c"}));
    QCOMPARE(read(sets, sets.acquire(Texts{"b", "a"})), (Texts{"b", "a"}));
    QCOMPARE(read(*copy, first), (Texts{"a", "b"}));
}

} // namespace tst_textsets

WK_TEST(tst_textsets, TestTextSets, QCoreApplication)
#include "tst_textsets.moc"
