// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/program.h"
#include "tests/e2e/windowdesk.h"
#include "tests/support/scriptserver.h"
#include "tests/support/testkeys.h"
#include "tests/support/testregistry.h"

#include <QAction>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <cstdio>
#include <tuple>

#include <sys/resource.h>

/// Secrets that are planted wherever a kubeconfig has some, and looked for wherever the program writes: what it prints
/// with all logging on, its files, the texts of its window, and the core that it does not leave (SECURITY.md, S8).
namespace tst_canaries {

using namespace wk;

namespace {

constexpr int MostTime = 20'000; // ms

QByteArray claims(const QByteArray &text)
{
    return text.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
}

/// A server that lets everybody in and shows nobody a pod; it says what it was told, as some do.
void answer(QSslSocket &socket, const ScriptServer::Request &request)
{
    const QByteArray path = request.target.split('?').first();
    if (path == "/version")
        return void(socket.write(ScriptServer::json("{\"gitVersion\":\"v1.31.0\"}")));
    if (path == "/api")
        return void(socket.write(ScriptServer::json("{\"kind\":\"APIVersions\",\"versions\":[\"v1\"]}")));
    if (path == "/apis")
        return void(
            socket.write(ScriptServer::json("{\"kind\":\"APIGroupList\",\"apiVersion\":\"v1\",\"groups\":[]}")));
    if (path == "/api/v1")
        return void(socket.write(ScriptServer::json(
            "{\"kind\":\"APIResourceList\",\"groupVersion\":\"v1\",\"resources\":[{\"name\":\"pods\",\"namespaced\":true,\"kind\":\"Pod\",\"verbs\":[\"get\",\"list\",\"watch\"]}]}")));
    const QByteArray said = request.header("authorization");
    socket.write(ScriptServer::answer(
        403, "Content-Type: application/json\r\n",
        "{\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"Forbidden\",\"code\":403,\"message\":\"" + said +
            " of " +
            QByteArray::fromBase64(said.mid(said.indexOf(' ') + 1)).replace('"', ' ').toPercentEncoding(":-_ ") +
            " cannot list pods\"}"));
}

bool write(const QString &path, const QByteArray &text, bool isProgram = false)
{
    QFile file(path);
    const bool isWritten = file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    return isWritten && (!isProgram || file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
}

/// All texts of all windows that are up.
QString textsOfWindows()
{
    QStringList texts;
    for (QWidget *widget : QApplication::allWidgets()) {
        texts << widget->windowTitle() << widget->toolTip() << widget->accessibleName() << widget->statusTip();
        texts << widget->property("text").toString() << widget->property("plainText").toString();
        for (const QAction *action : widget->actions())
            texts << action->text() << action->toolTip();
    }
    return texts.join(u'\n');
}

} // namespace

class TestCanaries : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void noneIsFound_data();
    void noneIsFound();
    void cleanupTestCase();

private:
    /// Beside the kubeconfig, for plugins and token files.
    QString beside(const char *name) const { return m_home.filePath(QLatin1String(name)); }
    void look(const QByteArray &where, const char *what);
    void lookInFiles(const QString &folder, const QStringList &planted);

