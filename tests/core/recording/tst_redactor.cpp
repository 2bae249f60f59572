// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/redactor.h"

#include "core/recording/redactedpieces.h"
#include "tests/support/fixtures.h"
#include "tests/support/randomjson.h"
#include "tests/support/testregistry.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <array>
#include <regex>

namespace tst_redactor {

using namespace wk;

namespace {

const std::string Jwt = "eyJhbGciOiJSUzI1NiIsImtpZCI6IiJ9.eyJpc3MiOiJrdWJlcm5ldGVzIn0.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg";
const std::string Pem =
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA3Tz2mr7SZiAMfQyuvBjM9Oi\n-----END RSA PRIVATE KEY-----";

std::string redacted(const std::string &json)
{
    Redactor redactor;
    return redactor.ofObject(json).value_or(json);
}

/// Values are told apart by numbers that are another redactor's own.
std::string withoutNumbers(const std::string &text)
{
    static const std::regex number("·[0-9]+›");
    return std::regex_replace(text, number, "·›");
}

/// What has to be told apart where it stands, and what stands about it.
class RandomObject
{
public:
    explicit RandomObject(std::uint64_t seed)
        : m_random(seed)
    {
        m_pieces = {nlohmann::json{{"env", {{{"name", "A"}, {"value", "of-a-variable"}}}}},
                    nlohmann::json{{"name", "A"}, {"value", "of-no-variable"}},
                    nlohmann::json{{"db-password", "of-a-key"}, {"data", {{"k", "of-data"}}}},
                    nlohmann::json{{"args", {"--token=of-an-argument", Jwt, "plain"}}},
                    nlohmann::json{{"applied", nlohmann::json{{"env", {{{"value", "inner"}}}}, {"b", Pem}}.dump()}},
                    nlohmann::json{{"env", nlohmann::json::array({{{"name", "B"}, {"value", "deeper"}}})}},
                    nlohmann::json::array({nlohmann::json::array({{{"name", "B"}, {"value", "deeper"}}})}),
                    nlohmann::json("url://user:password@host"),
                    nlohmann::json::array({"Bearer abcdefgh", {{"a", 1}}})};
        while (m_pieces.size() < 30)
            m_pieces.push_back(m_random.value(3));
    }

    nlohmann::json next()
    {
        static const std::array<const char *, 3> Kinds{"Pod", "Secret", "ConfigMap"};
        nlohmann::json made{{"kind", Kinds[m_random.below(Kinds.size())]}, {"data", members()}, {"env", elements()}};
        for (const char *part : {"metadata", "spec", "status"}) {
            made[part] = members();
            made[part]["env"] = elements();
            made[part]["password"] = piece();
        }
        return made;
    }

private:
    const nlohmann::json &piece() { return m_pieces[m_random.below(m_pieces.size())]; }
    nlohmann::json elements()
    {
        nlohmann::json made = nlohmann::json::array();
        for (std::size_t count = m_random.below(4); count > 0; --count)
            made.push_back(piece());
        return made;
    }
    nlohmann::json members()
    {
        nlohmann::json made = nlohmann::json::object();
        for (std::size_t count = m_random.below(5); count > 0; --count)
            made[m_random.text()] = m_random.below(3) == 0 ? elements() : piece();
        return made;
    }

    test::RandomJson m_random;
    std::vector<nlohmann::json> m_pieces;
};

} // namespace

class TestRedactor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsASecretIsReplaced_data();
    void whatIsASecretIsReplaced();
    void whatIsNoneStaysAsItWas_data();
    void whatIsNoneStaysAsItWas();
    void jsonStaysJsonAndTheRestAsItWas();
    void aChangeIsSeenAndTheValueIsNot();
    void whatCannotBeReadIsNothing();
    void textsAreRedactedToo();
    void aRedactorThatHasSeenMuchDoesAsANewOne();
    void piecesThatAreAskedForStay();
};

