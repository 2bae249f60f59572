// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/answers/likelycounts.h"

#include "core/history/answers/facetrows.h"
#include "core/history/answers/filteredrows.h"
#include "core/history/eventlog.h"
#include "core/history/eventsubject.h"
#include "core/query/filteredit.h"
#include "core/query/filterparser.h"
#include "tests/support/entries.h"
#include "tests/support/fixtures.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <map>
#include <random>
#include <thread>

/// Rows of which no entry of managedFields says who wrote them are found, and counted, by who may have.
namespace tst_likelycounts {

using namespace wk;
using namespace wk::test;

namespace {

/// A small object: kcm owns the replicas, the kubelet the phase, nobody the rest.
struct State {
    int replicas = 0;
    int phase = 0;
    int nobodys = 0;
    int deletion = 0;

    std::string json() const
    {
        return quotedJson("{'metadata':{'deletionTimestamp':'" + std::to_string(deletion) +
                          "','managedFields':[{'manager':'kcm','operation':'Update','time':'2026-11-21T10:41:09Z',"
                          "'fieldsV1':{'f:status':{'f:replicas':{}}}},{'manager':'kubelet','operation':'Update',"
                          "'time':'2026-11-21T10:41:08Z','fieldsV1':{'f:status':{'f:phase':{}}}}]},'status':{"
                          "'replicas':" +
                          std::to_string(replicas) + ",'phase':" + std::to_string(phase) +
                          ",'nobodys':" + std::to_string(nobodys) + "}}");
    }
};

enum class Write { ByKcm, ByKubelet, ByBoth, ByNobody, ByServer, BySecret, Told };

/// One object after the other is written to.
class Story
{
public:
    explicit Story(EventLog::Bounds bounds = {})
        : log(bounds)
    {
        log.setWatch(1, scope("Pod"));
        log.setWatch(2, scope("Node"));
    }

    void tell(Write write, int number = 0)
    {
        auto &[state, before] = m_objects[number];
        ++(write == Write::ByKubelet  ? state.phase
           : write == Write::ByNobody ? state.nobodys
           : write == Write::ByServer ? state.deletion
                                      : state.replicas);
        state.phase += write == Write::ByBoth ? 1 : 0;
        auto now = object("web", "n" + std::to_string(number));
        if (write != Write::BySecret)
            now->body = plainBody(state.json());
        auto told = entry(WatchId(1 + number % 2), before ? EntryType::Modified : EntryType::Added, now);
        told->previous = before;
        told->changes = changes(write == Write::Told ? std::vector<std::string>{"kcm"} : std::vector<std::string>(),
                                {{"status.x", "1", "2"}});
        before = now;
        log.append(batch({told}));
    }

