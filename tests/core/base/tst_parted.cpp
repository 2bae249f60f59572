// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parted.h"
#include "tests/support/testregistry.h"

#include <QHash>
#include <QTest>

#include <algorithm>
#include <string>
#include <unordered_map>

namespace tst_parted {

using namespace wk;

constexpr int Many = 64'000;

/// As good as the keys of a program are: numbers that follow each other.
struct Itself {
    std::size_t operator()(int key) const { return static_cast<std::size_t>(key); }
};

template <class Parts>
std::size_t largest(const Parts &parts)
{
    const auto size = [](const auto &part) { return static_cast<std::size_t>(part.size()); };
    return size(*std::ranges::max_element(parts, {}, size));
}

class TestParted : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aKeyIsAlwaysInTheSamePart();
    void noPartHasMuchMoreThanItsShare();
    void aQHashCanBeParted();
};

void TestParted::aKeyIsAlwaysInTheSamePart()
{
    Parted<std::unordered_map<std::string, int>> table;
    QCOMPARE(table.size(), std::size_t(0));
    for (int i = 0; i < Many; ++i) {
        const std::string key = "pod-" + std::to_string(i);
        table.of(key)[key] = i;
    }
    QCOMPARE(table.size(), std::size_t(Many));
    for (int i = 0; i < Many; i += 2) {
        const std::string key = "pod-" + std::to_string(i);
        QCOMPARE(table.of(key).erase(key), std::size_t(1));
    }
    QCOMPARE(table.size(), std::size_t(Many / 2));
    for (int i = 1; i < Many; i += 2)
        QCOMPARE(std::as_const(table).of("pod-" + std::to_string(i)).at("pod-" + std::to_string(i)), i);
}

void TestParted::noPartHasMuchMoreThanItsShare()
{
    Parted<std::unordered_map<int, int, Itself>> table;
    for (int key = 0; key < Many; ++key)
        table.of(key)[key] = key;
    QVERIFY(largest(table.parts()) <= std::size_t(Many / 64 * 3 / 2));
}

void TestParted::aQHashCanBeParted()
{
    Parted<QHash<int, int>, Itself> table;
    for (int key = 0; key < Many; ++key)
        table.of(key).insert(key, key);
    QCOMPARE(table.size(), std::size_t(Many));
    QCOMPARE(table.of(4711).value(4711), 4711);
    QVERIFY(largest(table.parts()) <= std::size_t(Many / 64 * 3 / 2));
}

} // namespace tst_parted

WK_TEST(tst_parted, tst_parted::TestParted, NoApplication)

#include "tst_parted.moc"
