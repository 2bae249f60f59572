// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/clustermirror.h"
#include "tests/support/realcluster.h"
#include "tests/support/testregistry.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QTest>

#include <algorithm>
#include <optional>

namespace tst_realcluster {

using namespace wk;

namespace {

QString program()
{
    return QStringLiteral(WATCHKEEPER_BINARY_DIR "/app/watchkeeper");
}

/// Of an age as tables have it, "4m20s"; empty for another word.
std::optional<qint64> seconds(const QByteArray &word)
{
    static const QMap<char, qint64> units{{'s', 1}, {'m', 60}, {'h', 3'600}, {'d', 86'400}, {'y', 31'536'000}};
    qint64 sum = 0;
    qint64 number = -1;
    for (const char letter : word) {
        if (letter >= '0' && letter <= '9') {
            number = std::max<qint64>(number, 0) * 10 + (letter - '0');
        } else if (number >= 0 && units.contains(letter)) {
            sum += number * units[letter];
            number = -1;
        } else {
            return {};
        }
    }
    return number < 0 && !word.isEmpty() ? std::optional(sum) : std::nullopt;
}

QList<QByteArray> wordsOf(const QByteArray &line)
{
    return line.simplified().split(' ');
}

/// Whether a table is what it was before and after, but for ages that went on in between.
bool isBetween(const QByteArray &table, const QByteArray &before, const QByteArray &after)
{
    const auto lines = table.split('\n');
    const auto linesBefore = before.split('\n');
    const auto linesAfter = after.split('\n');
    if (lines.size() != linesBefore.size() || lines.size() != linesAfter.size())
        return false;
    for (qsizetype line = 0; line < lines.size(); ++line) {
        const auto words = wordsOf(lines[line]);
        const auto wordsBefore = wordsOf(linesBefore[line]);
        const auto wordsAfter = wordsOf(linesAfter[line]);
        if (words.size() != wordsBefore.size() || words.size() != wordsAfter.size())
            return false;
        for (qsizetype i = 0; i < words.size(); ++i) {
            const auto age = seconds(words[i]);
            const bool isAge = age && seconds(wordsBefore[i]) <= age && age <= seconds(wordsAfter[i]);
            if (!isAge && words[i] != wordsBefore[i] && words[i] != wordsAfter[i])
                return false;
        }
    }
    return true;
}

} // namespace

/// The program and its core against a real control plane.
class TestRealCluster : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void kubeconfigsOpenOrFailInWords_data();
    void kubeconfigsOpenOrFailInWords();
    void printsWhatKubectlPrints_data();
    void printsWhatKubectlPrints();
    void aRightToGetIsEnoughForANameAndToListForAList_data();
    void aRightToGetIsEnoughForANameAndToListForAList();
    void ofASecretOnlyItsIdentityIsSaid_data();
    void ofASecretOnlyItsIdentityIsSaid();
    void itsEtcdSaysTheSame_data();
    void itsEtcdSaysTheSame();
    void aRolloutIsFollowedToTheLastEvent();
    void isLiveAgainAfterTheServerWasKilled();

private:
    void makeDeployment();

    RealCluster m_cluster;
};

void TestRealCluster::initTestCase()
{
    if (const QString reason = RealCluster::whyNot(); !reason.isEmpty())
        QSKIP(qPrintable(QStringLiteral("real cluster: ") + reason));
    QVERIFY2(m_cluster.start(), m_cluster.said().constData());
    makeDeployment();
}