    EventLog log;

private:
    struct Held {
        State state;
        ObjectPtr object;
    };
    std::map<int, Held> m_objects;
};

/// Row 0 is the object's coming.
void tellAll(Story &story)
{
    story.tell(Write::Told);
    for (const Write write : {Write::ByKcm, Write::ByKubelet, Write::ByBoth, Write::ByNobody, Write::ByServer,
                              Write::BySecret, Write::Told})
        story.tell(write);
}

RowQuery queryOf(const std::string &text)
{
    return {parseFilter(text).filter.value(), {}, {}, {}};
}

std::vector<RowId> rowsOf(const HistorySnapshot &history, const std::string &filter)
{
    FilteredRows rows(queryOf(filter), history.begin());
    rows.take(history, history.end());
    std::vector<RowId> found;
    for (std::size_t i = 0; i < rows.size(); ++i)
        found.push_back(rows.at(i));
    return found;
}

std::vector<FacetCount> managersOf(const HistorySnapshot &history, const std::string &filter, RowId upTo)
{
    FacetRows others(queryOf(filter), history.begin());
    FilteredRows shown(queryOf(filter), history.begin());
    LikelyCounts likely({queryOf(filter), true}, history.begin());
    others.take(history, history.end());
    shown.take(history, history.end());
    likely.take(history, history.end());
    FacetCounts counts = others.isAskedOf(Facet::Manager) ? others.facetsBefore(history, Facet::Manager, upTo)
                                                          : shown.facetsBefore(history, upTo);
    likely.addTo(counts, history, upTo);
    return facetValues(history, counts, Facet::Manager);
}

QString told(const std::vector<RowId> &rows)
{
    QStringList words;
    for (const RowId row : rows)
        words += QString::number(row);
    return words.join(u' ');
}

int foundIn(const HistorySnapshot &history)
{
    int found = 0;
    for (RowId row = history.begin(); row < history.end(); ++row)
        found += history.foundWriters(row) ? 1 : 0;
    return found;
}

Write randomWrite(std::mt19937_64 &random)
{
    return static_cast<Write>(random() % 7);
}

/// By what each row says for itself.
bool isTrue(const Filter &filter, const HistorySnapshot &history, RowId row)
{
    return filter.matches(EventSubject(history, row));
}

} // namespace

class TestLikelyCounts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aNameFindsWhoIsKnownAndWhoIsLikely_data()
    {
        QTest::addColumn<QString>("rows");
        const auto row = [](const char *filter, const char *rows) {
            QTest::newRow(filter) << QString::fromLatin1(rows);
        };
        row("manager == \"kcm\"", "0 1 3 7");
        row("manager:kcm", "0 1 3 7");
        row("manager:KUBE", "2 3");
        row("manager in {\"kubelet\", \"other\"}", "2 3");
        row("manager != \"kcm\"", "2 4 5 6");
        row("manager == \"kcm\" manager == \"?\"", "1 3");
        row("manager == \"kcm\" manager != \"?\"", "0 7");
        row("manager == \"?\"", "1 2 3 4 5 6");
        row("manager == \"(server)\"", "5");
        row("manager == \"(nobody)\"", "4");
        row("manager", "0 7");
        row("!manager", "1 2 3 4 5 6");
        row("manager:kubelet or type:added", "0 2 3");
        row("!(manager:kubelet or type:added)", "1 4 5 6 7");
        row("manager:kcm kind:node", "");
    }
    void aNameFindsWhoIsKnownAndWhoIsLikely()
    {
        QFETCH(QString, rows);
        Story story;
        tellAll(story);
        QCOMPARE(told(rowsOf(story.log.now(), QTest::currentDataTag())), rows);
    }

    void nobodyIsLookedForWhoIsNotAskedFor_data()
    {
        QTest::addColumn<int>("found");
        QTest::newRow("kind:pod") << 0;
        QTest::newRow("manager == \"?\"") << 0;
        QTest::newRow("manager") << 0;
        QTest::newRow("!manager") << 0;
        QTest::newRow("manager:\"?\",kcm") << 0; // all in doubt are found by the first
        QTest::newRow("manager:kcm kind:node") << 0;
        QTest::newRow("manager:kcm name:other") << 0;
        QTest::newRow("manager:kcm uid:other") << 0;
        QTest::newRow("manager:kcm type:modified") << 6;
    }
    void nobodyIsLookedForWhoIsNotAskedFor()
    {
        QFETCH(int, found);
        Story story;
        tellAll(story);
        rowsOf(story.log.now(), QTest::currentDataTag());
        QCOMPARE(foundIn(story.log.now()), found);
    }

    void whatIsNotLookedAtIsNotCounted()
    {
        Story story;
        tellAll(story);
        const HistorySnapshot &history = story.log.now();
        LikelyCounts counts;
        counts.take(history, history.end());
        QCOMPARE(counts.next(), history.end());
        QCOMPARE(counts.reach(history, history.end(), 0), history.end());
        QCOMPARE(foundIn(history), 0);
    }

