// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"
#include "ui/models/doubtedwriters.h"

#include <QCoreApplication>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <atomic>

namespace tst_doubtedwriters {

using namespace wk;

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
    void whatTheServerKeepsItselfIsTheServers()
    {
        const char *plain = "{'metadata':{'name':'a','resourceVersion':'7'},'status':{'phase':'Running'}}";
        const char *marked = "{'metadata':{'name':'a','resourceVersion':'8','deletionGracePeriodSeconds':30,"
                             "'deletionTimestamp':'2026-11-21T10:41:09Z'},'status':{'phase':'Running'}}";
        const char *failed = "{'metadata':{'name':'a','resourceVersion':'9'},'status':{'phase':'Failed'}}";
        const auto between = [](const char *before, const char *after) {
            return DoubtedWriters::writers({plainBody(before), plainBody(after)});
        };
        QCOMPARE(between(plain, marked), QStringLiteral("server"));
        QCOMPARE(between(plain, failed), QStringLiteral("–"));
        QCOMPARE(between(marked, failed), QStringLiteral("–"));
    }

    void whatIsAskedIsComparedInAnotherThreadAndToldTogether()
    {
        DoubtedWriters writers;
        QSignalSpy found(&writers, &DoubtedWriters::found);
        for (const RowId row : {7, 3, 5})
            writers.ask(row, bodies());
        QVERIFY(writers.isAsked(5) && !writers.isAsked(4) && !writers.find(5));
        QTRY_COMPARE(found.size(), 1);
        QCOMPARE(found[0][0].value<RowId>(), RowId(3));
        QCOMPARE(found[0][1].value<RowId>(), RowId(7));
        for (const RowId row : {3, 5, 7})
            QCOMPARE(*writers.find(row), QStringLiteral("? kube-controller-manager"));
        QVERIFY(!writers.isAsked(5));
        QCOMPARE(m_readHere.load(), 0);
    }

    /// In another language they are other words.
    void whatIsForgottenIsAskedForAgain()
    {
        DoubtedWriters writers;
        QSignalSpy found(&writers, &DoubtedWriters::found);
        writers.ask(3, bodies());
        QTRY_COMPARE(found.size(), 1);
        writers.forget();
        QVERIFY(!writers.find(3) && !writers.isAsked(3));
        writers.ask(4, bodies());
        QMetaObject::invokeMethod(&writers, &DoubtedWriters::forget, Qt::QueuedConnection); // while it is under way
        QTRY_COMPARE(found.size(), 2);
        QVERIFY(!writers.find(4) && !writers.isAsked(4));
        writers.ask(4, bodies());
        QTRY_COMPARE(found.size(), 3);
        QVERIFY(writers.find(4));
    }

    void withoutABodyNobodyIsNamed()
    {
        DoubtedWriters writers;
        writers.ask(1, {Body(), bodies().after});
        QCOMPARE(*writers.find(1), QString());
    }

    void ofTooManyTheNewestAskedAreAnswered()
    {
        DoubtedWriters writers;
        const RowId all = DoubtedWriters::WaitingAtMost + 10;
        for (RowId row = 0; row < all; ++row)
            writers.ask(row, bodies());
        QTRY_VERIFY(writers.find(all - 1));
        QVERIFY(!writers.find(9) && !writers.isAsked(9));
        QVERIFY(writers.find(10));
    }

    void whatIsAskedMeanwhileComesNext()
    {
        DoubtedWriters writers;
        writers.ask(1, bodies());
        QCoreApplication::processEvents();
        writers.ask(2, bodies());
        QTRY_VERIFY(writers.find(1) && writers.find(2));
    }

    void itEndsInTheMiddleOfWork()
    {
        DoubtedWriters writers;
        writers.ask(1, bodies());
        QCoreApplication::processEvents();
    }

private:
    DoubtedWriters::Bodies bodies()
    {
        return {Body(makeCounted<WatchedBody>(replicas(2), m_readHere)),
                Body(makeCounted<WatchedBody>(replicas(3), m_readHere))};
    }

    std::atomic<int> m_readHere = 0;
};

} // namespace tst_doubtedwriters

WK_TEST(tst_doubtedwriters, DoubtedWritersTest, QCoreApplication)
#include "tst_doubtedwriters.moc"
