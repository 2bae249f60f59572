// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/etcd/etcdtransport.h"

#include "core/cluster/credentials.h"
#include "core/cluster/etcd/etcdrequest.h"
#include "tests/support/manualclock.h"
#include "tests/support/scriptserver.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_etcdtransport {

using namespace wk;
using namespace std::chrono_literals;

namespace {

struct Ear : HttpObserver {
    void head(const HttpHead &) override {}
    void body(QByteArrayView bytes) override { heard += bytes; }
    void finished(std::optional<Error> error) override
    {
        isFinished = true;
        kind = error ? std::optional(error->kind) : std::nullopt;
    }

    QByteArray heard;
    bool isFinished = false;
    std::optional<ErrorKind> kind;
};

/// A member that begins to answer whoever watches, and says nothing to other questions.
void sayNothing(QSslSocket &socket, const ScriptServer::Request &request)
{
    if (request.target == "/v3/watch")
        socket.write(ScriptServer::streamHead() + ScriptServer::chunk("open\n"));
}

void answerAll(QSslSocket &socket, const ScriptServer::Request &)
{
    socket.write(ScriptServer::json("{}"));
}

HttpRequest look()
{
    EtcdRangeQuery query;
    query.keys = {"/app/"};
    query.isCounted = true;
    return etcdRange(query);
}

} // namespace

class TestEtcdTransport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aMemberThatIsSilentIsLeftByWhoWatchesThere();
    void whoWatchesGoesWhereTheAnswersComeFrom();
    void whoAskedLaterThanTheSilentQuestionStays();
};

/// A look is answered by another member: without that, nobody would know that the watch is dead.
void TestEtcdTransport::aMemberThatIsSilentIsLeftByWhoWatchesThere()
{
    ScriptServer silent(sayNothing);
    ScriptServer good(answerAll);
    ManualClock clock;
    const auto nobody = makeCredentialSource({}, clock, {});
    EtcdAccess access;
    access.endpoints = {silent.url(), good.url()};
    EtcdTransport transport(access, clock, *nobody);
    Ear watch;
    const auto watching = transport.get(etcdWatch({{"/app/", "/app0"}}, 7), &watch);
    QTRY_COMPARE(watch.heard, QByteArray("open\n"));
    Ear looked;
    const auto looking = transport.get(look(), &looked);
    QTRY_COMPARE(silent.requests.size(), std::size_t(2));
    clock.advance(11s);
    QTRY_VERIFY(looked.isFinished);
    QVERIFY(!looked.kind);
    QTRY_VERIFY(watch.isFinished);
    QVERIFY(watch.kind == ErrorKind::ConnectionLost);
}

/// Or the looks would be about one member, and the watch at another.
void TestEtcdTransport::whoWatchesGoesWhereTheAnswersComeFrom()
{
    ScriptServer leaderless([](QSslSocket &socket, const ScriptServer::Request &request) {
        sayNothing(socket, request);
        if (request.target != "/v3/watch")
            socket.write(ScriptServer::answer(503, "", "{}"));
    });
    ScriptServer good(answerAll);
    ManualClock clock;
    const auto nobody = makeCredentialSource({}, clock, {});
    EtcdAccess access;
    access.endpoints = {leaderless.url(), good.url()};
    EtcdTransport transport(access, clock, *nobody);
    Ear watch;
    const auto watching = transport.get(etcdWatch({{"/app/", "/app0"}}, 7), &watch);
    QTRY_COMPARE(watch.heard, QByteArray("open\n"));
    Ear looked;
    const auto looking = transport.get(look(), &looked);
    QTRY_VERIFY(looked.isFinished);
    QVERIFY(!looked.kind);
    QTRY_VERIFY(watch.isFinished);
    QVERIFY(watch.kind == ErrorKind::ConnectionLost);
}

void TestEtcdTransport::whoAskedLaterThanTheSilentQuestionStays()
{
    ScriptServer silent(sayNothing);
    ManualClock clock;
    const auto nobody = makeCredentialSource({}, clock, {});
    EtcdAccess access;
    access.endpoints = {silent.url()};
    EtcdTransport transport(access, clock, *nobody);
    Ear looked;
    const auto looking = transport.get(look(), &looked);
    QTRY_COMPARE(silent.requests.size(), std::size_t(1));
    Ear watch;
    const auto watching = transport.get(etcdWatch({{"/app/", "/app0"}}, 7), &watch);
    QTRY_COMPARE(watch.heard, QByteArray("open\n"));
    clock.advance(11s);
    QTRY_VERIFY(looked.isFinished);
    QVERIFY(looked.kind == ErrorKind::TimedOut);
    QCoreApplication::processEvents();
    QVERIFY(!watch.isFinished);
}

} // namespace tst_etcdtransport

WK_TEST(tst_etcdtransport, TestEtcdTransport, QCoreApplication)
#include "tst_etcdtransport.moc"
