// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagnostics.h"

#include "tests/support/testregistry.h"
#include "tests/support/testscript.h"

#include <QCryptographicHash>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace tst_diagnostics {

using namespace wk;

class DiagnosticsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_scripts = std::make_unique<TestScripts>();
        m_scripts->write(QStringLiteral("aws"), "exit 0\n");
        m_subject = {QStringLiteral("watchkeeper 9.9"),
                     {{write("config", Contexts), path("absent")}},
                     std::make_shared<PluginPath>(m_scripts->path(QString()).toStdString() + ":/no/such/folder"),
                     {}};
        qputenv("KUBERC", "off");
        for (const char *name : {"HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy"})
            qunsetenv(name);
    }
    void cleanup() { qunsetenv("HTTPS_PROXY"); }

    void itNamesWhatEachContextSignsInWith()
    {
        const QString text = diagnosticsText(m_subject);
        const QByteArray sha256 = QCryptographicHash::hash("#!/bin/sh\nexit 0\n", QCryptographicHash::Sha256).toHex();
        for (const QString &line :
             {QString(QStringLiteral("watchkeeper 9.9\n")),
              QStringLiteral("  there: aws is %1, SHA-256 %2\n")
                  .arg(QString::fromStdString(m_subject.path->find("aws").value()), QString::fromLatin1(sha256)),
              QString(QStringLiteral("  gone: kubelogin: not found\n")),
              QString(QStringLiteral("  plain: no plugin\n")), QString(QStringLiteral("  nobody: no plugin\n"))})
            QVERIFY2(text.contains(line), qPrintable(text));
    }

    void itSaysWhichFilesAndFoldersAreThere()
    {
        const std::string broken = write("broken", "clusters: [\n");
        m_subject.kubeconfigs.names.push_back(broken);
        const QString text = diagnosticsText(m_subject);
        for (const std::string &line :
             {"\n  " + m_subject.kubeconfigs.names[0] + "\n", "\n  " + m_subject.kubeconfigs.names[1] + ": not there\n",
              "\n  " + broken + ": cannot be read. ", "\n  " + m_scripts->path(QString()).toStdString() + "\n",
              std::string("\n  /no/such/folder: not there\n"), std::string("login shell\n  not asked for\n")})
            QVERIFY2(text.contains(QString::fromStdString(line)), qPrintable(text));
        m_subject.shellAsked = "/bin/zsh";
        QVERIFY(diagnosticsText(m_subject).contains(QStringLiteral("  taken from /bin/zsh\n")));
    }

    void itSaysWhatOfAFolderIsPassedOver()
    {
        const QTemporaryDir folder;
        for (const char *name : {"clusters", "notes"}) {
            QFile file(folder.filePath(QString::fromLatin1(name)));
            QVERIFY(file.open(QFile::WriteOnly));
            file.write(name == std::string("notes") ? "kind: Pod\n" : Contexts);
        }
        m_subject.kubeconfigs.names = {folder.path().toStdString()};
        const QString text = diagnosticsText(m_subject);
        QVERIFY2(text.contains(QString(QStringLiteral("\n  ") + folder.path() + QStringLiteral("\n  passed over: ") +
                                       folder.filePath(QStringLiteral("notes")) + QStringLiteral(":1: kind: "))),
                 qPrintable(text));
        QVERIFY(text.contains(QStringLiteral("  plain: no plugin\n")));
    }

    void noSecretIsInIt_data()
    {
        QTest::addColumn<QByteArray>("proxy");
        QTest::addColumn<QString>("told");
        QTest::newRow("user and password") << QByteArray("http://canary:canary@proxy:3128/canary?canary#canary")
                                           << QStringLiteral("http://proxy:3128");
        QTest::newRow("without a scheme")
            << QByteArray("canary:canary@proxy:3128") << QStringLiteral("http://proxy:3128");
        QTest::newRow("a password that ends the address")
            << QByteArray("http://canary:12/canary@proxy:3128") << QStringLiteral("this is no address");
        QTest::newRow("no address") << QByteArray("http://[canary") << QStringLiteral("this is no address");
    }

    void noSecretIsInIt()
    {
        QFETCH(QByteArray, proxy);
        QFETCH(QString, told);
        qputenv("HTTPS_PROXY", proxy);
        const QString text = diagnosticsText(m_subject);
        QVERIFY2(text.contains(QString(QStringLiteral("HTTPS_PROXY: ") + told + u'\n')), qPrintable(text));
        QVERIFY2(!text.contains(QStringLiteral("canary")), qPrintable(text));
    }

    void aStrangersNamesAreShownSafely()
    {
        m_subject.kubeconfigs.names = {
            write("config", "contexts: [{name: \"a\\nb\\e[2J\", context: {user: u, cluster: c}}]\n")};
        QVERIFY(diagnosticsText(m_subject).contains(QStringLiteral("a‹U+000A›b‹U+001B›[2J: no plugin")));
    }

private:
    static constexpr const char *Contexts =
        "users:\n"
        "- {name: u, user: {exec: {apiVersion: client.authentication.k8s.io/v1, command: aws, args: [canary], "
        "env: [{name: A, value: canary}], interactiveMode: Never}}}\n"
        "- {name: v, user: {exec: {apiVersion: client.authentication.k8s.io/v1, command: kubelogin, "
        "interactiveMode: Never}}}\n"
        "- {name: w, user: {token: canary, client-key-data: canary, password: canary}}\n"
        "clusters:\n- {name: k, cluster: {server: 'https://canary:canary@h', certificate-authority: /absent}}\n"
        "contexts:\n"
        "- {name: there, context: {cluster: k, user: u}}\n- {name: gone, context: {cluster: k, user: v}}\n"
        "- {name: plain, context: {cluster: k, user: w}}\n- {name: nobody, context: {cluster: k, user: x}}\n";

    std::string path(const char *name) const { return m_scripts->path(QString::fromLatin1(name)).toStdString(); }
    std::string write(const char *name, const char *text) const
    {
        QFile file(m_scripts->path(QString::fromLatin1(name)));
        if (file.open(QIODevice::WriteOnly))
            file.write(text);
        return file.fileName().toStdString();
    }

    std::unique_ptr<TestScripts> m_scripts;
    DiagnosticsSubject m_subject;
};

} // namespace tst_diagnostics

WK_TEST(tst_diagnostics, DiagnosticsTest, QCoreApplication)
#include "tst_diagnostics.moc"
