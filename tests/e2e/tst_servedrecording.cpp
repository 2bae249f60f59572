// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/program.h"
#include "tests/support/testregistry.h"

#include <QDir>
#include <QFile>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace tst_servedrecording {

using namespace wk;

namespace {

/// A demo's pods and others, recorded for some seconds.
constexpr const char *Kinds = "pods,deployments,replicasets,events,namespaces";

} // namespace

/// `watchkeeper serve FILE` and `get --from FILE`, the built program: who follows a recording that is served ends with
/// what the recording ends with.
class TestServedRecording : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void ourOwnInformerFollowsIt();
    void kubectlFollowsIt();
    void theJavaScriptClientFollowsIt();
    void nobodyCanWrite();
    void whatIsStillToComeIsNotServed();
    void getLooksIntoIt();
    void getFollowsItToItsEnd();
    void mistakesAreSaid_data();
    void mistakesAreSaid();

private:
    QString path(const char *name) const { return m_home.filePath(text(name)); }
    QString recording() const { return path("first.wklog"); }
    std::unique_ptr<Program> run(const QStringList &arguments) const
    {
        auto program = std::make_unique<Program>(m_home.path(), arguments);
        if (!QTest::qWaitFor([&program] { return program->hasEnded(); }, Patience))
            program->err += "it has not ended";
        return program;
    }
    /// Its kubeconfig is in that file then.
    std::unique_ptr<Program> serve(const QStringList &arguments, const QString &kubeconfig) const
    {
        auto program = std::make_unique<Program>(
            m_home.path(), QStringList{text("serve"), text("--folder="), recording()} + arguments);
        const bool serves = QTest::qWaitFor(
            [&program] { return program->out.endsWith("current-context: recording-first\n") || program->hasEnded(); },
            Patience);
        QFile file(kubeconfig);
        return serves && file.open(QIODevice::WriteOnly) && file.write(program->out) > 0 ? std::move(program) : nullptr;
    }
    QByteArray differenceOf(const QStringList &arguments) const
    {
        const auto diff = run(QStringList{text("diff")} + arguments);
        return diff->exitCode() == 0 ? QByteArray() : "exit code not 0: " + diff->out + diff->err;
    }
    std::pair<int, QByteArray> ask(const QByteArray &kubeconfig, const QString &path, const QByteArray &verb)
    {
        const auto after = [&kubeconfig](const char *key) {
            return kubeconfig.mid(kubeconfig.indexOf(key) + qsizetype(qstrlen(key))).split('\n').first();
        };
        QNetworkRequest request(QUrl(QString::fromUtf8(after("server: ")) + path));
        request.setRawHeader("Authorization", "Bearer " + after("token: "));
        request.setHeader(QNetworkRequest::ContentTypeHeader, text("application/json"));
        const std::unique_ptr<QNetworkReply> reply(
            m_manager.sendCustomRequest(request, verb, verb == "GET" ? QByteArray() : QByteArray("{}")));
        const bool hasEnded = QTest::qWaitFor([&reply] { return reply->isFinished(); }, Patience);
        return {hasEnded ? reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt() : 0, reply->readAll()};
    }

    QTemporaryDir m_home;
    QNetworkAccessManager m_manager;
};

void TestServedRecording::initTestCase()
{
    Program demo(m_home.path(), {text("serve"), text("--demo"), text("--folder="), text("--speed"), text("20")});
    QTRY_VERIFY_WITH_TIMEOUT(demo.out.endsWith(KubeconfigEnd), Patience);
    QFile config(path("demo"));
    QVERIFY(config.open(QIODevice::WriteOnly) && config.write(demo.out) > 0);
    config.close();
    const auto record = run({text("record"), recording(), text(Kinds), text("-A"), text("--kubeconfig"), path("demo"),
                             text("--no-redact"), text("--duration"), text("6s")});
    QVERIFY2(record->exitCode() == 0, record->err.constData());
    const auto stats = run({text("stats"), recording()});
    QVERIFY2(stats->out.contains("Pod"), stats->err.constData());
}

void TestServedRecording::ourOwnInformerFollowsIt()
{
    const auto server = serve({text("--speed"), text("3")}, path("ours"));
    QVERIFY(server);
    const auto again = run({text("record"), path("again.wklog"), text(Kinds), text("-A"), text("--kubeconfig"),
                            path("ours"), text("--no-redact"), text("--duration"), text("5s")});
    QVERIFY2(again->exitCode() == 0, again->err.constData());
    QCOMPARE(differenceOf({recording(), path("again.wklog")}), QByteArray());
    const auto seen = run({text("cat"), path("again.wklog"), text("--filter"), text("type:MODIFIED")});
    QVERIFY2(seen->out.contains("MODIFIED"), seen->err.constData()); // it came by the watch
    const auto verified = run({text("verify"), path("again.wklog")});
    QVERIFY2(verified->exitCode() == 0, verified->out.constData()); // list-watch's contract was kept
    const auto listed = run({text("diff"), recording(), text("--at"), text("-5s"), text("--at"), text("-0s")});
    QCOMPARE(listed->exitCode(), 1); // there was something to follow
}

