// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/informer/recentrevisions.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <deque>
#include <random>
#include <string>

namespace tst_recentrevisions {

using namespace wk;

class TestRecentRevisions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRevisionIsUidAndVersion();
    void theLastThousandAreKnown();
};

namespace {

Object revision(std::uint64_t uid, const std::string &version)
{
    Object object;
    object.uid = "u" + std::to_string(uid);
    object.version = ResourceVersion(version);
    return object;
}

} // namespace

void TestRecentRevisions::aRevisionIsUidAndVersion()
{
    RecentRevisions recent;
    QVERIFY(!recent.contains(revision(1, "7")));
    recent.insert(revision(1, "7"));
    recent.insert(revision(1, "opaque"));
    QVERIFY(recent.contains(revision(1, "7")) && recent.contains(revision(1, "opaque")));
    QVERIFY(!recent.contains(revision(2, "7")) && !recent.contains(revision(1, "8")));
    QVERIFY(!recent.contains(revision(1, "another")) && !recent.contains(revision(1, "")));
}

void TestRecentRevisions::theLastThousandAreKnown()
{
    constexpr std::size_t Thousand = 1024;
    std::mt19937_64 random(test::seed());
    RecentRevisions recent;
    std::deque<std::pair<std::uint64_t, std::string>> model; // the oldest first, each once
    for (int i = 0; i < test::rounds(20'000); ++i) {
        const std::pair one(random() % 50, std::to_string(1 + random() % 60));
        const bool isKnown = std::find(model.begin(), model.end(), one) != model.end();
        QCOMPARE(recent.contains(revision(one.first, one.second)), isKnown);
        recent.insert(revision(one.first, one.second));
        QVERIFY(recent.contains(revision(one.first, one.second)));
        if (!isKnown)
            model.push_back(one);
        if (model.size() > Thousand)
            model.pop_front();
    }
    for (const auto &[uid, version] : model)
        QVERIFY(recent.contains(revision(uid, version)));
}

} // namespace tst_recentrevisions

WK_TEST(tst_recentrevisions, tst_recentrevisions::TestRecentRevisions, NoApplication)
#include "tst_recentrevisions.moc"
