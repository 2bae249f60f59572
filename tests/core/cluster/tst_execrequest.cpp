// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/execrequest.h"

#include "tests/support/testregistry.h"
#include "tests/support/testscript.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QTest>

#include <functional>

namespace tst_execrequest {

using namespace wk;

class TestExecRequest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void theRequestShowsWhatWouldRun();
    void bareNamesAreFoundInPathAlone_data();
    void bareNamesAreFoundInPathAlone();
    void consentIsAskedAgainWhenThisChanges_data();
    void consentIsAskedAgainWhenThisChanges();
    void aNewProgramIsNotedNotAskedAbout();
    void theErrorShowsEverything();
    void aLineBreakIsNoFactOfOurs();
    void whatDecidesWhatRunsIsShownWithItsValue_data();
    void whatDecidesWhatRunsIsShownWithItsValue();
    void aProgramThatOthersCanReplaceSaysSo();

private:
    Result<ExecRequest> request() const
    {
        ProgramDigest digest;
        return execRequest(m_access, PluginPath(), digest);
    }
    ExecPlugin &plugin() { return std::get<ExecPlugin>(m_access.signIn); }

    std::unique_ptr<TestScripts> m_scripts;
    ClusterAccess m_access;
};

void TestExecRequest::init()
{
    m_scripts = std::make_unique<TestScripts>();
    m_access = ClusterAccess();
    m_access.context = "prod";
    m_access.user = "me";
    m_access.source = "/home/me/config";
    ExecPlugin plugin;
    plugin.command = "./p.sh";
    plugin.program = m_scripts->write(QStringLiteral("p.sh"), "exit 0\n");
    plugin.args = {"get", "token"};
    plugin.env = {{"PROFILE", "dev"}};
    plugin.installHint = "apt install p";
    m_access.signIn = plugin;
}

void TestExecRequest::theRequestShowsWhatWouldRun()
{
    const auto found = request();
    QVERIFY(found.ok());
    QCOMPARE(found->context, std::string("prod"));
    QCOMPARE(found->kubeconfig, std::string("/home/me/config"));
    QCOMPARE(found->program, m_scripts->path(QStringLiteral("p.sh")).toStdString());
    QCOMPARE(found->args, (std::vector<std::string>{"get", "token"}));
    QCOMPARE(found->environment, std::vector<std::string>{"PROFILE"});
    QCOMPARE(found->exposed, std::string());
    QCOMPARE(found->programSha256, QCryptographicHash::hash("#!/bin/sh\nexit 0\n", QCryptographicHash::Sha256).toHex());
}

void TestExecRequest::bareNamesAreFoundInPathAlone_data()
{
    QTest::addColumn<QByteArray>("path"); // %DIR: where the program is, also the current directory
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("found");
    QTest::newRow("a directory of PATH") << QByteArray("/absent:%DIR") << QByteArray("p.sh") << true;
    QTest::newRow("another directory") << QByteArray("/absent") << QByteArray("p.sh") << false;
    QTest::newRow("never the current directory, by its dot") << QByteArray(".:/absent") << QByteArray("p.sh") << false;
    QTest::newRow("never the current directory, by nothing") << QByteArray(":/absent:") << QByteArray("p.sh") << false;
    QTest::newRow("a file that may not be run") << QByteArray("%DIR") << QByteArray("notes") << false;
    QTest::newRow("a directory of that name") << QByteArray("%DIR") << QByteArray("folder") << false;
}

void TestExecRequest::bareNamesAreFoundInPathAlone()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, name);
    const QString directory = m_scripts->path(QString());
    QFile notes(m_scripts->path(QStringLiteral("notes")));
    QVERIFY(notes.open(QIODevice::WriteOnly));
    QVERIFY(QDir(directory).mkdir(QStringLiteral("folder")));
    const QByteArray oldPath = qgetenv("PATH");
    const QString oldDirectory = QDir::currentPath();
    qputenv("PATH", path.replace("%DIR", directory.toUtf8()));
    QVERIFY(QDir::setCurrent(directory));
    plugin().program = plugin().command = name.toStdString();
    const auto result = request();
    qputenv("PATH", oldPath);
    QDir::setCurrent(oldDirectory);
    QTEST(result.ok(), "found");
    if (!result.ok()) {
        QCOMPARE(result.error().kind, ErrorKind::CredentialFailed);
        QVERIFY(result.error().text.find("is not there") != std::string::npos);
        QVERIFY(result.error().text.ends_with("The kubeconfig's hint: apt install p"));
    }
}