void TestRealCluster::makeDeployment()
{
    const auto made = m_cluster.kubectl(
        {QStringLiteral("create"), QStringLiteral("deployment"), QStringLiteral("web"), QStringLiteral("-n"),
         QStringLiteral("team-a"), QStringLiteral("--image=registry.example/web:1"), QStringLiteral("--replicas=3")});
    QVERIFY2(made.exitCode == 0, made.err.constData());
    const auto pods = [this] {
        return m_cluster
            .kubectl({QStringLiteral("get"), QStringLiteral("pods"), QStringLiteral("-n"), QStringLiteral("team-a"),
                      QStringLiteral("-o"), QStringLiteral("name")})
            .out.count('\n');
    };
    QTRY_COMPARE_WITH_TIMEOUT(pods(), 3, 20'000);
}

void TestRealCluster::kubeconfigsOpenOrFailInWords_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("complaint"); // a word of it; empty: it works
    const auto row = [](const char *name, const QStringList &options, const char *complaint) {
        QTest::newRow(name) << QString::fromLatin1(name).section(u' ', 0, 0) << options
                            << QString::fromLatin1(complaint);
    };
    for (const char *good : {"admin", "admin-ec", "token", "servername", "limited"})
        row(good, {}, "");
    row("admin-files", {QStringLiteral("--allow-files")}, "");
    row("admin-files without leave", {}, "allow-files");
    row("exec", {QStringLiteral("--allow-exec")}, "");
    row("exec without leave", {}, "allow-exec");
    row("insecure", {QStringLiteral("--allow-insecure")}, "");
    row("insecure without leave", {}, "allow-insecure");
    row("bad-token", {}, "401");
    row("bad-expired", {}, "401");
    row("bad-ca", {}, "certificate");
    row("bad-port", {}, "refused");
}

void TestRealCluster::kubeconfigsOpenOrFailInWords()
{
    QFETCH(QString, name);
    QFETCH(QStringList, options);
    QFETCH(QString, complaint);
    const QStringList arguments{QStringLiteral("get"),          QStringLiteral("pods"),    QStringLiteral("-n"),
                                QStringLiteral("team-a"),       QStringLiteral("-o"),      QStringLiteral("name"),
                                QStringLiteral("--kubeconfig"), m_cluster.kubeconfig(name)};
    const auto said = runProgram(program(), arguments + options);
    if (complaint.isEmpty()) {
        QVERIFY2(said.exitCode == 0, said.err.constData());
        QCOMPARE(said.out.count("pod/web-"), 3);
    } else {
        QCOMPARE(said.exitCode, 1);
        QVERIFY2(said.err.toLower().contains(complaint.toUtf8()), said.err.constData());
        QVERIFY2(said.err.startsWith("error: ") || said.err.startsWith("Unable to connect to the server: ") ||
                     said.err.startsWith("The connection to the server "),
                 said.err.constData());
    }
}

void TestRealCluster::printsWhatKubectlPrints_data()
{
    QTest::addColumn<QString>("words");
    for (const char *words : {"get pods -A",
                              "get pods -n team-a -o wide",
                              "get deployments.apps -A -o json",
                              "get pods -n team-a -o yaml",
                              "get namespaces",
                              "get rs -n team-a --show-labels",
                              "get pods -n team-a -o json --show-managed-fields",
                              "get pods -A -l app=web -o name",
                              "get configmaps -n kube-system -o json",
                              "get clusterroles -o json",
                              "get deploy,rs -n team-a",
                              "get ns,deploy -A --no-headers",
                              "get all -A",
                              "get all -n team-a -o json",
                              "get cm/kube-root-ca.crt sa/default -n team-a",
                              "get cm kube-root-ca.crt nope -n team-a",
                              "get cm nope -n team-a -o json",
                              "get cm nope nope2 -n team-a -o yaml",
                              "get clusterrole view edit a=b,c",
                              "get ns default -o json",
                              "get pods -A=true -w=false --no-headers=true",
                              "get pods nope -w",
                              "get cm,sa kube-root-ca.crt default -n team-a"})
        QTest::newRow(words) << QString::fromLatin1(words);
}

void TestRealCluster::printsWhatKubectlPrints()
{
    QFETCH(QString, words);
    const QStringList arguments = words.split(u' ');
    const QStringList access{QStringLiteral("--kubeconfig"), m_cluster.kubeconfig(QStringLiteral("admin"))};
    QByteArray said;
    const auto same = [&] {
        const auto before = m_cluster.kubectl(arguments);
        const auto ours = runProgram(program(), arguments + access);
        const auto after = m_cluster.kubectl(arguments);
        said = "kubectl:\n" + before.out + "ours:\n" + ours.out + "kubectl again:\n" + after.out;
        return ours.exitCode == before.exitCode &&
               (ours.out == before.out || ours.out == after.out || isBetween(ours.out, before.out, after.out));
    };
    // What the cluster's components write may come between two of these once.
    QVERIFY2(same() || same() || same(), said.constData());
}

