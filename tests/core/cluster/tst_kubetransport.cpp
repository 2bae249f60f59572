// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/kubefixture.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_kubetransport {

using namespace wk;

class TestKubeTransport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRequestSaysWhoWeAreAndNoMore();
    void aRequestSaysAsWhomItIsMade();
    void aServerThatSaysTheTokenIsNotQuoted();
    void aPasswordIsSentAndNotQuoted();
    void queriesAreEncodedWhole();
    void nothingIsHeardInsideGet();
    void endings_data();
    void endings();
    void statuses_data();
    void statuses();
    void redirectsAreNeverFollowed();
    void cookiesAreNeverSentBack();
    void whatIsNotJsonIsNoApiServer_data();
    void whatIsNotJsonIsNoApiServer();
    void warningsAreHandedOver();
    void whatIsNotListedIsNotSent();
    void C24_anAnswerMayNotBeEndless();
    void nobodyListening();
    void connectionsAreUsedAgainUntilForgotten();
    void aKeptConnectionThatHadDiedIsMadeAgainOnce_data();
    void aKeptConnectionThatHadDiedIsMadeAgainOnce();
    void whatComesUnaskedEndsAConnection();
};

void TestKubeTransport::aRequestSaysWhoWeAreAndNoMore()
{
    KubeFixture f(says(ScriptServer::json("{}")));
    f.credentials.give("t0ken");
    HttpRequest wanted = getOf();
    wanted.accept = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";
    const auto call = f.transport->get(wanted, &f.heard);
    QTRY_COMPARE(f.heard.outcome(), QByteArray("ok"));
    QCOMPARE(f.heard.text, QByteArray("{}"));
    QCOMPARE(f.heard.heads.size(), 1u);
    QCOMPARE(f.heard.heads[0].status, 200);

    const ScriptServer::Request &seen = f.server.requests.at(0);
    QCOMPARE(seen.method, QByteArray("GET"));
    QCOMPARE(seen.target, QByteArray("/api/v1/pods"));
    QCOMPARE(seen.header("user-agent"), QByteArray("watchkeeper/" WATCHKEEPER_VERSION));
    QCOMPARE(seen.header("accept"), wanted.accept);
    QCOMPARE(seen.header("accept-encoding"), QByteArray("identity"));
    QCOMPARE(seen.header("authorization"), QByteArray("Bearer t0ken"));
    for (const auto &[name, value] : seen.headers)
        QVERIFY2(QList<QByteArray>({"host", "connection", "user-agent", "accept", "accept-encoding", "accept-language",
                                    "authorization", "cache-control", "pragma"})
                     .contains(name),
                 name.constData());
}

void TestKubeTransport::aRequestSaysAsWhomItIsMade()
{
    KubeFixture f(says(ScriptServer::json("{}")));
    f.access.as = {"jane", "7", {"dev"}, {{"scopes", {"view"}}}};
    f.connect();
    const auto call = f.transport->get(getOf(), &f.heard);
    QTRY_COMPARE(f.heard.outcome(), QByteArray("ok"));
    const ScriptServer::Request &seen = f.server.requests.at(0);
    QCOMPARE(seen.header("impersonate-user"), QByteArray("jane"));
    QCOMPARE(seen.header("impersonate-uid"), QByteArray("7"));
    QCOMPARE(seen.header("impersonate-group"), QByteArray("dev"));
    QCOMPARE(seen.header("impersonate-extra-scopes"), QByteArray("view"));
}

void TestKubeTransport::aServerThatSaysTheTokenIsNotQuoted()
{
    KubeFixture f([](QSslSocket &socket, const ScriptServer::Request &request) {
        const QByteArray said = "bad header " + request.header("authorization");
        socket.write(
            ScriptServer::answer(403, "Content-Type: application/json\r\n",
                                 "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"message\":\"" +
                                     said + "\",\"code\":403}"));
    });
    f.credentials.give("t0ken");
    const auto call = f.transport->get(getOf(), &f.heard);
    QTRY_COMPARE(f.heard.outcome(), QByteArray("Forbidden"));
    QCOMPARE(QByteArray::fromStdString(f.heard.error->text), QByteArray("bad header Bearer (the credential)"));
}