    void oneGetsAsFarAsSoManyComparisons()
    {
        Story story;
        tellAll(story); // in doubt are 1 to 6
        const HistorySnapshot &history = story.log.now();
        const FilteredRows named(queryOf("manager:kcm"));
        QCOMPARE(named.reach(history, 8, 0), RowId(1));
        QCOMPARE(named.reach(history, 8, 4), RowId(5));
        QCOMPARE(named.reach(history, 3, 4), RowId(3));
        QCOMPARE(named.reach(history, 8, 6), RowId(8));
        QCOMPARE(FilteredRows(queryOf("manager == \"?\"")).reach(history, 8, 0), RowId(8));
        QCOMPARE(FacetRows(queryOf("kind:pod manager:kcm")).reach(history, 8, 1), RowId(2));
        QCOMPARE(FacetRows(queryOf("manager:kcm")).reach(history, 8, 0), RowId(8));
        QCOMPARE(LikelyCounts({queryOf("manager:kcm"), true}).reach(history, 8, 1), RowId(2));
        history.likelyWriters(1);
        history.likelyWriters(2);
        QCOMPARE(named.reach(history, 8, 1), RowId(4)); // what is known costs nothing
    }

    void aFacetCountsWhatItsValueFinds()
    {
        Story story;
        tellAll(story);
        const HistorySnapshot &history = story.log.now();
        const std::vector<FacetCount> values = managersOf(history, "", history.end());
        const std::vector<FacetCount> expected{
            {"kcm", 4, 2}, {"kubelet", 2, 2}, {"(nobody)", 1, 0}, {"(server)", 1, 0}, {"?", 6, 0}};
        QVERIFY(values == expected);
        QVERIFY(managersOf(history, "manager == \"kcm\"", history.end()) == expected);
        const std::vector<FacetCount> early{{"kcm", 2, 1}, {"kubelet", 1, 1}, {"?", 2, 0}};
        QVERIFY(managersOf(history, "", 3) == early);
    }

    /// As their rows are: in memory, once, and gone with the chunk.
    void whatIsFoundFallsWithItsRow()
    {
        Story story({2 * EventLog::ChunkRows, limits::MiB * 1000});
        for (RowId i = 0; i < EventLog::ChunkRows; ++i)
            story.tell(Write::ByKcm);
        const HistoryPtr early = story.log.snapshot();
        const std::size_t before = story.log.bytes();
        const LikelyWriters &found = early->likelyWriters(1);
        QCOMPARE(found.managers, std::vector<std::string>{"kcm"});
        QCOMPARE(story.log.now().foundWriters(1), &found);
        for (RowId row = 2; row < 100; ++row)
            QCOMPARE(&early->likelyWriters(row), &found);
        const std::size_t asked = story.log.bytes() - before;
        QVERIFY2(asked > 2 * EventLog::ChunkRows && asked < 3 * EventLog::ChunkRows,
                 qPrintable(QString::number(asked)));
        FilteredRows rows(queryOf("manager:kcm"));
        rows.take(story.log.now(), story.log.now().end());
        QCOMPARE(rows.size(), EventLog::ChunkRows - 1); // the first came, and nobody says by whom
        while (story.log.now().begin() == 0)
            story.tell(Write::ByKubelet);
        QCOMPARE(found.managers, std::vector<std::string>{"kcm"}); // as long as the snapshot is held
        rows.dropBefore(story.log.now().begin());
        QCOMPARE(rows.size(), std::size_t(0));
        QCOMPARE(foundIn(story.log.now()), 0);
    }

