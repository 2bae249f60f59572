// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/etcd/etcdguard.h"

#include "core/cluster/etcd/etcderror.h"
#include "core/cluster/etcd/etcdrequest.h"
#include "core/cluster/requestguard.h"
#include "core/cluster/wirerequest.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_etcdguard {

using namespace wk;

namespace {

const QUrl Member(QStringLiteral("https://10.0.0.1:2379"));

QByteArray made(const QByteArray &path, const std::optional<QByteArray> &posted, const WireGuard &guard)
{
    WireRequest::Parts parts{};
    parts.url = Member;
    parts.url.setPath(QString::fromUtf8(path));
    parts.accept = "application/json";
    parts.posted = posted;
    const auto request = WireRequest::make(guard, parts);
    return request ? request->bytes() : QByteArray("refused");
}

QByteArray made(const QByteArray &path, const std::optional<QByteArray> &posted)
{
    return made(path, posted, EtcdGuard(Member));
}

} // namespace

/// Nothing but what reads can be sent to etcd, and no content of a Secret is among it (security.md, S2, S9).
class TestEtcdGuard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatReadsIsSent()
    {
        const HttpRequest range = etcdRange({.keys = {"/app/", "/app0"}, .limit = 5});
        const QByteArray sent = made(range.path, range.posted);
        QVERIFY2(sent.startsWith("POST /v3/kv/range HTTP/1.1\r\nHost: 10.0.0.1:2379\r\n"), sent.constData());
        QVERIFY(sent.contains("\r\nContent-Type: application/json\r\n"));
        QVERIFY(sent.contains(QByteArray("\r\nContent-Length: " + QByteArray::number(range.posted->size()) + "\r\n")));
        QVERIFY(sent.endsWith(QByteArray("\r\n\r\n" + *range.posted)));
        const HttpRequest watch = etcdWatch({{"/a/", "/a0"}, {"/b/", "/b0"}}, 7);
        QVERIFY(made(watch.path, watch.posted).startsWith("POST /v3/watch "));
        QVERIFY(made("/version", {}).startsWith("GET /version "));
        QVERIFY(made("/health", {}).startsWith("GET /health "));
        QVERIFY(made("/v3/maintenance/status", "{}").startsWith("POST "));
        QVERIFY(made("/v3/auth/authenticate", "{\"name\":\"a\"}").startsWith("POST "));
    }

    void nothingElseIsSent_data()
    {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<bool>("isPosted");
        for (const char *path : {"/v3/kv/put", "/v3/kv/deleterange", "/v3/kv/txn", "/v3/kv/compaction",
                                 "/v3/lease/grant", "/v3/maintenance/defragment", "/v3/maintenance/alarm",
                                 "/v3/cluster/member/add", "/v3/auth/user/add", "/v3/auth/disable", "/version",
                                 "/v3/kv/range/", "/v3/kv/../kv/put", "/v3//kv/put", "/", "/v3beta/kv/range"})
            QTest::newRow(path) << QByteArray(path) << true;
        for (const char *path : {"/v3/kv/range", "/metrics", "/debug/pprof", "/v2/keys", "/api/v1/pods"})
            QTest::newRow(path) << QByteArray(path) << false;
    }
    void nothingElseIsSent()
    {
        QFETCH(const QByteArray, path);
        QFETCH(const bool, isPosted);
        QCOMPARE(made(path, isPosted ? std::optional(QByteArray("{}")) : std::nullopt), QByteArray("refused"));
    }

    void anotherServerIsNotAsked()
    {
        for (const char *url :
             {"http://10.0.0.1:2379/version", "https://10.0.0.2:2379/version", "https://10.0.0.1/version",
              "https://u:p@10.0.0.1:2379/version", "https://10.0.0.1:2379/version?x=1"})
            QVERIFY(!EtcdGuard(Member).checkRequest(QUrl(QString::fromLatin1(url)), "application/json", {}));
    }

    void anApiServerIsNeverPostedAnything()
    {
        QCOMPARE(made("/api/v1/pods", QByteArray("{}"), RequestGuard(Member)), QByteArray("refused"));
        QVERIFY(made("/api/v1/pods", {}, RequestGuard(Member)).startsWith("GET "));
    }

    void secretsAreNeverRead_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("end");
        QTest::addColumn<bool>("isOfSecrets");
        QTest::newRow("one") << QByteArray("/registry/secrets/ns/s") << QByteArray() << true;
        QTest::newRow("all of them") << QByteArray("/registry/secrets/") << QByteArray("/registry/secrets0") << true;
        QTest::newRow("all of Kubernetes") << QByteArray("/registry/") << QByteArray("/registry0") << true;
        QTest::newRow("everything") << QByteArray(1, '\0') << QByteArray(1, '\0') << true;
        QTest::newRow("to the end") << QByteArray("/registry/a") << QByteArray(1, '\0') << true;
        QTest::newRow("into them") << QByteArray("/registry/a") << QByteArray("/registry/secrets/b") << true;
        QTest::newRow("up to them") << QByteArray("/registry/") << QByteArray("/registry/secrets/") << false;
        QTest::newRow("behind them") << QByteArray("/registry/secrets0") << QByteArray("/registry0") << false;
        QTest::newRow("pods") << QByteArray("/registry/pods/") << QByteArray("/registry/pods0") << false;
    }
    void secretsAreNeverRead()
    {
        QFETCH(const QByteArray, key);
        QFETCH(const QByteArray, end);
        QFETCH(const bool, isOfSecrets);
        const EtcdKeys keys{key.toStdString(), end.toStdString()};
        const auto isRefused = [](const HttpRequest &request) {
            return made(request.path, request.posted) == "refused";
        };
        QCOMPARE(isRefused(etcdRange({.keys = keys})), isOfSecrets);
        QVERIFY(!isRefused(etcdRange({.keys = keys, .isOfKeysOnly = true})));
        QVERIFY(!isRefused(etcdRange({.keys = keys, .isCounted = true})));
        QCOMPARE(isRefused(etcdWatch({{"/a"}, keys}, 1)), isOfSecrets);
    }

    void errorsAreWhatTheyMean_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("kind");
        const auto said = [](const char *text, int code) {
            return QByteArray(QByteArray("{\"error\":\"") + text + "\",\"message\":\"" + text +
                              "\",\"code\":" + QByteArray::number(code) + '}');
        };
        QTest::newRow("compacted") << 400 << said("etcdserver: mvcc: required revision has been compacted", 11)
                                   << QByteArray("Expired");
        QTest::newRow("future") << 400 << said("etcdserver: mvcc: required revision is a future revision", 11)
                                << QByteArray("VersionTooLarge");
        QTest::newRow("password") << 400 << said("etcdserver: authentication failed, invalid user ID or password", 3)
                                  << QByteArray("Unauthorized");
        QTest::newRow("no user") << 400 << said("etcdserver: user name is empty", 3) << QByteArray("Unauthorized");
        QTest::newRow("token") << 401 << said("etcdserver: invalid auth token", 16) << QByteArray("Unauthorized");
        QTest::newRow("not granted") << 403 << said("etcdserver: permission denied", 7) << QByteArray("Forbidden");
        QTest::newRow("no quorum") << 503 << said("etcdserver: request timed out", 14) << QByteArray("ServerError");
        QTest::newRow("deadline") << 500 << said("context deadline exceeded", 2) << QByteArray("ServerError");
        QTest::newRow("request") << 400 << said("etcdserver: key is not provided", 3) << QByteArray("Invalid");
        QTest::newRow("certificate with a CN")
            << 400
            << QByteArray("CommonName of client sending a request against gateway will be ignored and not used as "
                          "expected")
            << QByteArray("Unauthorized");
        QTest::newRow("a web page") << 404 << QByteArray("<html>no</html>") << QByteArray("NotFound");
    }
    void errorsAreWhatTheyMean()
    {
        QFETCH(const int, status);
        QFETCH(const QByteArray, body);
        QFETCH(const QByteArray, kind);
        const Error error = etcdError(status, {body.constData(), std::size_t(body.size())});
        QCOMPARE(QByteArray(kindName(error.kind)), kind);
        QCOMPARE(error.httpStatus, status);
        QVERIFY(!error.text.empty());
        QVERIFY(error.text.find('<') == std::string::npos);
    }
};

} // namespace tst_etcdguard

WK_TEST(tst_etcdguard, TestEtcdGuard, NoApplication)
#include "tst_etcdguard.moc"
