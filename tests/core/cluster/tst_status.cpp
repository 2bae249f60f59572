// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/status.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_status {

using namespace wk;
using namespace std::chrono;

namespace {

std::string_view view(const QByteArray &text)
{
    return std::string_view(text.constData(), std::size_t(text.size()));
}

} // namespace

class TestStatus : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void answersAreClassified_data();
    void answersAreClassified();
    void eventsAreClassified_data();
    void eventsAreClassified();
    void theServersWordsAreKept();
    void C19_retryAfter_data();
    void C19_retryAfter();
};

void TestStatus::answersAreClassified_data()
{
    QTest::addColumn<int>("http");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("kind");
    const auto row = [](const char *name, int http, const char *body, const char *kind) {
        QTest::newRow(name) << http << QByteArray(body) << QByteArray(kind);
    };
    row("400 Status", 400, R"({"kind":"Status","reason":"BadRequest","message":"bad","code":400})", "Invalid");
    row("400 of Go's TLS server", 400, "Client sent an HTTP request to an HTTPS server.\n", "NotKubernetes");
    row("401", 401, R"({"kind":"Status","reason":"Unauthorized","code":401})", "Unauthorized");
    row("403", 403, R"({"kind":"Status","reason":"Forbidden","code":403})", "Forbidden");
    row("404 Status", 404, R"({"kind":"Status","reason":"NotFound","code":404})", "NotFound");
    row("404 plain", 404, "404 page not found\n", "NotFound");
    row("405", 405, "", "MethodNotAllowed");
    row("406", 406, R"({"kind":"Status","reason":"NotAcceptable","code":406})", "NotAcceptable");
    row("407", 407, "", "ProxyRefused");
    row("409", 409, R"({"kind":"Status","reason":"AlreadyExists","code":409})", "Conflict");
    row("C17 410 Expired", 410, R"({"kind":"Status","reason":"Expired","code":410})", "Expired");
    row("C17 410 Gone", 410, R"({"kind":"Status","reason":"Gone","code":410})", "Expired");
    row("C17 410 without a body", 410, "", "Expired");
    row("422", 422, R"({"kind":"Status","reason":"Invalid","code":422})", "Invalid");
    row("C19 429 plain", 429, "Too many requests, please try again later.\n", "TooManyRequests");
    row("C19 429 Status", 429, R"({"kind":"Status","reason":"TooManyRequests","code":429})", "TooManyRequests");
    row("500 Status without a reason", 500, R"({"kind":"Status","message":"rv","code":500})", "ServerError");
    row("502 web page", 502, "<html>", "ServerError");
    row("503 empty", 503, "", "ServerError");
    row("C18 504 plain timeout", 504, R"({"kind":"Status","reason":"Timeout","code":504})", "ServerError");
    row("C18 504 with the cause", 504,
        R"({"kind":"Status","reason":"Timeout","details":{"causes":[{"reason":"ResourceVersionTooLarge"}]},"code":504})",
        "VersionTooLarge");
    row("C18 504 of 1.17: the cause's message", 504,
        R"({"kind":"Status","reason":"Timeout","details":{"causes":[{"message":"Too large resource version"}]},"code":504})",
        "VersionTooLarge");
    row("C18 504 before 1.17: the message", 504,
        R"({"kind":"Status","reason":"Timeout","message":"Timeout: Too large resource version: 9, current: 5","code":504})",
        "VersionTooLarge");
    row("302", 302, "", "Redirected");
    row("204", 204, "", "NotKubernetes");
    row("a Status with broken details", 500, R"({"kind":"Status","details":[1],"code":"x"})", "ServerError");
    row("not JSON", 500, "{", "ServerError");
    row("C18 504 with the cause, in a Status that does not say so", 504,
        R"({"reason":"Timeout","details":{"causes":[{"reason":"ResourceVersionTooLarge"}]}})", "VersionTooLarge");
    row("another object", 503, R"({"kind":"Pod","reason":"Forbidden"})", "ServerError");
}

void TestStatus::answersAreClassified()
{
    QFETCH(int, http);
    QFETCH(QByteArray, body);
    const Error error = statusError(http, view(body));
    QTEST(QByteArray(kindName(error.kind)), "kind");
    QCOMPARE(error.httpStatus, http);
    QVERIFY(!error.text.empty());
}

