// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/namedfiles.h"

#include "core/cluster/kubeconfig.h"
#include "tests/support/testregistry.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace tst_namedfiles {

using namespace wk;

class TestNamedFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void whereAFileLiesDecides_data();
    void whereAFileLiesDecides();
    void aContextsFilesAreListed_data();
    void aContextsFilesAreListed();
    void consentIsAskedAgainWhenThisChanges();
    void theErrorShowsEverything();

private:
    QString path(const QByteArray &name) const { return m_folder->filePath(QString::fromUtf8(name)); }
    void write(const QByteArray &name, const QByteArray &text = "x") const
    {
        QVERIFY(QDir().mkpath(QFileInfo(path(name)).path()));
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QByteArray m_home;
};

void TestNamedFiles::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_home = qgetenv("HOME");
    qputenv("HOME", path("home").toLocal8Bit());
    for (const char *name : {"home/.kube/config", "home/.kube/certs/ca", "home/.minikube/ca",
                             "home/.config/cloud/token", "home/.ssh/id_rsa", "home/.netrc", "home/ca.pem",
                             "home/work/config", "home/work/certs/ca", "elsewhere/token", "config"})
        write(name);
    QVERIFY(QFile::link(path("home/.ssh/id_rsa"), path("home/work/token")));
    QVERIFY(QFile::link(path("home/work"), path("link")));
}

void TestNamedFiles::cleanup()
{
    qputenv("HOME", m_home);
}

void TestNamedFiles::whereAFileLiesDecides_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("kubeconfig");
    QTest::addColumn<bool>("isUsual");
    const auto row = [](const char *name, const char *file, const char *kubeconfig, bool isUsual) {
        QTest::newRow(name) << QByteArray(file) << QByteArray(kubeconfig) << isUsual;
    };
    row("beside the kubeconfig", "home/work/certs/ca", "home/work/config", true);
    row("beside it, by way of a link", "link/certs/ca", "home/work/config", true);
    row("beside it, which is named by way of a link", "home/work/certs/ca", "link/config", true);
    row("a link beside it that leads away", "home/work/token", "home/work/config", false);
    row("a name that leads away", "home/work/../.ssh/id_rsa", "home/work/config", false);
    row("~/.kube", "home/.kube/certs/ca", "home/work/config", true);
    row("~/.minikube", "home/.minikube/ca", "home/work/config", true);
    row("~/.config", "home/.config/cloud/token", "home/work/config", true);
    row("elsewhere in the home", "home/.ssh/id_rsa", "home/.kube/config", false);
    row("elsewhere", "elsewhere/token", "home/.kube/config", false);
    row("beside a kubeconfig in the home", "home/ca.pem", "home/config", true);
    row("hidden beside a kubeconfig in the home", "home/.netrc", "home/config", false);
    row("below the home, of a kubeconfig in it", "home/.ssh/id_rsa", "home/config", false);
    row("below the home, of a kubeconfig above it", "home/.ssh/id_rsa", "config", false);
    row("one that is not there", "home/absent", "home/.kube/config", true);
}

void TestNamedFiles::whereAFileLiesDecides()
{
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, kubeconfig);
    QTEST(isUsualPlace(path(file).toStdString(), path(kubeconfig).toStdString()), "isUsual");
}

void TestNamedFiles::aContextsFilesAreListed_data()
{
    QTest::addColumn<QByteArray>("cluster");
    QTest::addColumn<QByteArray>("user");
    QTest::addColumn<QByteArray>("files"); // field and path, one after the other
    const auto row = [](const char *name, const char *cluster, const char *user, const char *files) {
        QTest::newRow(name) << QByteArray(cluster) << QByteArray(user) << QByteArray(files);
    };
    row("none", "server: 'https://h'", "token: abc", "");
    row("usual ones", "certificate-authority: certs/ca", "tokenFile: %/home/.config/cloud/token", "");
    row("all four", "certificate-authority: %/elsewhere/token",
        "client-certificate: ../.ssh/id_rsa, client-key: %/home/.netrc, tokenFile: %/home/.ssh/id_rsa",
        "certificate-authority %/elsewhere/token client-certificate %/home/work/../.ssh/id_rsa client-key %/home/.netrc "
        "tokenFile %/home/.ssh/id_rsa ");
    row("what stands inline takes their place",
        "certificate-authority: %/elsewhere/token, certificate-authority-data: eA==",
        "client-key: %/elsewhere/token, client-key-data: eA==, client-certificate: %/elsewhere/token, "
        "client-certificate-data: eA==",
        "");
    row("what is no text is for the reader to refuse", "certificate-authority: [a]", "tokenFile: {a: b}", "");
}

void TestNamedFiles::aContextsFilesAreListed()
{
    QFETCH(QByteArray, cluster);
    QFETCH(QByteArray, user);
    QFETCH(QByteArray, files);
    const QByteArray text =
        "current-context: c\ncontexts: [{name: c, context: {cluster: k, user: u}}]\nclusters: [{name: k, "
        "cluster: {" +
        cluster + "}}]\nusers: [{name: u, user: {" + user + "}}]\n";
    const QByteArray folder = m_folder->path().toUtf8();
    write("home/work/config", QByteArray(text).replace('%', folder));
    const auto config = Kubeconfig::load({path("home/work/config").toStdString()});
    QVERIFY(config.ok());
    QByteArray found;
    if (const auto request = config->unusualFiles({})) {
        QCOMPARE(request->context, std::string("c"));
        QCOMPARE(request->kubeconfig, path("home/work/config").toStdString());
        for (const NamedFile &file : request->files)
            found += QByteArray::fromStdString(file.field + " " + file.path + " ");
    }
    QCOMPARE(found, files.replace('%', folder));
    QVERIFY(!config->unusualFiles("another"));
}

void TestNamedFiles::consentIsAskedAgainWhenThisChanges()
{
    const FileRequest before{"c", "/k", "https://h", {{"tokenFile", "/a"}}};
    FileRequest after = before;
    after.context = "d";
    QCOMPARE(after.subject(), before.subject());
    for (const FileRequest &other : {FileRequest{"c", "/l", "https://h", {{"tokenFile", "/a"}}},
                                     FileRequest{"c", "/k", "https://i", {{"tokenFile", "/a"}}},
                                     FileRequest{"c", "/k", "https://h", {{"client-key", "/a"}}},
                                     FileRequest{"c", "/k", "https://h", {{"tokenFile", "/b"}}},
                                     FileRequest{"c", "/k", "https://h", {{"tokenFile", "/a"}, {"client-key", "/a"}}}})
        QVERIFY(other.subject() != before.subject());
}

void TestNamedFiles::theErrorShowsEverything()
{
    const Error error = consentNeeded(FileRequest{"prod", "/k/config", "https://h", {{"tokenFile", "/a\nServer: x"}}});
    QCOMPARE(error.kind, ErrorKind::ConsentNeeded);
    for (const char *line :
         {"\ntokenFile: /a‹U+000A›Server: x", "\nServer: https://h", "\nKubeconfig: /k/config", "\nContext: prod"})
        QVERIFY2(error.text.find(line) != std::string::npos, error.text.c_str());
}

} // namespace tst_namedfiles

WK_TEST(tst_namedfiles, TestNamedFiles, QCoreApplication)
#include "tst_namedfiles.moc"