void TestServedRecording::kubectlFollowsIt()
{
    const QString kubectl = QStandardPaths::findExecutable(text("kubectl"));
    if (kubectl.isEmpty())
        QSKIP("kubectl is not installed");
    const auto server = serve({text("--speed"), text("3")}, path("kubectls"));
    QVERIFY(server);
    QProcess follower;
    follower.setStandardOutputFile(path("kubectl.jsonl"));
    follower.start(kubectl, {text("--kubeconfig"), path("kubectls"), text("get"), text("pods"), text("-A"), text("-w"),
                             text("--output-watch-events"), text("-o"), text("json")});
    QTRY_VERIFY_WITH_TIMEOUT(
        differenceOf({recording(), path("kubectl.jsonl"), text("--filter"), text("kind:Pod")}).isEmpty(), Patience);
    QTest::qWait(300);
    QCOMPARE(follower.state(), QProcess::Running); // at the end watches stay open
    follower.kill();
    follower.waitForFinished();
    QProcess describe;
    describe.start(kubectl, {text("--kubeconfig"), path("kubectls"), text("describe"), text("deployments"), text("-n"),
                             text("web")});
    QVERIFY(describe.waitForFinished(Patience));
    const QByteArray described = describe.readAllStandardOutput();
    QVERIFY2(describe.exitCode() == 0 && described.contains("NewReplicaSet:"), described.constData());
}

