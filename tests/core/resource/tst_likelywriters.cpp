// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/likelywriters.h"

#include "tests/support/fixtures.h"
#include "tests/support/podgen/podfleet.h"
#include "tests/support/randomedits.h"
#include "tests/support/testregistry.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <algorithm>

namespace tst_likelywriters {

using namespace wk;
using namespace wk::test;

namespace {

/// Each change for itself, by all that managedFields says.
LikelyWriters changeByChange(const std::string &before, const std::string &after)
{
    LikelyWriters writers;
    const Attribution attribution(before, after, RevisionSpan::OneWrite);
    const std::vector<PathChange> changes = allChanges(before, after).changes;
    writers.isServer = !changes.empty();
    for (const PathChange &change : changes) {
        const Verdict verdict = attribution.of(change);
        writers.isServer = writers.isServer && std::holds_alternative<ServerWriter>(verdict);
        const auto *doubt = std::get_if<AmbiguousWriter>(&verdict);
        for (const FieldOwner &candidate : doubt ? doubt->candidates : std::vector<FieldOwner>()) {
            if (std::ranges::find(writers.managers, candidate.manager) == writers.managers.end())
                writers.managers.push_back(candidate.manager);
        }
    }
    return writers;
}

} // namespace

class TestLikelyWriters : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRevisionThatIsNotHeldTellsNothing()
    {
        QVERIFY(likelyWriters("", "{}").isUnseen && likelyWriters("{}", "").isUnseen);
        QVERIFY(!likelyWriters("{}", "{}").isUnseen);
    }

    void theyOwnWhatChanged()
    {
        const std::uint64_t from = seed();
        PodFleet fleet({.seed = from, .pods = 50});
        RandomEdits edits(from);
        int named = 0;
        for (int round = 0, end = rounds(400); round < end; ++round) {
            const PodEvent event = fleet.next();
            const std::string told = fleet.exists(event.pod) ? std::string(fleet.object(event.pod)) : std::string();
            if (told.empty())
                continue;
            const nlohmann::json before = nlohmann::json::parse(told);
            nlohmann::json after = before;
            for (const char *part : {"spec", "status"})
                after[part] = edits.edited(before[part], 2);
            if (round % 4 == 0)
                after["metadata"] = edits.edited(before["metadata"], 1);
            if (round % 8 == 0)
                after["metadata"]["managedFields"] = edits.edited(before["metadata"]["managedFields"], 1);
            const LikelyWriters found = likelyWriters(before.dump(), after.dump());
            QVERIFY2(found == changeByChange(before.dump(), after.dump()), after.dump().c_str());
            named += found.managers.empty() ? 0 : 1;
        }
        QVERIFY(named > 50);
    }
};

} // namespace tst_likelywriters

WK_TEST(tst_likelywriters, TestLikelyWriters, QCoreApplication)
#include "tst_likelywriters.moc"
