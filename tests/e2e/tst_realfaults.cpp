// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/figures.h"
#include "tests/e2e/program.h"
#include "tests/support/clusterload.h"
#include "tests/support/clustermirror.h"
#include "tests/support/faultserver.h"
#include "tests/support/realcluster.h"
#include "tests/support/silentproxy.h"
#include "tests/support/testregistry.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <memory>

namespace tst_realfaults {

using namespace wk;

namespace {

/// The probe's turn and its limit (C22), and a second for what measures it.
constexpr int FoundWithin = 15'000 + 10'000 + 1'000; // ms
/// A server that is back is watched again after the probe's next knock and the second over which streams open (C20).
constexpr int LiveWithin = 15'000; // ms; what is usual is printed
constexpr int Ample = 60'000;      // ms, on a busy machine

/// A custom resource of two fields, in a version more and with a column more when it is `changed`.
QByteArray gadgets(bool changed)
{
    QByteArray definition = R"(apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gadgets.faults.test}
spec:
  group: faults.test
  scope: Namespaced
  names: {kind: Gadget, plural: gadgets, singular: gadget}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
    additionalPrinterColumns:
    - {name: Size, type: integer, jsonPath: .spec.size}
)";
    if (changed)
        definition += R"(    - {name: Colour, type: string, jsonPath: .spec.colour}
  - name: v1beta1
    served: true
    storage: false
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
)";
    return definition;
}

QByteArray gadget(const QByteArray &name)
{
    return "apiVersion: faults.test/v1\nkind: Gadget\nmetadata: {name: " + name +
           ", namespace: default}\nspec: {size: 3, colour: red}\n";
}

using Documents = QMap<QString, QJsonObject>; ///< by namespace and name

QString keyOf(const QJsonObject &object)
{
    const QJsonObject metadata = object[u"metadata"].toObject();
    return metadata[u"namespace"].toString() + u'/' + metadata[u"name"].toString();
}

/// What somebody holds who does as the lines of --output-watch-events say.
Documents folded(const QByteArray &lines)
{
    Documents held;
    for (const QByteArray &line : lines.split('\n')) {
        const QJsonObject event = QJsonDocument::fromJson(line).object();
        const QJsonObject object = event[u"object"].toObject();
        if (event[u"type"].toString() == u"DELETED")
            held.remove(keyOf(object));
        else if (!object.isEmpty())
            held[keyOf(object)] = object;
    }
    return held;
}

Documents listed(const QByteArray &list)
{
    Documents held;
    const QJsonArray items = QJsonDocument::fromJson(list).object()[u"items"].toArray();
    for (const auto &item : items)
        held[keyOf(item.toObject())] = item.toObject();
    return held;
}

} // namespace

/// A real control plane under load, one part of which fails: whatever it is, every watch is live again by itself, and
/// what it holds then is what kubectl lists, object by object; the session's own audit says so, too.
class TestRealFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void C22_halfOpenServersAreFoundWithinTheirBounds();
    void C17_whatIsCompactedMeanwhileIsListedAgain();
    void C17_aStoppedProgramListsWhatWasCompactedMeanwhile();
    void C30_aKindThatChangesAndGoesComesBack();
    void C33_aStoppedProgramGoesOnWithoutAList();
    void C20_aKilledServerIsWatchedAgain();

private:
    bool apply(const QByteArray &yaml);
    QStringList unequal(ClusterMirror &mirror);
    ClusterAccess accessBy(const SilentProxy &proxy) const;

    RealCluster m_cluster;
    std::unique_ptr<ClusterLoad> m_load;
    SystemClock m_clock;
};