    QTemporaryDir m_home;
    ScriptServer m_server{answer};
    QList<QByteArray> m_canaries; ///< of the row
    int m_planted = 0;
    int m_bytes = 0; ///< that were looked through
    QStringList m_found;
};

void TestCanaries::initTestCase()
{
    qputenv("QT_LOGGING_RULES", "*=true");
    qputenv("KUBERC", "off");
    QVERIFY(write(beside("token-file"), "CANARY-in-a-file"));
    QVERIFY(write(beside("plugin"),
                  "#!/bin/sh\necho '{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"kind\":\"ExecCredential\","
                  "\"status\":{\"token\":\"CANARY-of-a-plugin\"}}'\n",
                  true));
    QVERIFY(write(beside("broken-plugin"),
                  "#!/bin/sh\necho '{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"kind\":\"ExecCredential\","
                  "\"status\":{\"token\":\"CANARY-of-a-broken one\"}}'\n",
                  true));
}

void TestCanaries::noneIsFound_data()
{
    QTest::addColumn<QByteArray>("cluster");
    QTest::addColumn<QByteArray>("user");
    QTest::addColumn<QList<QByteArray>>("canaries");
    const QByteArray server = "server: '" + m_server.url().toEncoded() + "'";
    const QByteArray port = QByteArray::number(m_server.serverPort());
    const auto user = [&](const char *name, const QByteArray &entry, const QList<QByteArray> &canaries) {
        QTest::newRow(name) << "{" + server + "}" << entry << canaries;
    };
    user("a token", "{token: CANARY-token}", {"CANARY-token"});
    user("a token in a file", "{tokenFile: token-file}", {"CANARY-in-a-file"});
    user("a password", "{username: bob, password: CANARY-password}",
         {"CANARY-password", QByteArray("bob:CANARY-password").toBase64()});
    user("a plugin",
         "{exec: {apiVersion: client.authentication.k8s.io/v1, command: ./plugin, interactiveMode: Never, env: "
         "[{name: AWS_SECRET_ACCESS_KEY, value: CANARY-of-the-environment}]}}",
         {"CANARY-of-a-plugin", "CANARY-of-the-environment"});
    user("a plugin whose token is none",
         "{exec: {apiVersion: client.authentication.k8s.io/v1, command: ./broken-plugin, interactiveMode: Never}}",
         {"CANARY-of-a-broken one"});
    const QByteArray idToken = "e30." + claims("{\"exp\":4102444800,\"x\":\"CANARY\"}") + ".CANARYsignature";
    user("an OIDC provider",
         "{auth-provider: {name: oidc, config: {idp-issuer-url: 'https://issuer.example', id-token: " + idToken +
             ", refresh-token: CANARY-refresh, client-secret: CANARY-client, client-id: x}}}",
         {idToken, "CANARYsignature", "CANARY-refresh", "CANARY-client"});
    TestKeys keys;
    QVERIFY(keys.makeAuthority(QStringLiteral("alice"))); // whatever it may sign
    const QByteArray key = keys.key(QStringLiteral("alice"));
    user("a client key",
         "{client-certificate-data: " + keys.certificate(QStringLiteral("alice")).toBase64() +
             ", client-key-data: " + key.toBase64() + "}",
         {key.split('\n').value(2), key.toBase64().mid(100, 60)});
    QTest::newRow("a password in the server's address")
        << QByteArray("{server: 'http://bob:CANARY-address@127.0.0.1:" + port + "'}") << QByteArray("{}")
        << QList<QByteArray>{"CANARY-address"};
    QTest::newRow("a password in the proxy's address")
        << QByteArray("{" + server + ", proxy-url: 'http://bob:CANARY-proxy@127.0.0.1:" + port + "'}")
        << QByteArray("{}") << QList<QByteArray>{"CANARY-proxy", QByteArray("bob:CANARY-proxy").toBase64()};
}

void TestCanaries::look(const QByteArray &where, const char *what)
{
    m_bytes += int(where.size());
    for (const QByteArray &canary : m_canaries) {
        if (where.contains(canary))
            m_found << QStringLiteral("%1 in %2").arg(QString::fromUtf8(canary), QString::fromUtf8(what));
    }
}

void TestCanaries::lookInFiles(const QString &folder, const QStringList &planted)
{
    QDirIterator each(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (each.hasNext()) {
        QFile file(each.next());
        if (!planted.contains(file.fileName()) && file.open(QIODevice::ReadOnly))
            look(file.readAll(), qPrintable(file.fileName()));
        if (QFileInfo(file).fileName().startsWith(QStringLiteral("core")))
            m_found << QStringLiteral("a core");
    }
}

void TestCanaries::noneIsFound()
{
    QFETCH(QByteArray, cluster);
    QFETCH(QByteArray, user);
    QFETCH(QList<QByteArray>, canaries);
    m_canaries = canaries;
    m_planted += int(canaries.size());
    const QString config = beside("config");
    QVERIFY(write(config,
                  "apiVersion: v1\nkind: Config\ncurrent-context: far\nclusters:\n- {name: k, cluster: " + cluster +
                      "}\ncontexts:\n- {name: far, context: {cluster: k, user: u}}\nusers:\n- {name: u, user: " + user +
                      "}\n"));
    const QStringList way{text("--allow-exec"), text("--kubeconfig"), config};

    Program get(m_home.path(), QStringList{text("get"), text("pods")} + way);
    QTRY_VERIFY_WITH_TIMEOUT(get.hasEnded(), MostTime);
    QVERIFY2(get.exitCode() != 0 && !get.err.isEmpty(), "it is refused, in words");
    look(get.out + get.err, "what get prints");

    qputenv("QT_QPA_PLATFORM", "offscreen");
    const auto asked = m_server.requests.size();
    Program window(m_home.path(), way, [home = m_home.path().toLocal8Bit()] {
        rlimit core{};
        getrlimit(RLIMIT_CORE, &core);
        core.rlim_cur = core.rlim_max;
        setrlimit(RLIMIT_CORE, &core);
        if (::chdir(home.constData()) != 0)
            ::_exit(1);
    });
    std::ignore =
        QTest::qWaitFor([&] { return m_server.requests.size() > asked + 6; }, 3'000); // a proxy's row asks nothing
    window.interrupt(SIGSEGV);
    QTRY_VERIFY_WITH_TIMEOUT(window.hasEnded(), MostTime);
    look(window.out + window.err, "what the window prints");

    Desk desk;
    auto program = desk.start(config);
    std::ignore = QTest::qWaitFor(
        [&] { return program->bench() && says(program->bench()->window(), text("not allowed")); }, 1'500);
    QVERIFY(!textsOfWindows().isEmpty());
    look(textsOfWindows().toUtf8(), "the window's texts");
    program.reset();
    lookInFiles(desk.folder.path(), {});
    lookInFiles(m_home.path(), {config, beside("token-file"), beside("plugin"), beside("broken-plugin")});
    QCOMPARE(m_found.join(u'\n'), QString());
}

void TestCanaries::cleanupTestCase()
{
    int others = 0;
    for (const ScriptServer::Request &request : m_server.requests)
        others += request.method != "GET" && request.method != "CONNECT";
    std::printf(
        "{\"figure\":\"canaries\",\"planted\":%d,\"found\":%d,\"bytes\":%d,\"requests\":%zu,\"other_than_get\":%d}\n",
        m_planted, int(m_found.size()), m_bytes, m_server.requests.size(), others);
    QCOMPARE(others, 0);
    QVERIFY(m_planted >= 12 && m_bytes > 10'000);
}

} // namespace tst_canaries

WK_TEST(tst_canaries, TestCanaries, QApplication)
#include "tst_canaries.moc"