void TestKubeTransport::aPasswordIsSentAndNotQuoted()
{
    KubeFixture f([](QSslSocket &socket, const ScriptServer::Request &request) {
        const QByteArray sent = request.header("authorization");
        socket.write(ScriptServer::answer(403, "Content-Type: application/json\r\n",
                                          R"({"kind":"Status","apiVersion":"v1","status":"Failure","message":"not )" +
                                              sent + " of " + QByteArray::fromBase64(sent.mid(6)) +
                                              R"(","code":403})"));
    });
    f.access.signIn = BasicAuth{"ann", Secret("s3same")};
    f.connect();
    f.credentials.give(Credential{.basic = Secret(QByteArray("ann:s3same").toBase64())});
    const auto call = f.transport->get(getOf(), &f.heard);
    QTRY_COMPARE(f.heard.outcome(), QByteArray("Forbidden"));
    QCOMPARE(f.server.requests.at(0).header("authorization"), QByteArray("Basic YW5uOnMzc2FtZQ=="));
    QCOMPARE(QByteArray::fromStdString(f.heard.error->text),
             QByteArray("not Basic (the credential) of ann:(the password)"));
}

void TestKubeTransport::queriesAreEncodedWhole()
{
    KubeFixture f(says(ScriptServer::json("{}")));
    HttpRequest wanted = getOf();
    wanted.query = {{"labelSelector", "app in (web,api),tier!=a/b+c"}, {"continue", "eyJ2==&x"}};
    const auto call = f.transport->get(wanted, &f.heard);
    QTRY_COMPARE(f.heard.outcome(), QByteArray("ok"));
    QCOMPARE(
        f.server.requests.at(0).target,
        QByteArray(
            "/api/v1/pods?labelSelector=app%20in%20%28web%2Capi%29%2Ctier%21%3Da%2Fb%2Bc&continue=eyJ2%3D%3D%26x"));
}

void TestKubeTransport::nothingIsHeardInsideGet()
{
    KubeFixture f;
    const auto refused = f.transport->get(getOf(RequestLane::Control, "/metrics"), &f.heard);
    QCOMPARE(f.heard.outcome(), QByteArray("open"));
    QTRY_COMPARE(f.heard.outcome(), QByteArray("ReadOnlyViolation"));
}

void TestKubeTransport::endings_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("outcome");
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char *name, const QByteArray &bytes, const char *outcome, const char *text) {
        QTest::newRow(name) << bytes << QByteArray(outcome) << QByteArray(text);
    };
    const QByteArray head = ScriptServer::streamHead();
    row("in order", head + ScriptServer::chunk("one\n") + ScriptServer::lastChunk(), "ok", "one\n");
    row("FIN between chunks", head + ScriptServer::chunk("one\n"), "ConnectionLost", "one\n");
    row("FIN in the middle of a chunk", head + "5\r\none", "ConnectionLost", "one");
    row("FIN behind the head", head, "ConnectionLost", "");
    row("short of its length", "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{}",
        "ConnectionLost", "{}");
    row("without length or chunks: only the parser can know",
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{", "ok", "{");
    row("before the head is whole", "HTTP/1.1 200 OK\r\nContent-", "ConnectionLost", "");
    row("no HTTP at all", "SSH-2.0-OpenSSH_9.2\r\n", "ConnectionLost", "");
}

void TestKubeTransport::endings()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, outcome);
    KubeFixture f(says(bytes, true));
    const auto call = f.transport->get(getOf(RequestLane::Watch), &f.heard);
    QTRY_COMPARE(f.heard.outcome(), outcome);
    QTEST(f.heard.text, "text");
    QCOMPARE(f.heard.ends, 1);
    QCOMPARE(f.server.requests.size(), 1u);
}

void TestKubeTransport::statuses_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("outcome");
    QTest::addColumn<qint64>("wait");
    const auto row = [](const char *name, int status, const QByteArray &headers, const QByteArray &body,
                        const char *outcome, qint64 wait) {
        QTest::newRow(name) << ScriptServer::answer(status, headers, body) << QByteArray(outcome) << wait;
    };
    row("401", 401, "WWW-Authenticate: Basic realm=x\r\n", "{}", "Unauthorized", 0);
    row("403", 403, {}, R"({"kind":"Status","reason":"Forbidden","code":403})", "Forbidden", 0);
    row("404 plain", 404, "Content-Type: text/plain\r\n", "404 page not found", "NotFound", 0);
    row("406", 406, {}, "{}", "NotAcceptable", 0);
    row("410", 410, {}, R"({"kind":"Status","reason":"Expired","code":410})", "Expired", 0);
    row("422", 422, {}, "{}", "Invalid", 0);
    row("C19 429 with Retry-After", 429, "Retry-After: 7\r\n", "Too many requests", "TooManyRequests", 7000);
    row("C19 429 for three years", 429, "Retry-After: 99999999\r\n", "", "TooManyRequests", 300'000);
    row("C19 429 negative", 429, "Retry-After: -1\r\n", "", "TooManyRequests", 0);
    row("C19 429 garbage", 429, "Retry-After: soon\r\n", "", "TooManyRequests", 0);
    row("500", 500, {}, "{}", "ServerError", 0);
    row("502 web page", 502, "Content-Type: text/html\r\n", "<html>", "ServerError", 0);
    row("503", 503, "Retry-After: 2\r\n", "", "ServerError", 2000);
    row("C18 504 too large a version", 504, "Retry-After: 1\r\n",
        R"({"kind":"Status","details":{"causes":[{"reason":"ResourceVersionTooLarge"}]},"code":504})",
        "VersionTooLarge", 1000);
    row("204", 204, {}, {}, "NotKubernetes", 0);
    row("a body of 2 MiB", 500, {}, QByteArray(2 * 1024 * 1024, 'x'), "ServerError", 0);
}