void TestExecRequest::consentIsAskedAgainWhenThisChanges_data()
{
    using Change = std::function<void(ClusterAccess &, ExecPlugin &)>;
    QTest::addColumn<Change>("change");
    QTest::addColumn<bool>("asksAgain");
    QTest::newRow("nothing") << Change([](ClusterAccess &, ExecPlugin &) {}) << false;
    QTest::newRow("another context of the same user")
        << Change([](ClusterAccess &a, ExecPlugin &) { a.context = "test"; }) << false;
    QTest::newRow("the kubeconfig") << Change([](ClusterAccess &a, ExecPlugin &) { a.source = "/tmp/config"; }) << true;
    QTest::newRow("the user") << Change([](ClusterAccess &a, ExecPlugin &) { a.user = "you"; }) << true;
    QTest::newRow("an argument") << Change([](ClusterAccess &, ExecPlugin &p) { p.args[1] = "tokens"; }) << true;
    QTest::newRow("one argument made of two")
        << Change([](ClusterAccess &, ExecPlugin &p) { p.args = {"gettoken"}; }) << true;
    QTest::newRow("a variable's name") << Change([](ClusterAccess &, ExecPlugin &p) { p.env[0].first = "LD_PRELOAD"; })
                                       << true;
    QTest::newRow("a variable's value") << Change([](ClusterAccess &, ExecPlugin &p) { p.env[0].second = "x"; })
                                        << true;
    QTest::newRow("an argument that became a variable") << Change([](ClusterAccess &, ExecPlugin &p) {
        p.args = {};
        p.env = {{"get", "token"}, {"PROFILE", "dev"}};
    }) << true;
}

void TestExecRequest::consentIsAskedAgainWhenThisChanges()
{
    using Change = std::function<void(ClusterAccess &, ExecPlugin &)>;
    QFETCH(Change, change);
    const QByteArray before = request()->subject;
    change(m_access, plugin());
    QTEST(request()->subject != before, "asksAgain");
}

void TestExecRequest::aNewProgramIsNotedNotAskedAbout()
{
    ProgramDigest digest;
    const auto before = execRequest(m_access, PluginPath(), digest);
    m_scripts->write(QStringLiteral("p.sh"), "exit 1 # longer\n");
    const auto after = execRequest(m_access, PluginPath(), digest);
    QCOMPARE(after->subject, before->subject);
    QVERIFY(after->programSha256 != before->programSha256);
    // Another program under another path is asked about.
    plugin().program = m_scripts->write(QStringLiteral("q.sh"), "exit 0\n");
    QVERIFY(request()->subject != before->subject);
}

void TestExecRequest::theErrorShowsEverything()
{
    const auto found = request();
    const Error error = consentNeeded(*found);
    QCOMPARE(error.kind, ErrorKind::ConsentNeeded);
    QCOMPARE(error.place, found->program);
    for (const std::string &word :
         {found->program, std::string("Argument: get"), std::string("Argument: token"), std::string("Sets: PROFILE"),
          std::string("/home/me/config"), std::string("prod"), found->programSha256.toStdString()})
        QVERIFY2(error.text.find(word) != std::string::npos, word.c_str());
    QVERIFY(error.text.find("dev") == std::string::npos); // a variable's value may be a secret
}

void TestExecRequest::aLineBreakIsNoFactOfOurs()
{
    plugin().args = {"x\nProgram: /usr/bin/true"};
    QVERIFY(consentNeeded(*request()).text.find("\nProgram: /usr/bin/true") == std::string::npos);
}

void TestExecRequest::whatDecidesWhatRunsIsShownWithItsValue_data()
{
    QTest::addColumn<QByteArray>("variable");
    QTest::addColumn<bool>("isShown");
    for (const char *name : {"LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "PATH", "PYTHONPATH", "NODE_OPTIONS",
                             "BASH_ENV", "BASH_FUNC_ls%%", "DYLD_INSERT_LIBRARIES", "PERL5OPT", "GIT_SSH_COMMAND"})
        QTest::newRow(name) << QByteArray(name) << true;
    for (const char *name : {"AWS_SECRET_ACCESS_KEY", "AWS_PROFILE", "OLD_PASSWORD", "HOME", "ld_preload", "XPATH"})
        QTest::newRow(name) << QByteArray(name) << false;
}

void TestExecRequest::whatDecidesWhatRunsIsShownWithItsValue()
{
    QFETCH(QByteArray, variable);
    QFETCH(bool, isShown);
    plugin().env = {{variable.toStdString(), "value"}};
    const std::string shown = variable.toStdString() + (isShown ? "=value" : "");
    QCOMPARE(request()->environment, std::vector<std::string>{shown});
    QCOMPARE(consentNeeded(*request()).text.find("value") != std::string::npos, isShown);
}

void TestExecRequest::aProgramThatOthersCanReplaceSaysSo()
{
    const QString folder = QFileInfo(m_scripts->path(QStringLiteral("p.sh"))).path();
    QVERIFY(QFile::setPermissions(folder, QFile::Permissions(0x7777)));
    const auto found = request();
    QCOMPARE(found->exposed, folder.toStdString());
    const std::string text = consentNeeded(*found).text;
    QVERIFY2(text.find("replace it by way of: " + found->exposed) != std::string::npos, text.c_str());
}

} // namespace tst_execrequest

WK_TEST(tst_execrequest, TestExecRequest, QCoreApplication)
#include "tst_execrequest.moc"