void TestRealCluster::aRightToGetIsEnoughForANameAndToListForAList_data()
{
    QTest::addColumn<QString>("words");
    for (const char *words : {"get cm kube-root-ca.crt -n team-a", "get cm/kube-root-ca.crt -n team-a -o yaml",
                              "get services -n team-a", "get services,cm kube-root-ca.crt -n team-a"})
        QTest::newRow(words) << QString::fromLatin1(words);
}

/// Of somebody who may get one config map, and list services, and no more.
void TestRealCluster::aRightToGetIsEnoughForANameAndToListForAList()
{
    QFETCH(QString, words);
    for (const char *made :
         {"role getter --verb=get --resource=configmaps --resource-name=kube-root-ca.crt",
          "rolebinding getter --role=getter --user=limited-user", "role lister --verb=list --resource=services",
          "rolebinding lister --role=lister --user=limited-user"})
        m_cluster.kubectl(QStringLiteral("create -n team-a %1").arg(QString::fromLatin1(made)).split(u' '));
    const QStringList arguments = words.split(u' ') + QStringList{QStringLiteral("--kubeconfig"),
                                                                  m_cluster.kubeconfig(QStringLiteral("limited"))};
    const auto theirs = m_cluster.kubectl(arguments);
    const auto ours = runProgram(program(), arguments);
    QCOMPARE(ours.exitCode, theirs.exitCode);
    QCOMPARE(ours.err.count('\n'), theirs.err.count('\n'));
    QVERIFY2(isBetween(ours.out, theirs.out, m_cluster.kubectl(arguments).out),
             QByteArray(theirs.out + ours.out + ours.err).constData());
}

void TestRealCluster::ofASecretOnlyItsIdentityIsSaid_data()
{
    QTest::addColumn<QString>("words");
    for (const char *words : {"secrets -A -o json", "secret canary -n team-a -o yaml", "secret,cm -n team-a -o json",
                              "secret/canary -n team-a -o json --show-managed-fields"})
        QTest::newRow(words) << QString::fromLatin1(words);
}

/// The Secret has been applied, so that an annotation of it repeats its values.
void TestRealCluster::ofASecretOnlyItsIdentityIsSaid()
{
    QFETCH(QString, words);
    const auto made = m_cluster.kubectl({QStringLiteral("apply"), QStringLiteral("-f"),
                                         QStringLiteral(WATCHKEEPER_SOURCE_DIR "/tests/e2e/secret.yaml")});
    QVERIFY2(made.exitCode == 0, made.err.constData());
    QVERIFY(m_cluster.kubectl(QStringLiteral("get secret canary -n team-a -o yaml").split(u' '))
                .out.contains("canary-value"));
    const auto said = runProgram(program(), QStringList{QStringLiteral("get"), QStringLiteral("--kubeconfig"),
                                                        m_cluster.kubeconfig(QStringLiteral("admin"))} +
                                                words.split(u' '));
    QCOMPARE(said.exitCode, 0);
    QVERIFY2(said.out.contains("Secret") && said.out.contains("canary"), said.out.constData());
    for (const char *withheld : {"canary-value", "Y2FuYXJ5LXZhbHVl", "last-applied-configuration"})
        QVERIFY2(!said.out.contains(withheld), said.out.constData());
    QVERIFY2(said.err.contains("their values are withheld"), said.err.constData());
}

void TestRealCluster::itsEtcdSaysTheSame_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("prefix");
    QTest::newRow("pods") << QStringLiteral("pods") << QStringLiteral("/registry/pods/");
    QTest::newRow("deployments") << QStringLiteral("deployments.apps") << QStringLiteral("/registry/deployments/");
    QTest::newRow("replica sets") << QStringLiteral("replicasets.apps") << QStringLiteral("/registry/replicasets/");
    QTest::newRow("config maps") << QStringLiteral("configmaps") << QStringLiteral("/registry/configmaps/");
    QTest::newRow("namespaces") << QStringLiteral("namespaces") << QStringLiteral("/registry/namespaces/");
    QTest::newRow("JSON") << QStringLiteral("apiservices") << QStringLiteral("/registry/apiregistration.k8s.io/");
}