void TestKubeTransport::statuses()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, outcome);
    KubeFixture f(says(bytes));
    const auto call = f.transport->get(getOf(RequestLane::List), &f.heard);
    QTRY_COMPARE(f.heard.outcome(), outcome);
    QTEST(qint64(f.heard.error->retryAfter.count()), "wait");
    QVERIFY(f.heard.text.isEmpty());
    QVERIFY(!f.heard.error->text.empty() && f.heard.error->text.size() <= 4096);
    QCOMPARE(f.server.requests.size(), 1u);
}

void TestKubeTransport::redirectsAreNeverFollowed()
{
    ScriptServer other(says(ScriptServer::json("{}")));
    for (const int status : {301, 302, 303, 307, 308}) {
        KubeFixture f(
            says(ScriptServer::answer(status, "Location: " + other.url().toEncoded() + "/api/v1/pods\r\n", {})));
        f.credentials.give("t0ken");
        const auto call = f.transport->get(getOf(), &f.heard);
        QTRY_COMPARE(f.heard.outcome(), QByteArray("Redirected"));
        QCOMPARE(f.server.requests.size(), 1u);
    }
    QCOMPARE(other.connections, 0);
}

void TestKubeTransport::cookiesAreNeverSentBack()
{
    KubeFixture f(says(ScriptServer::answer(200, "Content-Type: application/json\r\nSet-Cookie: a=b\r\n", "{}")));
    for (int i = 1; i <= 2; ++i) {
        const auto call = f.transport->get(getOf(), &f.heard);
        QTRY_COMPARE(f.heard.ends, i);
    }
    for (const auto &seen : f.server.requests)
        QVERIFY(!seen.headers.contains("cookie"));
}

void TestKubeTransport::whatIsNotJsonIsNoApiServer_data()
{
    QTest::addColumn<QByteArray>("headers");
    QTest::addColumn<QByteArray>("accept");
    QTest::addColumn<QByteArray>("outcome");
    QTest::newRow("a web page") << QByteArray("Content-Type: text/html\r\n") << QByteArray("application/json")
                                << QByteArray("NotKubernetes");
    QTest::newRow("no type") << QByteArray() << QByteArray("application/json") << QByteArray("NotKubernetes");
    QTest::newRow("JSON with parameters") << QByteArray("Content-Type: application/json;g=apidiscovery.k8s.io;v=v2\r\n")
                                          << QByteArray("application/json") << QByteArray("ok");
    QTest::newRow("text where text was asked for")
        << QByteArray("Content-Type: text/plain\r\n") << QByteArray("*/*") << QByteArray("ok");
    QTest::newRow("compressed against our will")
        << QByteArray("Content-Type: application/json\r\nContent-Encoding: gzip\r\n") << QByteArray("application/json")
        << QByteArray("NotKubernetes");
}

void TestKubeTransport::whatIsNotJsonIsNoApiServer()
{
    QFETCH(QByteArray, headers);
    QFETCH(QByteArray, accept);
    QFETCH(QByteArray, outcome);
    KubeFixture f(says(ScriptServer::answer(200, headers, "ok")));
    HttpRequest wanted = getOf(RequestLane::Control, "/livez");
    wanted.accept = accept;
    const auto call = f.transport->get(wanted, &f.heard);
    QTRY_COMPARE(f.heard.outcome(), outcome);
    QCOMPARE(f.heard.text, QByteArray(outcome == "ok" ? "ok" : ""));
}

void TestKubeTransport::warningsAreHandedOver()
{
    KubeFixture f(says(ScriptServer::answer(
        200, "Content-Type: application/json\r\nWarning: 299 - \"a, b\"\r\nWarning: 299 - \"c\"\r\n", "{}")));
    const auto call = f.transport->get(getOf(), &f.heard);
    QTRY_COMPARE(f.heard.outcome(), QByteArray("ok"));
    QVERIFY((f.heard.heads[0].warnings == std::vector<QByteArray>{"299 - \"a, b\"", "299 - \"c\""}));
}

