// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/answers/filteredrows.h"
#include "core/query/filterparser.h"
#include "tests/support/entries.h"
#include "tests/support/fixtures.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/testhistory.h"
#include "ui/answers/liveanswer.h"

#include <QTest>

#include <random>

namespace tst_liveanswer {

using namespace wk;
using namespace wk::test;

namespace {

RowQuery queryOf(const char *text)
{
    return {parseFilter(text).filter.value(), {}, {}, {}};
}

Batch events(std::mt19937_64 &random, std::size_t count)
{
    Batch made;
    for (; count > 0; --count)
        made.entries.push_back(
            entry(1, static_cast<EntryType>(random() % 3),
                  object("ns" + std::to_string(random() % 4), "n" + std::to_string(random() % 300))));
    return made;
}

} // namespace

/// What a model would hold that believes nothing but the steps.
struct Mirror {
    std::vector<RowId> rows;
    int resets = 0;

    void apply(const FilteredRows &source, const AnswerStep &step)
    {
        if (step.isReset) {
            ++resets;
            rows.clear();
        }
        rows.erase(rows.begin(), rows.begin() + std::ptrdiff_t(step.removed));
        for (std::size_t i = step.isReset ? 0 : source.size() - step.added; i < source.size(); ++i)
            rows.push_back(source.at(i));
    }
    bool equals(const FilteredRows &source) const
    {
        bool equal = rows.size() == source.size();
        for (std::size_t i = 0; equal && i < rows.size(); ++i)
            equal = rows[i] == source.at(i);
        return equal;
    }
};

class tst_liveanswer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { begin({}); }

    void fewRowsAreLookedAtAtOnce()
    {
        append(100);
        m_answer->ask(FilteredRows(queryOf("type:added")));
        QVERIFY(!m_answer->isBehind());
        QCOMPARE(m_mirror.resets, 1);
        append(100);
        QVERIFY(!m_answer->isBehind() && isTrue("type:added"));
    }

