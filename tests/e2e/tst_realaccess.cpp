// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/kubeconfig.h"
#include "tests/e2e/program.h"
#include "tests/support/clustermirror.h"
#include "tests/support/realcluster.h"
#include "tests/support/testregistry.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

namespace tst_realaccess {

using namespace wk;

namespace {

constexpr int Ample = 60'000;     // ms, on a busy machine
constexpr int NextLook = 150'000; // ms: a file is looked at every minute, and so is a sign-in that is needed

bool write(const QString &path, const QByteArray &text)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(text) == text.size();
}

/// Whether the sign-in of any watch is what it lacks.
bool isAnySignInNeeded(ClusterMirror &mirror)
{
    for (WatchId watch = 1; watch <= WatchId(mirror.count()); ++watch) {
        if (mirror.state(watch) == WatchState::SignInNeeded)
            return true;
    }
    return false;
}

} // namespace

/// A real control plane, and credentials that change while it is watched.
class TestRealAccess : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aTokenThatIsRevokedIsSaidAndTheNextOneGoesOn();
    void aClientCertificateThatIsReplacedIsUsed();

private:
    QByteArray newToken(const QByteArray &secret);
    bool signCertificate(const QString &name, const QByteArray &user);
    bool serverRestarts();
    /// The context of a kubeconfig in the test's folder, with that user entry.
    ClusterAccess accessAs(const QByteArray &user);

    RealCluster m_cluster;
    QTemporaryDir m_folder;
};

void TestRealAccess::initTestCase()
{
    if (const QString reason = RealCluster::whyNot(); !reason.isEmpty())
        QSKIP(qPrintable(QStringLiteral("real cluster: ") + reason));
    m_cluster.keepRequests();
    QVERIFY2(m_cluster.start(), m_cluster.said().constData());
    QCOMPARE(m_cluster.kubectl({text("create"), text("serviceaccount"), text("roamer")}).exitCode, 0);
    QCOMPARE(m_cluster
                 .kubectl({text("create"), text("clusterrolebinding"), text("roamer"),
                           text("--clusterrole=cluster-admin"), text("--serviceaccount=default:roamer")})
                 .exitCode,
             0);
}

/// Of a Secret of that name: it holds as long as that is there.
QByteArray TestRealAccess::newToken(const QByteArray &secret)
{
    const QByteArray yaml =
        "apiVersion: v1\nkind: Secret\ntype: kubernetes.io/service-account-token\nmetadata:\n  name: " + secret +
        "\n  annotations: {kubernetes.io/service-account.name: roamer}\n";
    const QString file = m_folder.filePath(text("secret.yaml"));
    if (!write(file, yaml) || m_cluster.kubectl({text("apply"), text("-f"), file}).exitCode != 0)
        return {};
    const QStringList ask{text("get"), text("secret"), QString::fromUtf8(secret), text("-o"),
                          text("jsonpath={.data.token}")};
    QByteArray token;
    const auto hasToken = [&] {
        token = QByteArray::fromBase64(m_cluster.kubectl(ask).out);
        return !token.isEmpty();
    };
    return QTest::qWaitFor(hasToken, Ample) ? token : QByteArray();
}

bool TestRealAccess::signCertificate(const QString &name, const QByteArray &user)
{
    const QString pki = m_cluster.state() + text("/pki/");
    const auto path = [&](const char *end) { return m_folder.filePath(name + QLatin1String(end)); };
    const auto openssl = [](const QStringList &arguments) {
        return runProgram(text("openssl"), arguments).exitCode == 0;
    };
    return openssl({text("req"), text("-new"), text("-newkey"), text("rsa:2048"), text("-nodes"), text("-keyout"),
                    path(".key"), text("-out"), path(".csr"), text("-subj"),
                    text("/O=system:masters/CN=") + QString::fromUtf8(user)}) &&
           openssl({text("x509"), text("-req"), text("-in"), path(".csr"), text("-CA"), pki + text("ca.crt"),
                    text("-CAkey"), pki + text("ca.key"), text("-CAcreateserial"), text("-days"), text("2"),
                    text("-out"), path(".crt")});
}

