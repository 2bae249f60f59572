// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/twoservers.h"
#include "tests/support/fixtures.h"
#include "tests/support/realetcd.h"
#include "tests/support/testregistry.h"

#include <QElapsedTimer>
#include <QSet>
#include <QTest>
#include <QTimer>

#include <map>
#include <random>
#include <set>

namespace tst_kubectletcd {

using namespace wk;
using test::RealEtcd;
using test::RealEtcdCluster;

const QByteArray Nothing; // what an object holds that is not there

/// What those who wrote were told: what each object may hold, what all must have been seen to hold, and what none may.
struct Ledger {
    std::map<QByteArray, std::set<QByteArray>> possible;
    QSet<QByteArray> acknowledged;
    QSet<QByteArray> refused;
    int unknown = 0;
};

/// Kills one member after the other, each for half of ten seconds.
class Killer : public QObject
{
public:
    explicit Killer(RealEtcdCluster &etcd)
        : m_etcd(etcd)
    {
        m_timer.setInterval(5'000);
        connect(&m_timer, &QTimer::timeout, this, [this] {
            if (m_isDown)
                m_etcd.startAgain(std::size_t(m_kills));
            else
                m_etcd.member(std::size_t(++m_kills)).kill();
            m_isDown = !m_isDown;
        });
        m_timer.start();
    }
    void stop()
    {
        m_timer.stop();
        if (m_isDown)
            m_etcd.startAgain(std::size_t(m_kills));
    }
    int kills() const { return m_kills; }

private:
    RealEtcdCluster &m_etcd;
    QTimer m_timer;
    bool m_isDown = false;
    int m_kills = 0;
};

/// kubectl against two servers on one etcd of three members, which fail.
class TestKubectlEtcd : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (kubectlVersion() < QVersionNumber(1, 24))
            QSKIP("there is no kubectl of 1.24 or newer");
        if (const QString why = RealEtcd::whyNot(); !why.isEmpty())
            QSKIP(qPrintable(why));
    }
    void membersAreLostAndNoWriteIs();

private:
    ProcessResult kubectl(std::size_t server, const QStringList &words) const
    {
        return runProgram(
            text("kubectl"),
            QStringList{text("--kubeconfig"), m_servers->kubeconfig(server), text("--request-timeout=30s")} + words,
            90);
    }
    void write(std::mt19937_64 &random, int number);
    std::map<QByteArray, QByteArray> held(std::size_t server) const;

    Ledger m_ledger;
    std::unique_ptr<TwoServers> m_servers;
};

/// One write of any kind at either server, and what was said of it.
void TestKubectlEtcd::write(std::mt19937_64 &random, int number)
{
    const QByteArray name = "c" + QByteArray::number(random() % 6);
    const QByteArray value = "v" + QByteArray::number(number);
    const QString object = QString::fromUtf8(name);
    const auto patch = [&](const char *more) {
        const QByteArray body = "{" + QByteArray(more) + R"("data":{"v":")" + value + "\"}}";
        return QStringList{text("patch"),        text("configmap"), object,
                           text("--type=merge"), text("-p"),        QString::fromUtf8(body)};
    };
    QByteArray after = value;
    QStringList words = patch("");
    switch (random() % 8) {
    case 0: words = patch(R"("metadata":{"resourceVersion":"1"},)"); break;
    case 1:
        after = Nothing;
        words = QStringList{text("delete"), text("configmap"), object, text("--wait=false")};
        break;
    case 2:
    case 3:
    case 4:
        QFile file(m_servers->home() + text("/new.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":")" + name + R"("},"data":{"v":")" +
                   value + "\"}}");
        file.close();
        words = QStringList{text("create"), text("-f"), file.fileName()};
    }
    const ProcessResult said = kubectl(random() % 2, words);
    auto &possible = m_ledger.possible.try_emplace(name, std::set{Nothing}).first->second;
    if (said.exitCode == 0) {
        possible = {after};
        if (after != Nothing)
            m_ledger.acknowledged += after;
    } else if (said.err.contains("(AlreadyExists)") || said.err.contains("(NotFound)") ||
               said.err.contains("(Conflict)")) {
        if (after != Nothing)
            m_ledger.refused += after;
        if (said.err.contains("(AlreadyExists)") && possible.size() > 1)
            possible.erase(Nothing);
        QVERIFY2(possible.size() > 1 || (possible == std::set{Nothing}) == said.err.contains("(NotFound)"),
                 said.err.constData());
    } else {
        QVERIFY2(said.err.contains("(ServiceUnavailable)") || said.err.contains("(Timeout)"), said.err.constData());
        possible.insert(after);
        ++m_ledger.unknown;
    }
}