    void theLastAnswerStaysUntilTheNextIsWhole()
    {
        append(3'000);
        QTRY_VERIFY(!m_answer->isBehind());
        m_answer->ask(FilteredRows(queryOf("type:added")));
        QVERIFY(m_answer->isBehind());
        QCOMPARE(m_answer->progress(), 0.);
        QVERIFY(m_answer->shown().query() == queryOf("") && m_answer->asked().query() == queryOf("type:added"));
        append(10); // which the one on show takes in meanwhile
        QCOMPARE(m_mirror.rows.size(), std::size_t(3'010));
        QTRY_VERIFY(!m_answer->isBehind());
        QCOMPARE(m_mirror.resets, 1);
        QVERIFY(isTrue("type:added"));
    }

    void littleThatComesBehindMuchIsNotLeftLying()
    {
        append(3'000);
        append(100); // while the pool looks at those before
        QVERIFY(m_answer->isBehind());
        QTRY_VERIFY(!m_answer->isBehind());
        QVERIFY(isTrue(""));
    }

    /// Each costs a comparison of two revisions.
    void rowsWhoseLikelyWritersAreAskedForAreLookedAtInThePool()
    {
        m_answer->ask(FilteredRows(queryOf("manager:kubelet")));
        appendDoubted(LiveAnswer<FilteredRows>::ComparedAtOnce);
        QVERIFY(!m_answer->isBehind());
        appendDoubted(LiveAnswer<FilteredRows>::ComparedAtOnce + 1);
        QVERIFY(m_answer->isBehind());
        QTRY_VERIFY(!m_answer->isBehind());
        QCOMPARE(m_mirror.rows.size(), 2 * LiveAnswer<FilteredRows>::ComparedAtOnce + 1);
        QVERIFY(isTrue("manager:kubelet"));
        m_answer->ask(FilteredRows(queryOf("manager == \"kubelet\""))); // they are known by now
        QVERIFY(!m_answer->isBehind() && isTrue("manager == \"kubelet\""));
        m_answer->ask(FilteredRows(queryOf("type:modified")));
        appendDoubted(100);
        QVERIFY(!m_answer->isBehind());
    }

    void whatIsAskedAndTakenBackChangesNothing()
    {
        append(3'000);
        QTRY_VERIFY(!m_answer->isBehind());
        m_answer->ask(FilteredRows(queryOf("type:added")));
        m_answer->ask(FilteredRows(queryOf("")));
        QVERIFY(!m_answer->isBehind());
        QTest::qWait(20);
        QCOMPARE(m_mirror.resets, 0);
        QVERIFY(isTrue(""));
    }

    void rowsOfAPauseWaitForItsEnd()
    {
        append(10);
        m_history->setPaused(true);
        append(1'000);
        QCOMPARE(m_mirror.rows.size(), std::size_t(10));
        m_answer->ask(FilteredRows(queryOf("type:added,modified,deleted")));
        QVERIFY(!m_answer->isBehind());
        QCOMPARE(m_mirror.rows.size(), std::size_t(10));
        m_history->setPaused(false);
        QTRY_COMPARE(m_mirror.rows.size(), std::size_t(1'010));
    }

    /// Whatever is asked, comes and falls off meanwhile, and however the pool's parts fall between.
    void anyOrderOfStepsEndsAtTheTruth()
    {
        std::mt19937_64 random(seed());
        const std::vector<const char *> filters{"", "ns == \"ns1\"", "name:n1 type:added", "type:modified", "kind:pod"};
        begin({10'000, limits::MiB * 1000});
        const char *asked = "";
        for (int round = 0, end = rounds(300); round < end; ++round) {
            if (random() % 4 == 0)
                m_answer->ask(FilteredRows(queryOf(asked = filters[random() % filters.size()])));
            if (random() % 8 == 0)
                m_history->setPaused(random() % 2);
            if (random() % 2 == 0)
                m_history->append(events(random, random() % 4 ? random() % 200 : random() % 3'000));
            if (random() % 4)
                QCoreApplication::processEvents();
            QVERIFY(m_mirror.equals(m_answer->shown()));
        }
        m_history->setPaused(false);
        QTRY_VERIFY(!m_answer->isBehind());
        QVERIFY(isTrue(asked));
    }

private:
    void begin(const EventLog::Bounds &bounds)
    {
        m_answer.reset();
        m_mirror = {};
        m_history = std::make_unique<TestHistory>(bounds);
        m_history->setWatch(1, scope("Pod"));
        m_answer = std::make_unique<LiveAnswer<FilteredRows>>(
            *m_history, FilteredRows(), [this](const AnswerStep &step) { m_mirror.apply(m_answer->shown(), step); });
        connect(m_history.get(), &HistoryFeed::moved, this, [this] { m_answer->follow(); });
    }
    void append(std::size_t count)
    {
        std::mt19937_64 random(count);
        m_history->append(events(random, count));
    }
    /// Of what the kubelet owns.
    void appendDoubted(std::size_t count)
    {
        Batch told;
        for (std::size_t i = 0; i < count; ++i) {
            const auto at = [](int restarts) {
                auto pod = object("web", "a");
                pod->body = plainBody("{'metadata':{'managedFields':[{'manager':'kubelet','operation':'Update',"
                                      "'fieldsV1':{'f:status':{'f:restarts':{}}}}]},'status':{'restarts':" +
                                      std::to_string(restarts) + "}}");
                return pod;
            };
            auto one = entry(1, EntryType::Modified, at(int(i) + 1));
            one->previous = at(int(i));
            told.entries.push_back(one);
        }
        m_history->append(told);
    }
    bool isTrue(const char *filter) const
    {
        FilteredRows truth(queryOf(filter), m_history->now().begin());
        truth.take(m_history->now(), m_history->end());
        return m_mirror.equals(m_answer->shown()) && m_mirror.equals(truth);
    }

    Mirror m_mirror;
    std::unique_ptr<TestHistory> m_history;
    std::unique_ptr<LiveAnswer<FilteredRows>> m_answer;
};

} // namespace tst_liveanswer

WK_TEST(tst_liveanswer, tst_liveanswer, QCoreApplication)
#include "tst_liveanswer.moc"