bool TestRealAccess::serverRestarts()
{
    return m_cluster.trouble(text("kube-apiserver"), text("kill")) &&
           m_cluster.trouble(text("kube-apiserver"), text("start"));
}

ClusterAccess TestRealAccess::accessAs(const QByteArray &user)
{
    const QByteArray config = "apiVersion: v1\nkind: Config\ncurrent-context: a\nclusters:\n- name: c\n  cluster:\n"
                              "    server: https://127.0.0.1:" +
                              QByteArray::number(m_cluster.port()) + "\n    certificate-authority: " +
                              QFileInfo(m_cluster.state() + text("/pki/ca.crt")).absoluteFilePath().toUtf8() +
                              "\nusers:\n- name: u\n  user: " + user +
                              "\ncontexts:\n- name: a\n  context: {cluster: c, user: u}\n";
    const QString path = m_folder.filePath(text("config"));
    if (!write(path, config))
        qFatal("the kubeconfig cannot be written");
    const auto read = Kubeconfig::load({path.toStdString()});
    return *read->resolve({});
}

void TestRealAccess::aTokenThatIsRevokedIsSaidAndTheNextOneGoesOn()
{
    const QString file = m_folder.filePath(text("token"));
    const QByteArray first = newToken("roamer-1");
    QVERIFY(!first.isEmpty() && write(file, first));
    ClusterMirror mirror(accessAs("{tokenFile: token}"));
    QTRY_VERIFY_WITH_TIMEOUT(mirror.allLive(), Ample);

    QCOMPARE(m_cluster.kubectl({text("delete"), text("secret"), text("roamer-1")}).exitCode, 0);
    QVERIFY(serverRestarts()); // a stream that is open is asked for no token
    QTRY_VERIFY_WITH_TIMEOUT(isAnySignInNeeded(mirror), Ample);
    QVERIFY2(mirror.allStale(), "what is shown is said to be old");

    const QByteArray second = newToken("roamer-2");
    QVERIFY(second != first && write(file, second));
    QTRY_VERIFY_WITH_TIMEOUT(mirror.allLive(), NextLook);
    const QStringList differences = mirror.differences(m_cluster);
    QVERIFY2(differences.isEmpty(), qPrintable(differences.join(u'\n')));
}

void TestRealAccess::aClientCertificateThatIsReplacedIsUsed()
{
    QVERIFY(signCertificate(text("mine"), "first-of-two") && signCertificate(text("next"), "second-of-two"));
    const auto isSeen = [this](const char *user) {
        QFile requests(QFileInfo(m_cluster.state()).dir().filePath(text("requests")));
        return requests.open(QIODevice::ReadOnly) && requests.readAll().contains(user);
    };
    ClusterMirror mirror(accessAs("{client-certificate: mine.crt, client-key: mine.key}"));
    QTRY_VERIFY_WITH_TIMEOUT(mirror.allLive(), Ample);
    QVERIFY(isSeen("first-of-two") && !isSeen("second-of-two"));
    for (const char *end : {".key", ".crt"}) {
        QFile::remove(m_folder.filePath(text("mine") + QLatin1String(end)));
        QVERIFY(QFile::rename(m_folder.filePath(text("next") + QLatin1String(end)),
                              m_folder.filePath(text("mine") + QLatin1String(end))));
    }
    // The server writes a watch down when it ends, and a list at once: the session compares what it has with one.
    const auto isSeenListing = [&] { return mirror.auditDifferences().isEmpty() && isSeen("second-of-two"); };
    QTRY_VERIFY_WITH_TIMEOUT(isSeenListing(), NextLook);
    QTRY_VERIFY_WITH_TIMEOUT(mirror.allLive(), Ample);
    const QStringList differences = mirror.differences(m_cluster);
    QVERIFY2(differences.isEmpty(), qPrintable(differences.join(u'\n')));
}

} // namespace tst_realaccess

WK_TEST(tst_realaccess, TestRealAccess, QCoreApplication)
#include "tst_realaccess.moc"