void TestRedactor::whatIsASecretIsReplaced_data()
{
    QTest::addColumn<std::string>("json");
    QTest::addColumn<std::string>("secret");
    const auto row = [](const char *name, const nlohmann::json &json, const std::string &secret) {
        QTest::newRow(name) << json.dump() << secret;
    };
    const auto inEnv = [](const std::string &name, const std::string &value) {
        return nlohmann::json{
            {"spec", {{"containers", {{{"name", "c"}, {"env", {{{"name", name}, {"value", value}}}}}}}}}};
    };
    row("a variable", inEnv("LOG_LEVEL", "plain-word-of-mine"), "plain-word-of-mine");
    row("a variable before its name", nlohmann::json::parse(R"({"env":[{"value":"first-value","name":"A"}]})"),
        "first-value");
    const auto inLines = [&row](const char *name, const std::string &text, const std::string &secret) {
        row(name, {{"spec", {{"text", {{"conf", text}}}}}}, secret);
    };
    inLines("a key at the beginning of a line", "of mine:\nAKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLE");
    inLines("a JSON Web Token there", "of mine:\n" + Jwt, Jwt);
    inLines("a token there", "of mine:\nghp_abcdefghijklmnopqrstuvwxyz", "ghp_abcdefghijklmnopqrstuvwxyz");
    inLines("a value on the next line", "password:\n  hunter2hunter2\n", "hunter2hunter2");
    inLines("a value behind a tab", "password:\thunter2hunter2", "hunter2hunter2");
    inLines("a bearer behind a tab", "Bearer\tabcdefghijk", "abcdefghijk");
    row("a variable of a Job",
        {{"spec",
          {{"template", {{"spec", {{"initContainers", {{{"env", {{{"name", "A"}, {"value", "deep-value"}}}}}}}}}}}}}},
        "deep-value");
    row("a Secret's data", {{"kind", "Secret"}, {"data", {{"k", "c2VjcmV0"}}}}, "c2VjcmV0");
    row("a Secret's texts", {{"kind", "Secret"}, {"stringData", {{"k", {{"deep", "in-there"}}}}}}, "in-there");
    for (const char *key : {"password", "db-password", "DB_PASSWORD", "apiKey", "api_key", "accessKey", "clientSecret",
                            "token", "auth.token", "private-key", "passphrase", "credentials"})
        row(key, {{"data", {{key, "hunter2hunter2"}}}}, "hunter2hunter2");
    const auto inConfig = [](const std::string &text) { return nlohmann::json{{"data", {{"app.conf", text}}}}; };
    row("a PEM block", inConfig("tls:\n" + Pem + "\nend"), "MIIEpAIBAAKCAQEA3Tz2mr7SZiAMfQyuvBjM9Oi");
    row("a PEM block that is cut", inConfig(Pem.substr(0, 60)), "MIIEpAIBAAKC");
    row("a token", inConfig("use " + Jwt + " then"), Jwt.substr(0, 40));
    row("a token in an annotation", {{"metadata", {{"annotations", {{"a", Jwt}}}}}}, Jwt.substr(40));
    row("a URL", inConfig("postgres://app:pa55word@db:5432/x"), "pa55word");
    row("a URL with a name alone before it", inConfig("https://u@h and amqp://user:tops3cret@mq"), "tops3cret");
    row("AWS", inConfig("id AKIAIOSFODNN7EXAMPLE"), "AKIAIOSFODNN7EXAMPLE");
    row("AWS, for a while", inConfig("id ASIAIOSFODNN7EXAMPLE"), "ASIAIOSFODNN7EXAMPLE");
    row("GitHub", inConfig("ghp_16C7e42F292c6912E7710c838347Ae178B4a"), "ghp_16C7e42F292c6912E7710c838347Ae178B4a");
    row("GitHub, fine-grained", inConfig("github_pat_11ABCDEFG0123456789_abcdef"), "github_pat_11ABCDEFG0123456789");
    row("GitLab", inConfig("glpat-abcdefghij0123456789"), "glpat-abcdefghij0123456789");
    row("Slack", inConfig("xoxb-123456789012-abcdefghijkl"), "xoxb-123456789012-abcdefghijkl");
    row("Google", inConfig("AIzaSyA1234567890abcdefghijklmnopqrstuv"), "AIzaSyA1234567890abcdefghijklmnopqrstuv");
    row("Stripe", inConfig("sk_live_4eC39HqLyjWDarjtT1zdp7dc"), "sk_live_4eC39HqLyjWDarjtT1zdp7dc");
    row("npm", inConfig("npm_abcdefghijklmnopqrstuvwxyz0123456789"), "npm_abcdefghijklmnopqrstuvwxyz0123456789");
    row("Vault", inConfig("hvs.CAESIJlU9JMYEhOPYv4igdhm9PnZDrabYTobQ4Ym"), "hvs.CAESIJlU9JMYEhOPYv4igdhm9PnZ");
    row("a header", {{"spec", {{"args", {"-H", "Authorization: Bearer abcdefgh12345678"}}}}}, "abcdefgh12345678");
    row("basic", inConfig("Authorization: Basic dXNlcjpwYXNz"), "dXNlcjpwYXNz");
    row("an argument", {{"spec", {{"command", {"run", "--password=letmein99"}}}}}, "letmein99");
    row("an argument of another case", {{"spec", {{"args", {"--API-KEY=k1k2k3k4"}}}}}, "k1k2k3k4");
    row("a setting", inConfig("db.password=s3cr3tvalue\nx=y"), "s3cr3tvalue");
    row("Azure", inConfig("AccountName=a;AccountKey=Zm9vYmFyYmF6cXV4;Suffix=z"), "Zm9vYmFyYmF6cXV4");
    row("YAML", inConfig("a: b\n  password: in-yaml-7\nc: d"), "in-yaml-7");
    row("quoted", inConfig("password = \"quo-ted-8\""), "quo-ted-8");
    row("what was applied last",
        {{"metadata",
          {{"annotations",
            {{"kubectl.kubernetes.io/last-applied-configuration", inEnv("A", "applied-value").dump()}}}}}},
        "applied-value");
    row("within what is within", {{"a", nlohmann::json{{"b", inEnv("A", "twice-within").dump()}}.dump()}},
        "twice-within");
    row("with an escape", inEnv("A", "tab\tand \"quote\" and ü"), "quote");
    row("in an Event", {{"kind", "Event"}, {"message", "pull of https://robot:p4ss@registry/x failed"}}, "p4ss");
}

