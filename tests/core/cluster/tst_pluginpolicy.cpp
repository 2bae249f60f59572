// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/pluginpolicy.h"

#include "tests/support/testregistry.h"
#include "tests/support/testscript.h"

#include <QTest>

namespace tst_pluginpolicy {

using namespace wk;

class TestPluginPolicy : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void aPolicySaysWhatRuns_data();
    void aPolicySaysWhatRuns();
    void theFileIsKubectls_data();
    void theFileIsKubectls();

private:
    TestScripts m_scripts;
    std::string m_program;
    QByteArray m_path;
    QByteArray m_home;
};

void TestPluginPolicy::initTestCase()
{
    m_program = m_scripts.write(QStringLiteral("login"), "exit 0\n");
    m_scripts.write(QStringLiteral("other"), "exit 0\n");
    m_path = qgetenv("PATH");
    m_home = qgetenv("HOME");
    qputenv("PATH", m_scripts.path(QString()).toUtf8());
    qputenv("HOME", m_scripts.path(QString()).toUtf8());
}

void TestPluginPolicy::cleanupTestCase()
{
    qputenv("PATH", m_path);
    qputenv("HOME", m_home);
    qunsetenv("KUBERC");
    qunsetenv("KUBECTL_KUBERC");
}

void TestPluginPolicy::aPolicySaysWhatRuns_data()
{
    QTest::addColumn<QByteArray>("text"); // %DIR: where the program is
    QTest::addColumn<QByteArray>("outcome");
    QTest::addColumn<QByteArray>("place");
    const auto row = [](const char *name, const char *text, const char *outcome, const char *place = "") {
        QTest::newRow(name) << QByteArray("apiVersion: kubectl.config.k8s.io/v1beta1\nkind: Preference\n") + text
                            << QByteArray(outcome) << QByteArray(place);
    };
    row("none: all", "", "ok");
    row("AllowAll", "credentialPluginPolicy: AllowAll\n", "ok");
    row("DenyAll", "credentialPluginPolicy: DenyAll\n", "CredentialFailed", "kuberc:3: credentialPluginPolicy");
    row("a list that names its path",
        "credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist:\n- command: %DIR/login\n", "ok");
    row("a list that names it as 1.35 did",
        "credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist:\n- name: %DIR/login\n", "ok");
    row("a list that writes the path in another way",
        "credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist:\n- command: %DIR/./x/../login\n", "ok");
    row("a list with a bare name that PATH finds",
        "credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist:\n- command: nobody\n- command: login\n", "ok");
    row("a list of others", "credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist:\n- command: other\n",
        "CredentialFailed");
    row("a list with the name at another place",
        "credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist:\n- command: /usr/bin/login\n",
        "CredentialFailed");
    row("an empty list", "credentialPluginPolicy: Allowlist\n", "CredentialFailed");
    row("a list without its policy", "credentialPluginAllowlist:\n- command: login\n", "ConfigBroken",
        "kuberc:4: credentialPluginAllowlist");
    row("a policy that is none", "credentialPluginPolicy: Some\n", "ConfigBroken", "kuberc:3: credentialPluginPolicy");
    row("a condition that we do not know",
        "credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist:\n- command: login\n  sha256: 1234\n",
        "ConfigBroken", "kuberc:6: credentialPluginAllowlist[0].sha256");
    row("an entry that names nothing", "credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist:\n- command: ''\n",
        "ConfigBroken");
    row("no YAML", "credentialPluginPolicy: [\n", "ConfigBroken");
}

void TestPluginPolicy::aPolicySaysWhatRuns()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, outcome);
    QFETCH(QByteArray, place);
    const QString path = m_scripts.path(QStringLiteral("kuberc"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text.replace("%DIR", m_scripts.path(QString()).toUtf8()));
    file.close();
    const auto checked = checkPluginPolicy(path.toStdString(), m_program, PluginPath());
    QCOMPARE(checked.ok() ? QByteArray("ok") : QByteArray(kindName(checked.error().kind)), outcome);
    if (!checked.ok()) {
        QVERIFY(!checked.error().text.empty());
        QVERIFY2(QByteArray::fromStdString(checked.error().place).endsWith(place), checked.error().place.c_str());
    }
}

void TestPluginPolicy::theFileIsKubectls_data()
{
    QTest::addColumn<QByteArray>("kuberc");
    QTest::addColumn<QByteArray>("feature");
    QTest::addColumn<bool>("isThere"); // ~/.kube/kuberc
    QTest::addColumn<QByteArray>("file");
    QTest::newRow("what KUBERC names") << QByteArray("/a/b") << QByteArray() << true << QByteArray("/a/b");
    QTest::newRow("the one of the home") << QByteArray() << QByteArray() << true << QByteArray("%HOME/.kube/kuberc");
    QTest::newRow("none") << QByteArray() << QByteArray() << false << QByteArray();
    QTest::newRow("switched off") << QByteArray("off") << QByteArray() << true << QByteArray();
    QTest::newRow("switched off as a feature") << QByteArray("/a/b") << QByteArray("false") << true << QByteArray();
}

void TestPluginPolicy::theFileIsKubectls()
{
    QFETCH(QByteArray, kuberc);
    QFETCH(QByteArray, feature);
    QFETCH(bool, isThere);
    QFETCH(QByteArray, file);
    QDir(m_scripts.path(QString())).mkdir(QStringLiteral(".kube"));
    QFile usual(m_scripts.path(QStringLiteral(".kube/kuberc")));
    if (isThere)
        QVERIFY(usual.open(QIODevice::WriteOnly));
    else
        usual.remove();
    qputenv("KUBERC", kuberc);
    qputenv("KUBECTL_KUBERC", feature);
    QCOMPARE(QByteArray::fromStdString(kubercFile()), file.replace("%HOME", m_scripts.path(QString()).toUtf8()));
}

} // namespace tst_pluginpolicy

WK_TEST(tst_pluginpolicy, TestPluginPolicy, QCoreApplication)
#include "tst_pluginpolicy.moc"