void TestStatus::eventsAreClassified_data()
{
    QTest::addColumn<QByteArray>("object");
    QTest::addColumn<QByteArray>("kind");
    const auto row = [](const char *name, const char *object, const char *kind) {
        QTest::newRow(name) << QByteArray(object) << QByteArray(kind);
    };
    row("C17 410 Expired",
        R"x({"kind":"Status","message":"too old resource version: 1 (9)","reason":"Expired","code":410})x", "Expired");
    row("C17 410 Gone", R"({"kind":"Status","reason":"Gone","code":410})", "Expired");
    row("C17 the code alone", R"({"kind":"Status","code":410})", "Expired");
    row("C17 the reason alone", R"({"kind":"Status","reason":"Expired"})", "Expired");
    row("C17 the message alone", R"x({"kind":"Status","message":"too old resource version: 1 (9)"})x", "Expired");
    row("C17 etcd's message alone",
        R"({"kind":"Status","message":"etcdserver: mvcc: required revision has been compacted"})", "Expired");
    row("C19 429", R"({"kind":"Status","reason":"TooManyRequests","code":429})", "TooManyRequests");
    row("500", R"({"kind":"Status","reason":"InternalError","code":500})", "ServerError");
    row("503", R"({"kind":"Status","code":503})", "ServerError");
    row("C18 504 too large",
        R"({"kind":"Status","reason":"Timeout","details":{"causes":[{"reason":"ResourceVersionTooLarge"}]},"code":504})",
        "VersionTooLarge");
    row("C18 too large, of 1.17: the cause's message",
        R"({"kind":"Status","reason":"Timeout","details":{"causes":[{"message":"Too large resource version"}]},"code":504})",
        "VersionTooLarge");
    row("C18 too large, before 1.17: the message",
        R"({"kind":"Status","reason":"Timeout","message":"Timeout: Too large resource version: 9, current: 5","code":504})",
        "VersionTooLarge");
    row("C18 any other timeout", R"({"kind":"Status","reason":"Timeout","message":"Timeout: slow","code":504})",
        "ServerError");
    row("a code nobody knows", R"({"kind":"Status","code":799})", "ServerError");
    row("no code at all", R"({"kind":"Status"})", "ServerError");
    row("C17 a Status that does not say so", R"({"reason":"Expired","code":410,"message":"too old"})", "Expired");
    row("C17 nothing but a code", R"({"code":410})", "Expired");
    row("C17 nothing but a reason", R"({"reason":"Expired"})", "Expired");
    row("C17 nothing but a message", R"x({"message":"too old resource version: 1 (9)"})x", "Expired");
    row("C17 a kind of null", R"({"kind":null,"code":410})", "Expired");
    row("C19 the reason alone", R"({"kind":"Status","reason":"TooManyRequests"})", "TooManyRequests");
    row("C30 the reason alone", R"({"kind":"Status","reason":"NotFound"})", "NotFound");
    row("400, the reason alone", R"({"kind":"Status","reason":"BadRequest"})", "Invalid");
    row("504, the reason alone", R"({"kind":"Status","reason":"Timeout"})", "ServerError");
    row("a reason nobody knows", R"({"kind":"Status","reason":"Mood"})", "ServerError");
    row("no Status", R"({"kind":"Pod"})", "ServerError");
    row("no Status, but a reason", R"({"kind":"Pod","reason":"Expired"})", "ServerError");
    row("nothing in it", "{}", "ServerError");
    row("no object", "null", "ServerError");
    row("no JSON", "{", "ServerError");
}

void TestStatus::eventsAreClassified()
{
    QFETCH(QByteArray, object);
    const Error error = eventError(view(object));
    QTEST(QByteArray(kindName(error.kind)), "kind");
    QVERIFY(!error.text.empty());
}

void TestStatus::theServersWordsAreKept()
{
    const Error error = statusError(
        403,
        R"({"kind":"Status","message":"pods is forbidden: User \"x\" cannot list","reason":"Forbidden","code":403})");
    QCOMPARE(QByteArray::fromStdString(error.text), QByteArray("pods is forbidden: User \"x\" cannot list"));
    QCOMPARE(error.reason, std::string("Forbidden"));
    QCOMPARE(statusError(503, "busy").reason, std::string("ServiceUnavailable"));
    QCOMPARE(statusError(500, R"({"kind":"Status","message":"no","code":500})").reason, std::string());
    QVERIFY(reasonOf(409) == "Conflict" && reasonOf(502) == "InternalError" && reasonOf(418).empty());
    const Error wait = statusError(504, R"({"kind":"Status","details":{"retryAfterSeconds":7},"code":504})");
    QCOMPARE(qint64(wait.retryAfter.count()), qint64(7000));
    const Error far = statusError(503, R"({"kind":"Status","details":{"retryAfterSeconds":99999999},"code":503})");
    QCOMPARE(qint64(far.retryAfter.count()), qint64(300'000));
    QCOMPARE(statusError(503, R"({"message":"no upstream"})").text, std::string("no upstream"));
    QCOMPARE(statusError(503, R"({"error":"down"})").text, std::string(R"({"error":"down"})"));
    QVERIFY(statusError(502, "<html><b>x</b></html>").text.find('<') == std::string::npos);
    QVERIFY(statusError(500, std::string(1'000'000, 'x')).text.size() <= 2048);
}

void TestStatus::C19_retryAfter_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<qint64>("wait");
    QTest::newRow("seven seconds") << QByteArray("7") << qint64(7000);
    QTest::newRow("with blanks") << QByteArray(" 7 ") << qint64(7000);
    QTest::newRow("zero") << QByteArray("0") << qint64(0);
    QTest::newRow("negative") << QByteArray("-1") << qint64(0);
    QTest::newRow("three years") << QByteArray("99999999") << qint64(300'000);
    QTest::newRow("beyond 64 bits") << QByteArray("99999999999999999999999") << qint64(300'000);
    QTest::newRow("a date half a minute ahead") << QByteArray("Sat, 21 Nov 2026 10:41:37 GMT") << qint64(30'000);
    QTest::newRow("a date in the past") << QByteArray("Sun, 06 Nov 1994 08:49:37 GMT") << qint64(0);
    QTest::newRow("a date next year") << QByteArray("Sun, 21 Nov 2027 10:41:37 GMT") << qint64(300'000);
    QTest::newRow("garbage") << QByteArray("soon") << qint64(0);
    QTest::newRow("a fraction") << QByteArray("1.5") << qint64(0);
    QTest::newRow("missing") << QByteArray() << qint64(0);
}

void TestStatus::C19_retryAfter()
{
    QFETCH(QByteArray, header);
    const WallTime now = parseTime("2026-11-21T10:41:07Z").value();
    QTEST(qint64(parseRetryAfter(view(header), now).count()), "wait");
}

} // namespace tst_status

WK_TEST(tst_status, TestStatus, QCoreApplication)
#include "tst_status.moc"