void TestRedactor::whatIsASecretIsReplaced()
{
    QFETCH(const std::string, json);
    QFETCH(const std::string, secret);
    QVERIFY(json.find(secret) != std::string::npos);
    const std::string made = redacted(json);
    QVERIFY2(made.find(secret) == std::string::npos, made.c_str());
    QVERIFY2(made.find("‹redacted:") != std::string::npos, made.c_str());
    QVERIFY2(nlohmann::json::accept(made), made.c_str());
    QCOMPARE(redacted(made), made); // once is enough
}

void TestRedactor::whatIsNoneStaysAsItWas_data()
{
    QTest::addColumn<std::string>("json");
    const auto row = [](const char *name, const char *json) { QTest::newRow(name) << std::string(json); };
    row("the name of a Secret", R"({"spec":{"volumes":[{"secret":{"secretName":"db","defaultMode":420}}]}})");
    row("a variable from elsewhere",
        R"({"env":[{"name":"A","valueFrom":{"secretKeyRef":{"name":"db","key":"password"}}}]})");
    row("where a token is mounted",
        R"({"sources":[{"serviceAccountToken":{"expirationSeconds":3607,"path":"token"}}],"automountServiceAccountToken":false})");
    row("an image", R"({"image":"registry.example:5000/a@sha256:0123456789abcdef0123456789abcdef"})");
    row("a URL without a password", R"({"a":"https://h:8443/x?y=z","b":"user@host"})");
    row("words", R"({"message":"the secret \"db\" was not found; token expired"})");
    row("a reference", "{\"args\":[\"--password=$(PASSWORD)\",\"--token=${TOKEN}\"]}");
    row("odd spaces", "{ \"a\" : [ 1 , 2.50e3, null, true ] , \"b\":\"\\u00fc\" }");
    row("empty", R"({"env":[{"name":"A","value":""}]})");
}

void TestRedactor::whatIsNoneStaysAsItWas()
{
    QFETCH(const std::string, json);
    QVERIFY2(!Redactor().ofObject(json), redacted(json).c_str());
}