#define VERIFY_EQUAL(mirror)                                                                                           \
    do {                                                                                                               \
        const QStringList differences = unequal(mirror);                                                               \
        QVERIFY2(differences.isEmpty(), qPrintable(differences.join(u'\n').left(20'000)));                             \
    } while (false)

void TestRealFaults::initTestCase()
{
    if (const QString reason = RealCluster::whyNot(); !reason.isEmpty())
        QSKIP(qPrintable(QStringLiteral("real cluster: ") + reason));
    m_cluster.keepRequests();
    QVERIFY2(m_cluster.start(), m_cluster.said().constData());
    m_load = std::make_unique<ClusterLoad>(m_cluster);
    QVERIFY(m_load->start());
}

bool TestRealFaults::apply(const QByteArray &yaml)
{
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("it.yaml")));
    if (!file.open(QIODevice::WriteOnly) || file.write(yaml) != yaml.size())
        return false;
    file.close();
    return m_cluster.kubectl({QStringLiteral("apply"), QStringLiteral("-f"), file.fileName()}).exitCode == 0;
}

/// The two looks at it need a cluster that holds still.
QStringList TestRealFaults::unequal(ClusterMirror &mirror)
{
    m_load->hold();
    QStringList differences = mirror.differences(m_cluster);
    differences += mirror.auditDifferences();
    m_load->goOn();
    return differences;
}

ClusterAccess TestRealFaults::accessBy(const SilentProxy &proxy) const
{
    ClusterAccess access = accessTo(m_cluster);
    access.server.setPort(proxy.serverPort());
    return access;
}

/// Two at once: an API server that is stopped (SIGSTOP); and a network that has forgotten the connections through it
/// and lets new ones pass, with sessions behind it whose probes have their turns at different times.
void TestRealFaults::C22_halfOpenServersAreFoundWithinTheirBounds()
{
    ClusterMirror mirror(accessTo(m_cluster));
    FaultServer server;
    SilentProxy network(server.serverPort());
    std::vector<std::unique_ptr<ClusterMirror>> others;
    QElapsedTimer sinceOther;
    for (int i = 0; i < 5; ++i) {
        ClusterAccess access;
        access.server = server.url();
        access.server.setPort(network.serverPort());
        others.push_back(std::make_unique<ClusterMirror>(access));
        sinceOther.start();
        QTRY_VERIFY_WITH_TIMEOUT(others.back()->allLive() && sinceOther.hasExpired(1'000), Ample);
    }
    QTRY_VERIFY_WITH_TIMEOUT(mirror.allLive(), Ample);

    const Instant silent = m_clock.now();
    QVERIFY(m_cluster.trouble(QStringLiteral("kube-apiserver"), QStringLiteral("pause")));
    network.silence();
    server.put("made-in-silence");
    const auto isFound = [](const auto &other) { return other->reconnects > 0 && other->allLive(); };
    QTRY_VERIFY_WITH_TIMEOUT(mirror.allStale() && std::ranges::all_of(others, isFound), FoundWithin + 10'000);
    const Instant back = m_clock.now();
    QVERIFY(m_cluster.trouble(QStringLiteral("kube-apiserver"), QStringLiteral("resume")));
    QTRY_VERIFY_WITH_TIMEOUT(mirror.allLive(), Ample);

    std::vector<qint64> found;
    std::vector<qint64> live;
    for (const auto &other : others) {
        std::ranges::copy(other->staleAfter(silent), std::back_inserter(found));
        std::ranges::copy(other->liveAfter(silent), std::back_inserter(live));
        QCOMPARE(other->objects(other->find(QStringLiteral("configmaps"))), int(server.truth().size()));
        QCOMPARE(other->auditDifferences(), QStringList());
        QCOMPARE(other->relists, 0);
    }
    printFigure("half_open_found_ms", found);
    printFigure("half_open_live_ms", live);
    printFigure("apiserver_paused_found_ms", mirror.staleAfter(silent));
    printFigure("apiserver_resumed_live_ms", mirror.liveAfter(back));
    QVERIFY(std::ranges::max(found) <= FoundWithin);
    QVERIFY(std::ranges::max(mirror.staleAfter(silent)) <= FoundWithin);
    QVERIFY(std::ranges::max(mirror.liveAfter(back)) <= LiveWithin);
    VERIFY_EQUAL(mirror);
}

void TestRealFaults::C17_whatIsCompactedMeanwhileIsListedAgain()
{
    SilentProxy network(m_cluster.port());
    ClusterMirror mirror(accessBy(network));
    QTRY_VERIFY_WITH_TIMEOUT(mirror.allLive(), Ample);
    QCOMPARE(mirror.gaps, 0);
    network.cut();
    QTRY_VERIFY_WITH_TIMEOUT(mirror.allStale(), Ample);
    const qint64 before = m_cluster.revision();
    QTRY_VERIFY_WITH_TIMEOUT(m_cluster.revision() > before + 30, Ample);
    QVERIFY(m_cluster.trouble(QStringLiteral("etcd"), QStringLiteral("compact")));
    const Instant back = m_clock.now();
    network.comeBack();
    QTRY_VERIFY_WITH_TIMEOUT(mirror.allLive(), Ample);
    printFigure("compacted_live_ms", mirror.liveAfter(back));
    // The events are not in the API server's watch cache: what etcd has forgotten is gone for them (410).
    QTRY_VERIFY_WITH_TIMEOUT(mirror.gaps > 0 && mirror.relists > 0, Ample);
    VERIFY_EQUAL(mirror);
}

/// Stopped as a process (SIGSTOP), its connections reset, and what it missed forgotten by etcd. The API server keeps no
/// Kubernetes Events in its watch cache, so that the resumed watch is answered with 410.
void TestRealFaults::C17_aStoppedProgramListsWhatWasCompactedMeanwhile()
{
    SilentProxy network(m_cluster.port());
    QTemporaryDir home;
    QFile admin(m_cluster.kubeconfig(text("admin")));
    QFile moved(home.filePath(text("config")));
    QVERIFY(admin.open(QIODevice::ReadOnly) && moved.open(QIODevice::WriteOnly));
    const auto colon = [](quint16 port) { return QByteArray(":" + QByteArray::number(port)); };
    moved.write(admin.readAll().replace(colon(m_cluster.port()), colon(network.serverPort())));
    moved.close();
    Program program(home.path(), {text("get"), text("events"), text("-A"), text("-w"), text("-o"), text("json"),
                                  text("--output-watch-events"), text("--kubeconfig"), moved.fileName()});
    QTRY_VERIFY_WITH_TIMEOUT(folded(program.out).size() > 20, Ample);
    program.interrupt(SIGSTOP);
    network.cut();
    const qint64 before = m_cluster.revision();
    QTRY_VERIFY_WITH_TIMEOUT(m_cluster.revision() > before + 30, Ample);
    QVERIFY(m_cluster.trouble(text("etcd"), text("compact")));
    QVERIFY(!program.err.contains("missing"));
    network.comeBack();
    program.interrupt(SIGCONT);
    const Instant back = m_clock.now();
    QTRY_VERIFY_WITH_TIMEOUT(program.err.contains("Changes may be missing between resourceVersion"), Ample);
    printFigure("real_stopped_compacted_live_ms", {(m_clock.now() - back).count()});

    m_load->hold(); // what is under way in the cluster goes on, so that equality may pass again: asked until once seen
    bool wasEqual = false;
    const auto isEqual = [&] {
        if (wasEqual)
            return true;
        const auto kubectl = m_cluster.kubectl(
            {text("get"), text("events"), text("-A"), text("-o"), text("json"), text("--show-managed-fields")});
        const Documents truth = listed(kubectl.out);
        wasEqual = !truth.isEmpty() && folded(program.out) == truth;
        return wasEqual;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isEqual(), Ample);
    m_load->goOn();
    printFigure("real_stopped_compacted_objects", {folded(program.out).size()});
}

void TestRealFaults::C30_aKindThatChangesAndGoesComesBack()
{
    QVERIFY(apply(gadgets(false)));
    QTRY_VERIFY_WITH_TIMEOUT(apply(gadget("one")), Ample);
    ClusterMirror mirror(accessTo(m_cluster));
    const auto isFound = [&mirror] { return mirror.find(QStringLiteral("gadgets")) != 0; };
    QTRY_VERIFY_WITH_TIMEOUT(isFound() && mirror.allLive(), Ample);
    const WatchId watch = mirror.find(QStringLiteral("gadgets"));
    QCOMPARE(mirror.objects(watch), 1);

    QVERIFY(apply(gadgets(true)));
    QTRY_VERIFY_WITH_TIMEOUT(apply(gadget("two")), Ample);
    QTRY_VERIFY_WITH_TIMEOUT(mirror.objects(watch) == 2 && mirror.allLive(), Ample);
    QCOMPARE(mirror.differencesNow(m_cluster, {watch}), QStringList());

    const auto gone =
        m_cluster.kubectl({QStringLiteral("delete"), QStringLiteral("crd"), QStringLiteral("gadgets.faults.test")});
    QVERIFY2(gone.exitCode == 0, gone.err.constData());
    QTRY_VERIFY_WITH_TIMEOUT(mirror.state(watch) == WatchState::KindGone, Ample);
    QCOMPARE(mirror.objects(watch), 0);

    QVERIFY(apply(gadgets(true)));
    const Instant back = m_clock.now();
    QTRY_VERIFY_WITH_TIMEOUT(apply(gadget("three")), Ample);
    QTRY_VERIFY_WITH_TIMEOUT(mirror.allLive() && mirror.objects(watch) == 1, Ample);
    printFigure("kind_recreated_live_ms", {std::ranges::max(mirror.liveAfter(back))});
    VERIFY_EQUAL(mirror);
}

void TestRealFaults::C33_aStoppedProgramGoesOnWithoutAList()
{
    const int seconds = qEnvironmentVariableIntValue("WATCHKEEPER_STOPPED");
    const QString pods = QStringLiteral("pods");
    QTemporaryDir home;
    const int before = m_cluster.requests(QStringLiteral("list"), pods);
    Program program(home.path(), {text("get"), pods, text("-A"), text("-w"), text("--kubeconfig"),
                                  m_cluster.kubeconfig(text("admin"))});
    QTRY_VERIFY_WITH_TIMEOUT(program.out.contains("MODIFIED"), Ample);
    const int lists = m_cluster.requests(QStringLiteral("list"), pods);
    QCOMPARE(lists, before + 1);
    program.interrupt(SIGSTOP);
    QElapsedTimer stopped;
    stopped.start();
    QTRY_VERIFY_WITH_TIMEOUT(stopped.hasExpired(std::max(seconds, 4) * 1'000), 120'000);
    program.out.clear();
    program.interrupt(SIGCONT);
    const Instant back = m_clock.now();
    const auto made = m_cluster.kubectl({text("run"), text("after-the-stop"), text("-n"), text("team-a"),
                                         text("--image=registry.example/web:1"), text("--restart=Never")});
    QVERIFY2(made.exitCode == 0, made.err.constData());
    QTRY_VERIFY_WITH_TIMEOUT(program.out.contains("after-the-stop"), Ample);
    const qint64 took = (m_clock.now() - back).count();
    printFigure(seconds == 0 ? "real_stopped_live_ms" : "real_stopped_long_live_ms", {took});
    QVERIFY(took <= 5'000);
    QCOMPARE(m_cluster.requests(QStringLiteral("list"), pods), lists);
    QVERIFY2(!program.err.contains("missing"), program.err.constData());
}

/// Watched by one whose rights the server has to look up: it answers before it can.
void TestRealFaults::C20_aKilledServerIsWatchedAgain()
{
    ClusterMirror mirror(accessTo(m_cluster, "token"));
    QTRY_VERIFY_WITH_TIMEOUT(mirror.allLive(), Ample);
    QVERIFY(m_cluster.trouble(QStringLiteral("kube-apiserver"), QStringLiteral("kill")));
    QTRY_VERIFY_WITH_TIMEOUT(mirror.allStale(), Ample);
    // It takes connections, and answers them, before it calls itself ready.
    Instant listening{};
    QTimer often;
    QTcpSocket knock;
    connect(&often, &QTimer::timeout, &knock, [&] {
        if (knock.state() == QAbstractSocket::UnconnectedState)
            knock.connectToHost(QHostAddress::LocalHost, m_cluster.port());
    });
    connect(&knock, &QAbstractSocket::connected, &knock, [&] {
        often.stop();
        listening = m_clock.now();
    });
    often.start(20);
    QVERIFY(m_cluster.trouble(QStringLiteral("kube-apiserver"), QStringLiteral("start")));
    const Instant ready = m_clock.now();
    QTRY_VERIFY_WITH_TIMEOUT(mirror.allLive(), Ample);
    printFigure("apiserver_killed_listening_to_live_ms", mirror.liveAfter(listening));
    const std::vector<qint64> live = mirror.liveAfter(ready);
    printFigure("apiserver_killed_ready_to_live_ms", live);
    QVERIFY(std::ranges::max(live) <= LiveWithin);
    VERIFY_EQUAL(mirror);
}

} // namespace tst_realfaults

WK_TEST(tst_realfaults, TestRealFaults, QCoreApplication)
#include "tst_realfaults.moc"