/// What the API server and its etcd say of the metadata of each object, by its uid and at the same revision.
void TestRealCluster::itsEtcdSaysTheSame()
{
    QFETCH(const QString, kind);
    QFETCH(const QString, prefix);
    QFile endpoint(m_cluster.state() + QStringLiteral("/etcd-endpoint"));
    QVERIFY(endpoint.open(QIODevice::ReadOnly));
    const QStringList asJson{QStringLiteral("-A"), QStringLiteral("-o"), QStringLiteral("json"),
                             QStringLiteral("--show-managed-fields")};
    const auto metadataIn = [](const QByteArray &list) {
        QMap<QString, QJsonObject> all;
        for (const QJsonValue item : QJsonDocument::fromJson(list)[QStringLiteral("items")].toArray()) {
            QJsonObject metadata = item[QStringLiteral("metadata")].toObject();
            metadata.remove(QStringLiteral("selfLink")); // which a server makes up
            all.insert(metadata[QStringLiteral("uid")].toString() + u' ' +
                           metadata[QStringLiteral("resourceVersion")].toString(),
                       metadata);
        }
        return all;
    };
    const auto byServer = metadataIn(m_cluster.kubectl(QStringList{QStringLiteral("get"), kind} + asJson).out);
    const auto said = runProgram(program(), QStringList{QStringLiteral("get"), QStringLiteral("--etcd"),
                                                        QString::fromUtf8(endpoint.readAll()), prefix} +
                                                asJson);
    const auto byEtcd = metadataIn(said.out);
    QVERIFY2(!byServer.isEmpty() && byEtcd.size() == byServer.size(), said.err.constData());
    int same = 0;
    for (auto one = byServer.begin(); one != byServer.end(); ++one) {
        const auto other = byEtcd.find(one.key());
        if (other == byEtcd.end())
            continue; // it has changed in between
        QCOMPARE(QJsonDocument(*other).toJson(), QJsonDocument(*one).toJson());
        ++same;
    }
    QVERIFY(same > byServer.size() / 2);
}

void TestRealCluster::aRolloutIsFollowedToTheLastEvent()
{
    ClusterMirror mirror(accessTo(m_cluster));
    QTRY_VERIFY_WITH_TIMEOUT(mirror.allLive(), 30'000);
    QVERIFY(mirror.count() > 30);
    for (int i = 2; i < 5; ++i) {
        const auto set = m_cluster.kubectl(
            {QStringLiteral("set"), QStringLiteral("image"), QStringLiteral("deployment/web"),
             QStringLiteral("*=registry.example/web:%1").arg(i), QStringLiteral("-n"), QStringLiteral("team-a")});
        QVERIFY2(set.exitCode == 0, set.err.constData());
    }
    QVERIFY(m_cluster
                .kubectl({QStringLiteral("scale"), QStringLiteral("deployment/web"), QStringLiteral("--replicas=7"),
                          QStringLiteral("-n"), QStringLiteral("team-a")})
                .exitCode == 0);
    const QStringList differences = mirror.differences(m_cluster);
    QVERIFY2(differences.isEmpty(), qPrintable(differences.join(u'\n').left(20'000)));
    QCOMPARE(mirror.relists, 0);
    QCOMPARE(mirror.gaps, 0);
}

void TestRealCluster::isLiveAgainAfterTheServerWasKilled()
{
    ClusterMirror mirror(accessTo(m_cluster));
    QTRY_VERIFY_WITH_TIMEOUT(mirror.allLive(), 30'000);
    QVERIFY(m_cluster.trouble(QStringLiteral("kube-apiserver"), QStringLiteral("kill")));
    QTRY_VERIFY_WITH_TIMEOUT(!mirror.allLive(), 20'000);
    QVERIFY(m_cluster.trouble(QStringLiteral("kube-apiserver"), QStringLiteral("start")));
    QVERIFY(m_cluster
                .kubectl({QStringLiteral("scale"), QStringLiteral("deployment/web"), QStringLiteral("--replicas=2"),
                          QStringLiteral("-n"), QStringLiteral("team-a")})
                .exitCode == 0);
    QTRY_VERIFY_WITH_TIMEOUT(mirror.allLive(), 60'000);
    const QStringList differences = mirror.differences(m_cluster);
    QVERIFY2(differences.isEmpty(), qPrintable(differences.join(u'\n').left(20'000)));
}

} // namespace tst_realcluster

WK_TEST(tst_realcluster, TestRealCluster, QCoreApplication)
#include "tst_realcluster.moc"
