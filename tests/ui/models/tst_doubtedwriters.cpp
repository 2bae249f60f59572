// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/entries.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/testhistory.h"
#include "ui/models/doubtedwriters.h"

#include <QCoreApplication>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <atomic>
#include <memory>
#include <utility>

namespace tst_doubtedwriters {

using namespace wk;
using namespace wk::test;

namespace {

std::string replicas(int count)
{
    return quotedJson("{'metadata':{'managedFields':[{'manager':'kube-controller-manager','operation':'Update',"
                      "'time':'2026-11-21T10:41:09Z','fieldsV1':{'f:status':{'f:replicas':{}}}}]},"
                      "'status':{'replicas':" +
                      std::to_string(count) + "}}");
}

/// Notes who reads it.
struct WatchedBody : PlainBody {
    WatchedBody(std::string object, std::atomic<int> &readHere)
        : PlainBody(std::move(object))
        , m_readHere(readHere)
    {}
    std::string object(std::uint64_t key) const override
    {
        if (QThread::currentThread() == QCoreApplication::instance()->thread())
            ++m_readHere;
        return PlainBody::object(key);
    }
    std::atomic<int> &m_readHere;
};

} // namespace

class DoubtedWritersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_readHere = 0;
        m_history = std::make_unique<TestHistory>();
        m_history->setWatch(1, scope("ReplicaSet"));
    }

    void whatTheServerKeepsItselfIsTheServers()
    {
        const char *plain = "{'metadata':{'name':'a','resourceVersion':'7'},'status':{'phase':'Running'}}";
        const char *marked = "{'metadata':{'name':'a','resourceVersion':'8','deletionGracePeriodSeconds':30,"
                             "'deletionTimestamp':'2026-11-21T10:41:09Z'},'status':{'phase':'Running'}}";
        const char *failed = "{'metadata':{'name':'a','resourceVersion':'9'},'status':{'phase':'Failed'}}";
        const auto between = [this](const char *before, const char *after) {
            append({plainBody(before), plainBody(after)});
            return DoubtedWriters(*m_history).writers(m_history->end() - 1);
        };
        QCOMPARE(between(plain, marked), QStringLiteral("server"));
        QCOMPARE(between(plain, failed), QStringLiteral("–"));
        QCOMPARE(between(marked, failed), QStringLiteral("–"));
    }

    void whatIsAskedIsComparedInAnotherThreadAndToldTogether()
    {
        appendReplicas(8);
        DoubtedWriters writers(*m_history);
        QSignalSpy found(&writers, &DoubtedWriters::found);
        for (const RowId row : {7, 3, 5})
            QVERIFY(!writers.findOrAsk(row));
        QVERIFY(writers.isAsked(5) && !writers.isAsked(4) && !writers.find(5));
        QTRY_COMPARE(found.size(), 1);
        QCOMPARE(found[0][0].value<RowId>(), RowId(3));
        QCOMPARE(found[0][1].value<RowId>(), RowId(7));
        for (const RowId row : {3, 5, 7})
            QCOMPARE(writers.find(row), QStringLiteral("? kube-controller-manager"));
        QVERIFY(!writers.isAsked(5) && !writers.find(4));
        QCOMPARE(m_readHere.load(), 0);
    }

    void whatTheHistoryKnowsNobodyWaitsFor()
    {
        appendReplicas(2);
        m_history->now().likelyWriters(1); // as a filter asks
        DoubtedWriters writers(*m_history);
        QCOMPARE(writers.findOrAsk(1), QStringLiteral("? kube-controller-manager"));
        QVERIFY(!writers.isAsked(1));
    }

    void withoutABodyNobodyIsNamed()
    {
        append({Body(), plainBody(replicas(1))});
        QCOMPARE(DoubtedWriters(*m_history).writers(1), QString());
    }

    void ofTooManyTheNewestAskedAreAnswered()
    {
        const RowId all = DoubtedWriters::WaitingAtMost + 10;
        appendReplicas(int(all) + 1);
        DoubtedWriters writers(*m_history);
        for (RowId row = 1; row <= all; ++row)
            writers.findOrAsk(row);
        QTRY_VERIFY(writers.find(all));
        QVERIFY(!writers.find(10) && !writers.isAsked(10));
        QVERIFY(writers.find(11));
    }

    void whatIsAskedMeanwhileComesNext()
    {
        appendReplicas(3);
        DoubtedWriters writers(*m_history);
        writers.findOrAsk(1);
        QCoreApplication::processEvents();
        writers.findOrAsk(2);
        QTRY_VERIFY(writers.find(1) && writers.find(2));
    }

    void whatFallsOffMeanwhileIsNotLookedFor()
    {
        m_history = std::make_unique<TestHistory>(EventLog::Bounds{2 * EventLog::ChunkRows, limits::MiB * 1000});
        appendReplicas(2);
        DoubtedWriters writers(*m_history);
        QSignalSpy found(&writers, &DoubtedWriters::found);
        writers.findOrAsk(1);
        appendReplicas(2 * EventLog::ChunkRows);
        QVERIFY(m_history->now().begin() > 1);
        QTRY_COMPARE(found.size(), 1);
        QVERIFY(!writers.isAsked(1));
    }

    void itEndsInTheMiddleOfWork()
    {
        appendReplicas(2);
        DoubtedWriters writers(*m_history);
        writers.findOrAsk(1);
        QCoreApplication::processEvents();
    }

private:
    /// One object's, an update each but for the first.
    void append(const std::vector<Body> &bodies)
    {
        Batch told;
        ObjectPtr before;
        for (const Body &body : bodies) {
            auto now = object("web", "a");
            now->body = body;
            auto one = entry(1, before ? EntryType::Modified : EntryType::Added, now);
            one->previous = std::exchange(before, now);
            told.entries.push_back(one);
        }
        m_history->append(told);
    }
    void appendReplicas(int count)
    {
        std::vector<Body> bodies;
        for (int i = 0; i < count; ++i)
            bodies.emplace_back(makeCounted<WatchedBody>(replicas(i), m_readHere));
        append(bodies);
    }

    std::atomic<int> m_readHere = 0;
    std::unique_ptr<TestHistory> m_history;
};

} // namespace tst_doubtedwriters

WK_TEST(tst_doubtedwriters, DoubtedWritersTest, QCoreApplication)
#include "tst_doubtedwriters.moc"
