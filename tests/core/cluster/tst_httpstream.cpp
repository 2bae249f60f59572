// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/httpstream.h"

#include "core/cluster/requestguard.h"
#include "core/cluster/wirerequest.h"
#include "tests/support/manualclock.h"
#include "tests/support/scriptserver.h"
#include "tests/support/testregistry.h"

#include <QPointer>
#include <QTest>

namespace tst_httpstream {

using namespace wk;

namespace {

/// Writes down the body of an answer and how it ended.
class Heard : public HttpListener
{
public:
    QByteArray body;
    bool isOver = false;
    bool hasFailed = false;

private:
    void connecting() override {}
    void sent() override {}
    void answering() override {}
    bool trusts(const QList<QSslError> &, const QSslConfiguration &) override { return false; }
    void headRead(const ResponseHead &) override {}
    void bodyRead(QByteArrayView bytes) override { body += bytes; }
    void answered() override { isOver = true; }
    void failed(const StreamFailure &) override { isOver = hasFailed = true; }
};

} // namespace

class TestHttpStream : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatComesBeforeARequestIsNoAnswerToIt_data();
    void whatComesBeforeARequestIsNoAnswerToIt();
};

void TestHttpStream::whatComesBeforeARequestIsNoAnswerToIt_data()
{
    QTest::addColumn<bool>("isLate");
    QTest::newRow("no event has told of it") << false;
    QTest::newRow("when the stream has been given the request and has not written it") << true;
}

void TestHttpStream::whatComesBeforeARequestIsNoAnswerToIt()
{
    QFETCH(bool, isLate);
    QPointer<QSslSocket> peer;
    ScriptServer server([&peer](QSslSocket &socket, const ScriptServer::Request &) {
        peer = &socket;
        socket.write(ScriptServer::json("{}"));
    });
    const auto smuggle = [&peer] {
        peer->write(ScriptServer::json("{\"smuggled\":1}"));
        peer->flush();
    };
    ManualClock clock;
    HttpStream::Way way{{QStringLiteral("127.0.0.1"), server.serverPort(), QNetworkProxy::NoProxy}, {}, {}};
    QUrl url = server.url();
    url.setPath(QStringLiteral("/api/v1/pods"));
    const auto request = WireRequest::make(RequestGuard(server.url()), {url, "application/json", "watchkeeper/1"});
    QVERIFY(request);
    HandshakeTurns turns(clock);
    HttpStream stream(clock, way, turns);
    Heard first;
    stream.start(*request, first);
    QTRY_VERIFY(first.isOver);
    QVERIFY(stream.isReusable());

    Heard second;
    if (!isLate)
        smuggle();
    QCOMPARE(stream.isReusable(), isLate);
    stream.start(*request, second);
    if (isLate)
        smuggle();
    QTRY_VERIFY(second.isOver);
    QVERIFY(!second.hasFailed);
    QCOMPARE(second.body, QByteArray("{}"));
    QCOMPARE(server.connections, 2);
}

} // namespace tst_httpstream

WK_TEST(tst_httpstream, TestHttpStream, QCoreApplication)
#include "tst_httpstream.moc"