void TestRedactor::jsonStaysJsonAndTheRestAsItWas()
{
    const std::string before = R"({ "a":1.50, "env":[{"name":"A","value":"x\"y"} ], "z" : "\u00fc\n" })";
    QCOMPARE(redacted(before),
             std::string(R"({ "a":1.50, "env":[{"name":"A","value":"‹redacted:3 bytes·1›"} ], "z" : "\u00fc\n" })"));
    for (const char *escaped :
         {R"(https:\/\/me:hunter2@host)", R"(\u0070assword=hunter2)", R"(a\u0026token=hunter2)"}) {
        const std::string made = redacted(R"({"spec":{"a":{"b":")" + std::string(escaped) + "\"}}}");
        QVERIFY2(made.find("hunter2") == std::string::npos, made.c_str());
    }
    QCOMPARE(redacted("{ \"data\" : {\"k\":\"b2Zz\" } , \"kind\" :\n\"Secret\" }"),
             std::string("{ \"data\" : {\"k\":\"‹redacted:4 bytes·1›\" } , \"kind\" :\n\"Secret\" }"));
}

void TestRedactor::aChangeIsSeenAndTheValueIsNot()
{
    Redactor redactor;
    const auto with = [&redactor](const char *value) {
        return *redactor.ofObject(std::string(R"({"password":")") + value + "\"}");
    };
    const std::string first = with("aaaa");
    const std::string other = with("bbbb");
    QVERIFY(first != other);
    QCOMPARE(with("aaaa"), first);
    QCOMPARE(first, std::string(R"({"password":"‹redacted:4 bytes·1›"})"));
    QCOMPARE(redactor.replaced(), std::uint64_t(3));
    Redactor another; // which says nothing of what this one has seen
    QCOMPARE(*another.ofObject(R"({"password":"bbbb"})"), first);
}

void TestRedactor::whatCannotBeReadIsNothing()
{
    QCOMPARE(redacted(R"({"env":[{"value":"s3cret")"), std::string("{}"));
    QCOMPARE(redacted("s3cret"), std::string("{}"));
    QCOMPARE(redacted("{\"a\":{,\"env\":[]}"), std::string("{}"));
    QCOMPARE(redacted("{\"a\":x:y,\"env\":[],\"password\":\"s3cret\"}"), std::string("{}"));
    QCOMPARE(redacted(std::string(5000, '[')), std::string("{}"));
    // What others read though it is odd is read here, too.
    const std::string odd = redacted("{\"password\":\"a\tb\"}");
    QVERIFY2(odd.find("a\tb") == std::string::npos && odd.find("redacted") != std::string::npos, odd.c_str());
}

void TestRedactor::textsAreRedactedToo()
{
    Redactor redactor;
    QVERIFY(!redactor.ofText("Back-off restarting failed container"));
    QCOMPARE(*redactor.ofText("GET https://u:p@h/x failed"),
             std::string("GET https://‹redacted:3 bytes·1›@h/x failed"));
}

void TestRedactor::aRedactorThatHasSeenMuchDoesAsANewOne()
{
    RandomObject objects(test::seed());
    Redactor seen;
    for (int round = 0, end = test::rounds(400); round < end; ++round) {
        const std::string json = objects.next().dump();
        Redactor fresh;
        const std::uint64_t before = seen.replaced();
        const std::string expected = withoutNumbers(fresh.ofObject(json).value_or(json));
        QCOMPARE(withoutNumbers(seen.ofObject(json).value_or(json)), expected);
        QCOMPARE(seen.replaced() - before, fresh.replaced());
    }
}

void TestRedactor::piecesThatAreAskedForStay()
{
    RedactedPieces pieces(10'000);
    std::size_t most = 0;
    for (std::size_t i = 1; i <= 2'000; ++i) {
        pieces.put(i, {.size = i, .replaced = 1, .replacements = {{.at = i, .size = 1, .with = "word"}}});
        most = std::max(most, pieces.count());
        const RedactedPieces::Piece *first = pieces.find(1, 1);
        QVERIFY(first);
        QCOMPARE(first->replacements.front().at, std::size_t(1));
        QVERIFY(pieces.find(i, i));
        QVERIFY2(!pieces.find(i, i + 1), "of another length");
    }
    QVERIFY2(!pieces.find(2, 2), "nobody asked for it");
    QVERIFY2(most < 250, qPrintable(QString::number(most)));
}

} // namespace tst_redactor

WK_TEST(tst_redactor, TestRedactor, QCoreApplication)
#include "tst_redactor.moc"
