// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/journalbound.h"
#include "core/history/journal/journalusage.h"
#include "tests/core/history/journal/writingprogram.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <set>

#include <unistd.h>

namespace tst_journalraces {

using namespace wk;
using test::isThere;
using test::journalTime;
using test::put;
using test::TestProcess;

namespace {

/// A program that claims, writes, bounds and deletes as fast as it can, while others do the same.
class Racer
{
public:
    Racer(std::string root, std::string tokens, std::uint64_t seed)
        : m_root(JournalRoot::open(root).value())
        , m_tokens(std::move(tokens))
        , m_random(seed)
    {}

    /// Empty, or what was wrong.
    std::string run(int turns)
    {
        std::string wrong;
        for (int turn = 0; turn < turns && wrong.empty(); ++turn) {
            wrong = claimAndWrite();
            if (wrong.empty())
                wrong = takeAway();
        }
        return wrong;
    }

private:
    std::uint32_t below(std::uint32_t end) { return std::uint32_t(m_random() % end); }

    std::string claimAndWrite()
    {
        const JournalCluster &cluster = below(3) == 0 ? test::production() : test::staging();
        auto claimed = claimSet(m_root, cluster, journalTime(int(below(100'000))), std::uint32_t(m_random()));
        if (!claimed)
            return "claim: " + describe(claimed.error());
        JournalClaim claim = std::move(claimed).value();
        const std::string token = m_tokens + '/' + claim.set.text() + cluster.name;
        const FileDescriptor mine(::open(token.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
        if (mine.get() < 0)
            return "two have " + token;
        std::string wrong = readPast(claim);
        for (std::uint32_t pieces = below(4); pieces > 0 && wrong.empty(); --pieces)
            wrong = writePiece(claim);
        ::unlink(token.c_str());
        return wrong;
    }

    static std::string readPast(const JournalClaim &claim)
    {
        const std::string all = test::readChain(claim.past);
        std::set<std::string> seen;
        for (std::size_t at = 0; at < all.size(); at += 16) {
            if (!seen.insert(all.substr(at, 16)).second)
                return "twice: " + all.substr(at, 16);
        }
        return {};
    }

    std::string writePiece(JournalClaim &claim)
    {
        char words[17];
        std::snprintf(words, sizeof words, "%07d %08d", ::getpid(), m_written++);
        const std::string tail = claim.tailPath(claim.next);
        put(tail, words, journalTime(int(below(1000))));
        if (below(4) == 0) {
            ++claim.next; // as one who was killed left it, and was gone on with
            return isThere(tail) ? std::string() : "a living program's tail is gone";
        }
        const std::string segment = claim.segmentPath(claim.next++);
        put(segment + ".aB3xY0", words, journalTime(int(below(1000))));
        ::rename((segment + ".aB3xY0").c_str(), segment.c_str());
        ::unlink(tail.c_str());
        return isThere(segment) ? std::string() : "a living program's last segment is gone";
    }

    std::string takeAway()
    {
        const ClusterId here = *ClusterId::fromText("at https://127.0.0.1:6443 ca  name ");
        switch (below(8)) {
        case 0: return saidOf("delete", deleteHistory(m_root, {}));
        case 1: return saidOf("delete one", deleteHistory(m_root, test::staging().id));
        case 2: return saidOf("usage", usageOf(m_root, journalTime(1000)));
        case 3: return saidOf("remember", m_root.remember(here, test::staging().id));
        default: return saidOf("bound", enforceBound(m_root, {below(400), {}}, journalTime(1000)));
        }
    }

    template <class Value>
    static std::string saidOf(const char *what, const Result<Value> &result)
    {
        return result ? std::string() : what + (": " + describe(result.error()));
    }

    const JournalRoot m_root;
    const std::string m_tokens;
    std::mt19937_64 m_random;
    int m_written = 0;
};

} // namespace

class TestJournalRaces : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void programsThatMeetGetSetsOfTheirOwnAndLoseNothing();
    void whileATailBecomesASegmentOneOfThemIsSeen();
};

void TestJournalRaces::programsThatMeetGetSetsOfTheirOwnAndLoseNothing()
{
    const test::JournalRig rig;
    const QTemporaryDir tokens;
    const std::uint64_t seed = test::seed();
    std::vector<std::unique_ptr<TestProcess>> racers;
    for (std::uint64_t one = 0; one < 4; ++one) {
        racers.push_back(std::make_unique<TestProcess>([&](TestProcess::Line &line) {
            Racer racer(rig.path(), tokens.path().toStdString(), seed + one);
            line.hear(); // all at once
            const std::string wrong = racer.run(test::rounds(150));
            line.say(wrong.empty() ? "ok" : wrong);
        }));
    }
    for (const auto &racer : racers)
        racer->say("go");
    for (const auto &racer : racers)
        QCOMPARE(QString::fromStdString(racer->hear()), QStringLiteral("ok"));
    QVERIFY(deleteHistory(rig.root(), {}).ok());
    QVERIFY2(rig.root().folders()->empty(), "nothing is left that nobody knows of");
}

void TestJournalRaces::whileATailBecomesASegmentOneOfThemIsSeen()
{
    const test::JournalRig rig;
    TestProcess writer([&](TestProcess::Line &line) { test::WritingProgram(rig.path()).run(line); });
    QVERIFY(!writer.ask("claim 0").empty());
    for (std::uint32_t number = 1; number <= 300; ++number) {
        QCOMPARE(writer.ask("write 1 1"), std::string("ok"));
        writer.say("seal 2");
        const auto sets = setsIn(rig.folder());
        QCOMPARE(writer.hear(), std::string("ok"));
        QVERIFY(sets.ok() && sets->size() == 1);
        const std::vector<JournalPiece> &pieces = sets->front().pieces;
        QCOMPARE(pieces.size(), std::size_t(number));
        for (std::uint32_t i = 0; i < number; ++i)
            QCOMPARE(pieces[i].number, i + 1);
    }
}

} // namespace tst_journalraces

WK_TEST(tst_journalraces, TestJournalRaces, NoApplication)
#include "tst_journalraces.moc"