std::map<QByteArray, QByteArray> TestKubectlEtcd::held(std::size_t server) const
{
    const ProcessResult said = kubectl(server, {text("get"), text("configmaps"), text("-o"), text("json")});
    std::map<QByteArray, QByteArray> held;
    for (const QJsonValue &item : QJsonDocument::fromJson(said.out).object()[text("items")].toArray())
        held[item[text("metadata")][text("name")].toString().toUtf8()] =
            item[text("data")][text("v")].toString().toUtf8() + '@' +
            item[text("metadata")][text("resourceVersion")].toString().toUtf8();
    return held;
}

void TestKubectlEtcd::membersAreLostAndNoWriteIs()
{
    const int seconds = std::max(24, qEnvironmentVariableIntValue("WATCHKEEPER_CHURN"));
    RealEtcdCluster etcd;
    QVERIFY(etcd.start());
    m_servers = std::make_unique<TwoServers>(etcd.urls(), QStringList{});
    QCOMPARE(m_servers->start(0), QByteArray());
    QCOMPARE(m_servers->start(1), QByteArray());
    std::array<std::unique_ptr<QProcess>, 2> watches;
    std::array<QByteArray, 2> seen;
    for (std::size_t i : {0U, 1U}) {
        watches[i] = std::make_unique<QProcess>();
        connect(watches[i].get(), &QProcess::readyReadStandardOutput, this,
                [&, i] { seen[i] += watches[i]->readAllStandardOutput(); });
        watches[i]->start(text("kubectl"),
                          {text("--kubeconfig"), m_servers->kubeconfig(i), text("get"), text("configmaps"), text("-w"),
                           text("--no-headers"), text("-o"), text("custom-columns=V:.data.v")});
    }
    std::mt19937_64 random(test::seed());
    Killer killer(etcd);
    QElapsedTimer time;
    time.start();
    int writes = 0;
    qint64 slowest = 0;
    while (time.elapsed() < seconds * 1000 && !QTest::currentTestFailed()) {
        const qint64 began = time.elapsed();
        write(random, ++writes);
        slowest = std::max(slowest, time.elapsed() - began);
    }
    killer.stop();
    const auto first = held(0);
    QCOMPARE(held(1), first);
    for (const auto &[name, possible] : m_ledger.possible) {
        const auto found = first.find(name);
        const QByteArray value = found == first.end() ? Nothing : found->second.split('@').first();
        QVERIFY2(possible.contains(value), QByteArray(name + " holds " + value).constData());
    }
    for (std::size_t i : {0U, 1U}) {
        QCOMPARE(watches[i]->state(), QProcess::Running);
        const auto values = [&] {
            const auto lines = seen[i].split('\n');
            return QSet<QByteArray>(lines.begin(), lines.end());
        };
        QTRY_VERIFY2_WITH_TIMEOUT(values().contains(m_ledger.acknowledged), seen[i].constData(), Patience);
        QVERIFY(!values().intersects(m_ledger.refused));
        watches[i]->kill();
        watches[i]->waitForFinished();
    }
    QVERIFY(killer.kills() >= seconds / 12);
    qInfo("%d writes in %d s, %d members killed: %d acknowledged, %d refused, %d unknown; the slowest took %d ms",
          writes, seconds, killer.kills(), int(m_ledger.acknowledged.size()), int(m_ledger.refused.size()),
          m_ledger.unknown, int(slowest));
}

} // namespace tst_kubectletcd

WK_TEST(tst_kubectletcd, TestKubectlEtcd, QCoreApplication)
#include "tst_kubectletcd.moc"