void TestKubeTransport::whatIsNotListedIsNotSent()
{
    KubeFixture f(says(ScriptServer::json("{}")));
    for (const char *path :
         {"/api/v1/namespaces/a/pods/b/exec", "/api/v1/secrets", "/api/v1/../metrics", "/api/v1/pods?x=1"}) {
        HttpRecorder heard;
        const auto call = f.transport->get(getOf(RequestLane::Control, path), &heard);
        QTRY_COMPARE(heard.outcome(), QByteArray("ReadOnlyViolation"));
    }
    QCOMPARE(f.server.connections, 0);
}

void TestKubeTransport::C24_anAnswerMayNotBeEndless()
{
    const QByteArray part = ScriptServer::chunk(QByteArray(1024 * 1024, 'x'));
    KubeFixture f([&](QSslSocket &socket, const ScriptServer::Request &) {
        socket.write(ScriptServer::streamHead());
        for (int i = 0; i < 33; ++i)
            socket.write(part);
    });
    const auto call = f.transport->get(getOf(), &f.heard);
    QTRY_COMPARE_WITH_TIMEOUT(f.heard.outcome(), QByteArray("TooLarge"), 20'000);
    QVERIFY(f.heard.text.size() <= 32 * 1024 * 1024);
    QTRY_COMPARE(f.server.open, 0);
}

void TestKubeTransport::nobodyListening()
{
    KubeFixture f;
    f.server.close();
    const auto call = f.transport->get(getOf(), &f.heard);
    QTRY_COMPARE(f.heard.outcome(), QByteArray("Refused"));
    QVERIFY(f.heard.error->text.find("127.0.0.1:") != std::string::npos);
}

void TestKubeTransport::connectionsAreUsedAgainUntilForgotten()
{
    KubeFixture f(says(ScriptServer::json("{}")));
    const auto ask = [&](int times) {
        for (int i = 0; i < times; ++i) {
            HttpRecorder heard;
            const auto call = f.transport->get(getOf(), &heard);
            QTRY_COMPARE(heard.outcome(), QByteArray("ok"));
        }
    };
    ask(5);
    QCOMPARE(f.server.connections, 1);
    f.transport->forgetConnections();
    ask(2);
    QCOMPARE(f.server.connections, 2);
}

void TestKubeTransport::aKeptConnectionThatHadDiedIsMadeAgainOnce_data()
{
    QTest::addColumn<int>("deaths");
    QTest::addColumn<QByteArray>("outcome");
    QTest::newRow("the kept one alone") << 1 << QByteArray("ok");
    QTest::newRow("the next, too") << 2 << QByteArray("ConnectionLost");
}

/// A server gives up what is idle in the moment in which it is asked: to a GET that is no end.
void TestKubeTransport::aKeptConnectionThatHadDiedIsMadeAgainOnce()
{
    QFETCH(int, deaths);
    QFETCH(QByteArray, outcome);
    KubeFixture f;
    f.server.setScript([&, deaths](QSslSocket &socket, const ScriptServer::Request &) {
        const int request = int(f.server.requests.size());
        if (request >= 2 && request < 2 + deaths)
            socket.abort();
        else
            socket.write(ScriptServer::json("{}"));
    });
    const auto first = f.transport->get(getOf(), &f.heard);
    QTRY_COMPARE(f.heard.outcome(), QByteArray("ok"));
    HttpRecorder heard;
    const auto second = f.transport->get(getOf(), &heard);
    QTRY_COMPARE(heard.outcome(), outcome);
    QCOMPARE(f.server.requests.size(), 3u);
    QCOMPARE(f.server.connections, 2);
}

/// It may be an answer to somebody else.
void TestKubeTransport::whatComesUnaskedEndsAConnection()
{
    KubeFixture f([](QSslSocket &socket, const ScriptServer::Request &) {
        socket.write(ScriptServer::json("{}") + ScriptServer::json("{\"smuggled\":1}"));
    });
    for (int i = 1; i <= 2; ++i) {
        HttpRecorder heard;
        const auto call = f.transport->get(getOf(), &heard);
        QTRY_COMPARE(heard.outcome(), QByteArray("ok"));
        QCOMPARE(heard.text, QByteArray("{}"));
        QCOMPARE(f.server.connections, i);
    }
}

} // namespace tst_kubetransport

WK_TEST(tst_kubetransport, TestKubeTransport, QCoreApplication)
#include "tst_kubetransport.moc"