    void anAnswerInPiecesIsTheOneByEachRow()
    {
        std::mt19937_64 random(seed());
        const std::vector<std::string> filters{"manager == \"kcm\"",
                                               "manager != \"kubelet\" kind:pod",
                                               "manager:k,\"(server)\"",
                                               "!(manager:kubelet or name:n1)",
                                               "manager in {\"(nobody)\", \"kubelet\"} manager == \"?\"",
                                               "name:n2"};
        for (int round = 0, end = test::rounds(2); round < end; ++round) {
            Story story({2 * EventLog::ChunkRows, limits::MiB * 1000});
            const std::string filter = filters[random() % filters.size()];
            FilteredRows rows(queryOf(filter));
            LikelyCounts likely({queryOf(filter), true});
            for (int step = 0; step < 60; ++step) {
                for (std::size_t count = random() % 400; count > 0; --count)
                    story.tell(randomWrite(random), int(random() % 5));
                const HistoryPtr history = story.log.snapshot();
                goOn(rows, *history, random);
                goOn(likely, *history, random);
            }
            const HistoryPtr history = story.log.snapshot();
            rows.take(*history, history->end());
            likely.take(*history, history->end());
            check(*history, filter, rows, likely, history->begin() + random() % (history->size() + 1));
        }
    }

    /// Its worth is under ThreadSanitizer.
    void anyThreadAsksWhileTheLogGoesOn()
    {
        Story story({2 * EventLog::ChunkRows, limits::MiB * 1000});
        for (int i = 0; i < 3'000; ++i)
            story.tell(i % 2 ? Write::ByKcm : Write::ByKubelet, i % 7);
        const HistoryPtr history = story.log.snapshot();
        const std::vector<RowId> expected = rowsOf(*history, "manager == \"?\" name");
        std::vector<std::vector<RowId>> answers(3);
        {
            std::vector<std::jthread> threads;
            for (std::vector<RowId> &answer : answers)
                threads.emplace_back([&answer, history] { answer = rowsOf(*history, "manager:kcm,kubelet type:mod"); });
            for (int i = 0; i < 9'000; ++i)
                story.tell(Write::ByBoth, i % 7);
        }
        for (const std::vector<RowId> &answer : answers)
            QCOMPARE(answer, expected);
    }

private:
    template <class Answer>
    static void goOn(Answer &answer, const HistorySnapshot &history, std::mt19937_64 &random)
    {
        answer.dropBefore(history.begin());
        const RowId upTo = answer.next() + random() % (history.end() - answer.next() + 1);
        Answer rest = answer.rest();
        rest.take(history, rest.reach(history, upTo, random() % 40));
        answer.append(std::move(rest));
    }

    static void check(const HistorySnapshot &history, const std::string &text, const FilteredRows &rows,
                      const LikelyCounts &likely, RowId upTo)
    {
        const Filter filter = queryOf(text).filter;
        const Filter others = cleared(filter, FilterField::Manager);
        std::vector<RowId> truth;
        std::map<std::string, std::uint32_t, std::less<>> counts;
        for (RowId row = history.begin(); row < history.end(); ++row) {
            if (isTrue(filter, history, row))
                truth.push_back(row);
            if (row >= upTo || !history.isWriterInDoubt(row) || !isTrue(others, history, row))
                continue;
            const ObjectPtr before = history.previous(row);
            const LikelyWriters anew =
                likelyWriters(before ? before->body.object() : std::string(), history.object(row)->body.object());
            QVERIFY(history.likelyWriters(row) == anew);
            for (const std::string_view name : writerNames(anew))
                ++counts[std::string(name)];
        }
        QCOMPARE(rows.size(), truth.size());
        for (std::size_t i = 0; i < truth.size(); ++i)
            QCOMPARE(rows.at(i), truth[i]);
        FacetCounts counted;
        likely.addTo(counted, history, upTo);
        QVERIFY(counted.likely == counts);
        for (const FacetCount &value : managersOf(history, text, history.end())) {
            const FilterPoint point{FilterField::Manager, {}, value.value};
            QCOMPARE(rowsOf(history, print(withOnly(filter, point))).size(), std::size_t(value.count));
        }
    }
};

} // namespace tst_likelycounts

WK_TEST(tst_likelycounts, TestLikelyCounts, QCoreApplication)
#include "tst_likelycounts.moc"