void TestServedRecording::theJavaScriptClientFollowsIt()
{
    if (!qEnvironmentVariableIsSet("WATCHKEEPER_NPM"))
        QSKIP("It fetches the client from npm: tst_servedrecording_long");
    const QString folder = path("javascript");
    QVERIFY(QDir().mkpath(folder) &&
            QFile::copy(text(WATCHKEEPER_SOURCE_DIR "/tests/e2e/javascript/follow.mjs"), folder + text("/follow.mjs")));
    QProcess npm;
    npm.setWorkingDirectory(folder);
    npm.start(text("npm"),
              {text("install"), text("--no-audit"), text("--no-fund"), text("@kubernetes/client-node@1.4.0")});
    QVERIFY2(npm.waitForFinished(240'000) && npm.exitCode() == 0, npm.readAllStandardError().constData());
    const auto server = serve({text("--speed"), text("1")}, path("javascripts"));
    QVERIFY(server);
    QProcess follower;
    follower.setWorkingDirectory(folder);
    follower.start(text("node"), {text("follow.mjs"), path("javascripts")});
    const auto last =
        run({text("get"), text("pods"), text("-A"), text("--no-headers"), text("--from"), recording(), text("-o"),
             text("custom-columns=A:.metadata.namespace,B:.metadata.name,C:.metadata.resourceVersion")});
    QStringList pods = QString::fromUtf8(last->out).split(u'\n', Qt::SkipEmptyParts);
    for (QString &pod : pods)
        pod = pod.simplified();
    pods.sort();
    QVERIFY(!pods.isEmpty());
    QByteArray said;
    const auto hasAll = [&] {
        said += follower.readAllStandardOutput();
        return QString::fromUtf8(said).section(text("\n\n"), -2, -2).split(u'\n') == pods;
    };
    const bool ended = QTest::qWaitFor(hasAll, 60'000);
    follower.kill();
    follower.waitForFinished();
    said += follower.readAllStandardError();
    QVERIFY2(ended, said.constData());
}

void TestServedRecording::nobodyCanWrite()
{
    const auto server = serve({text("--http")}, path("writer"));
    QVERIFY(server);
    for (const char *verb : {"POST", "PUT", "PATCH", "DELETE"}) {
        const bool isOfAll = qstrcmp(verb, "POST") == 0;
        const auto [status, said] =
            ask(server->out, text(isOfAll ? "/api/v1/namespaces/web/pods" : "/api/v1/namespaces/web/pods/x"), verb);
        QCOMPARE(status, 405);
        QVERIFY2(said.contains("this is a recording, and what has happened cannot be changed"), said.constData());
    }
    const auto [status, kinds] = ask(server->out, text("/api/v1?pretty=false"), "GET");
    QVERIFY(status == 200 && kinds.contains(R"("name":"pods")") && !kinds.contains("configmaps"));
    QVERIFY(kinds.contains(R"("verbs":["get","list","watch"])") && !kinds.contains("create"));
}

void TestServedRecording::whatIsStillToComeIsNotServed()
{
    const auto server = serve({text("--http"), text("--speed"), text("0.1")}, path("slow"));
    QVERIFY(server);
    const QString pods = text("/api/v1/pods");
    const QByteArray listed = ask(server->out, pods + text("?limit=1&pretty=false"), "GET").second;
    const QString version =
        QRegularExpression(text("\"resourceVersion\":\"(\\d+)\"")).match(QString::fromUtf8(listed)).captured(1);
    QVERIFY(version.toULongLong() > 0);
    const QString watch = pods + text("?watch=1&timeoutSeconds=1&resourceVersion=");
    QVERIFY(!ask(server->out, watch + version, "GET").second.contains("ERROR"));
    QVERIFY(ask(server->out, watch + text("999999999"), "GET").second.contains(R"("code":504)"));
    QVERIFY(ask(server->out, watch + text("1"), "GET").second.contains(R"("code":410)"));
    QCOMPARE(ask(server->out, pods + text("?resourceVersion=999999999"), "GET").first, 504);
}

void TestServedRecording::getLooksIntoIt()
{
    const auto end = run({text("get"), text("pods"), text("-A"), text("-o"), text("json"),
                          text("--show-managed-fields"), text("--from"), recording()});
    QVERIFY2(end->exitCode() == 0, end->err.constData());
    QFile file(path("end.json"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(end->out) > 0);
    file.close();
    QCOMPARE(differenceOf({recording(), path("end.json"), text("--filter"), text("kind:Pod")}), QByteArray());

    const auto before = run({text("get"), text("events"), text("-A"), text("-o"), text("name"), text("--from"),
                             recording(), text("--at"), text("-5s")});
    const auto after =
        run({text("get"), text("events"), text("-A"), text("-o"), text("name"), text("--from"), recording()});
    QVERIFY2(before->exitCode() == 0 && !before->out.isEmpty(), before->err.constData());
    QVERIFY(before->out != after->out);
    const auto table = run({text("get"), text("deployments"), text("-n"), text("web"), text("--from"), recording()});
    QVERIFY2(table->out.startsWith("NAME ") && table->out.contains("UP-TO-DATE"), table->err.constData());
}

/// It begins somewhere before the end, prints what came then, and is over with it.
void TestServedRecording::getFollowsItToItsEnd()
{
    const auto watched = run({text("get"), text("pods"), text("-A"), text("-w"), text("--from"), recording(),
                              text("--at"), text("-4s"), text("--speed"), text("10")});
    QCOMPARE(watched->exitCode(), 0);
    QVERIFY2(watched->err.contains("The recording ends here."), watched->err.constData());
    const auto then =
        run({text("get"), text("pods"), text("-A"), text("--from"), recording(), text("--at"), text("-4s")});
    QVERIFY2(watched->out.count('\n') > then->out.count('\n'), watched->out.constData());
}

void TestServedRecording::mistakesAreSaid_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("words");
    const auto row = [](const char *name, QStringList arguments, const char *words) {
        QTest::newRow(name) << arguments << QByteArray(words);
    };
    row("no such file", {text("serve"), text("nowhere.wklog")}, "nowhere.wklog");
    row("with a demo", {text("serve"), text("FILE"), text("--demo")}, "--demo is not about a recording");
    row("too fast", {text("serve"), text("FILE"), text("--speed"), text("2000")}, "0.1 to 1000");
    row("no time", {text("serve"), text("FILE"), text("--from"), text("noon")}, "13:58:02");
    row("a time of nothing", {text("serve"), text("--demo"), text("--from"), text("12:00")}, "name its file");
    row("no such cluster", {text("serve"), text("FILE"), text("--cluster"), text("prod")}, "no cluster “prod”");
    row("two of them", {text("get"), text("pods"), text("--from"), text("FILE"), text("--demo")}, "one of them");
    row("before it", {text("get"), text("pods"), text("--from"), text("FILE"), text("--at"), text("-1h")},
        "“-1h” is not in the recording, which is from 20");
    row("behind it", {text("serve"), text("--folder="), text("FILE"), text("--from"), text("2100-01-01T00:00:00Z")},
        "is not in the recording");
    row("no moment", {text("get"), text("pods"), text("--from"), text("FILE"), text("--at"), QString()},
        "error: A time of the recording is written as");
    row("too fast to look at", {text("get"), text("pods"), text("--from"), text("FILE"), text("--speed"), text("0")},
        "0.1 to 1000");
    row("a moment of nothing", {text("get"), text("pods"), text("--at"), text("-5m")}, "name one with --from");
    row("a kind that was not recorded", {text("get"), text("secrets"), text("--from"), text("FILE")},
        "the server doesn't have a resource type \"secrets\"\nIt was not recorded. The recording has ");
}

void TestServedRecording::mistakesAreSaid()
{
    QFETCH(QStringList, arguments);
    QFETCH(const QByteArray, words);
    arguments.replaceInStrings(text("FILE"), recording());
    const auto program = run(arguments);
    QCOMPARE(program->exitCode(), 1);
    QVERIFY2(program->err.contains(words), program->err.constData());
}

} // namespace tst_servedrecording

WK_TEST(tst_servedrecording, tst_servedrecording::TestServedRecording, QCoreApplication)
#include "tst_servedrecording.moc"
