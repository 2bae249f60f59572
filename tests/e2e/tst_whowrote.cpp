// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/attribution.h"
#include "tests/support/clustermirror.h"
#include "tests/support/realcluster.h"
#include "tests/support/testregistry.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <set>

/// Who wrote what, against a real control plane that itself writes down who wrote each revision: its audit log.
namespace tst_whowrote {

using namespace wk;

/// A change that a watch told, and whom it was told to.
struct Told {
    qint64 version = 0;
    QString resource;
    std::string path;
    Verdict verdict;
};
namespace {

const char *Deployment = R"(apiVersion: apps/v1
kind: Deployment
metadata: {name: site, namespace: team-a, labels: {app: site, step: "%1"}, annotations: {note: "%1"}}
spec:
  replicas: %2
  selector: {matchLabels: {app: site}}
  template:
    metadata: {labels: {app: site}}
    spec: {containers: [{name: web, image: "registry.example/site:%1"}]}
)";

const char *Map = R"(apiVersion: v1
kind: ConfigMap
metadata: {name: shared, namespace: team-a}
data: {%1}
)";

} // namespace

class TestWhoWrote : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void changesAreToldToWhoeverMadeThem();

private:
    QStringList words(const char *command) const;
    void run(const char *command);
    ProcessResult applied(const QString &text, const char *options) const;
    void apply(const QString &text, const char *options);
    void race();
    void script();
    void listen(ClusterMirror &mirror);
    void judge();

    RealCluster m_cluster;
    QTemporaryDir m_folder;
    std::vector<Told> m_told;
    QStringList m_mistakes;
    std::set<QString> m_named; ///< who was named, rightly
    int m_right = 0;
    int m_doubtful = 0;
    int m_unverifiable = 0;
};

void TestWhoWrote::initTestCase()
{
    if (const QString reason = RealCluster::whyNot(); !reason.isEmpty())
        QSKIP(qPrintable(QStringLiteral("real cluster: ") + reason));
    m_cluster.keepWrites();
    QVERIFY2(m_cluster.start(), m_cluster.said().constData());
}

/// Words between blanks; a dash joins what a word holds: "a_b" is "a b".
QStringList TestWhoWrote::words(const char *command) const
{
    QStringList words = QString::fromLatin1(command).split(u' ');
    words.replaceInStrings(QStringLiteral("_"), QStringLiteral(" "));
    return QStringList{QStringLiteral("-n"), QStringLiteral("team-a")} + words;
}

void TestWhoWrote::run(const char *command)
{
    const auto done = m_cluster.kubectl(words(command));
    QVERIFY2(done.exitCode == 0, QByteArray(QByteArray(command) + ": " + done.err).constData());
}

ProcessResult TestWhoWrote::applied(const QString &text, const char *options) const
{
    QFile file(m_folder.filePath(QStringLiteral("applied.yaml")));
    if (!file.open(QIODevice::WriteOnly))
        return {};
    file.write(text.toUtf8());
    file.close();
    const QString command = QStringLiteral("apply -f %1 %2").arg(file.fileName(), QString::fromLatin1(options));
    return m_cluster.kubectl(command.simplified().split(u' '));
}

void TestWhoWrote::apply(const QString &text, const char *options)
{
    const ProcessResult done = applied(text, options);
    QVERIFY2(done.exitCode == 0, done.err.constData());
}

/// Two at once, on fields of their own and on one that both want.
void TestWhoWrote::race()
{
    for (int round = 0; round < 3; ++round) {
        std::array<QProcess, 2> racers;
        for (std::size_t i = 0; i < racers.size(); ++i) {
            const QString name = QStringLiteral("racer-%1").arg(i);
            racers[i].start(QStringLiteral("kubectl"),
                            {QStringLiteral("--kubeconfig"), m_cluster.kubeconfig(QStringLiteral("admin")),
                             QStringLiteral("-n"), QStringLiteral("team-a"), QStringLiteral("patch"),
                             QStringLiteral("cm"), QStringLiteral("shared"), QStringLiteral("--field-manager"), name,
                             QStringLiteral("-p"),
                             QStringLiteral(R"({"data":{"%1":"%2","goal":"%1%2"}})").arg(name).arg(round)});
        }
        for (QProcess &racer : racers)
            QTRY_COMPARE_WITH_TIMEOUT(racer.state(), QProcess::NotRunning, 20'000);
    }
}

void TestWhoWrote::script()
{
    const QString deployment = QString::fromLatin1(Deployment);
    const QString map = QString::fromLatin1(Map);
    apply(deployment.arg(1).arg(3), "");
    apply(deployment.arg(2).arg(3), "");
    run("set image deployment/site *=registry.example/site:3");
    run("scale deployment/site --replicas=5");
    run("set image deployment/site *=registry.example/site:4"); // its own field: only the value changes
    run("label deployment site kind=front");
    run("annotate deployment site note=by_hand --overwrite");
    run("label deployment site kind-");
    const auto edited =
        runProgram(QStringLiteral("env"),
                   {QStringLiteral("KUBE_EDITOR=sed -i s/progressDeadlineSeconds:.*/progressDeadlineSeconds:\\ 77/"),
                    QStringLiteral("kubectl"), QStringLiteral("--kubeconfig"),
                    m_cluster.kubeconfig(QStringLiteral("admin")), QStringLiteral("-n"), QStringLiteral("team-a"),
                    QStringLiteral("edit"), QStringLiteral("deployment"), QStringLiteral("site")});
    QVERIFY2(edited.exitCode == 0, edited.err.constData());
    apply(map.arg(QStringLiteral("a: '1', goal: x")), "--server-side --field-manager alice");
    apply(map.arg(QStringLiteral("b: '1'")), "--server-side --field-manager bob");
    const QString bobs = map.arg(QStringLiteral("a: '2', b: '1'"));
    QVERIFY(applied(bobs, "--server-side --field-manager bob").err.contains("conflict"));
    apply(bobs, "--server-side --field-manager bob --force-conflicts");
    apply(map.arg(QStringLiteral("a: '2', goal: x")), "--server-side --field-manager alice");
    apply(map.arg(QStringLiteral("goal: z, own: '1'")), "--server-side --field-manager alice");
    race();
    run("patch deployment site --subresource=status --field-manager=observer -p {\"status\":{\"collisionCount\":3}}");
    run("patch deployment site --type=json "
        "-p=[{\"op\":\"remove\",\"path\":\"/metadata/annotations/note\"},{\"op\":\"replace\",\"path\":\"/spec/replicas\","
        "\"value\":2}]");
    apply(deployment.arg(5).arg(4), "");
}

void TestWhoWrote::listen(ClusterMirror &mirror)
{
    QObject::connect(&mirror.session(), &ClusterSession::batchReady, this, [this, &mirror](const Batch &batch) {
        for (const EntryPtr &entry : batch.entries) {
            if (entry->type != EntryType::Modified || entry->origin != EntryClass::Live || !entry->previous)
                continue;
            const std::string before = entry->previous->body.object();
            const std::string after = entry->object->body.object();
            if (before.empty() || after.empty())
                continue;
            const Attribution attribution(before, after, RevisionSpan::OneWrite);
            const WatchScope *scope = mirror.session().scope(entry->watch);
            for (const PathChange &change : allChanges(before, after).changes)
                m_told.push_back({QString::fromStdString(entry->object->version.text()).toLongLong(),
                                  QString::fromStdString(scope ? scope->resource.gvr.resource : ""), change.field.path,
                                  attribution.of(change)});
        }
    });
}

void TestWhoWrote::judge()
{
    const QMap<qint64, QString> writers = m_cluster.writers();
    for (const Told &told : m_told) {
        if (std::holds_alternative<ServerWriter>(told.verdict))
            continue;
        const auto *certain = std::get_if<CertainWriter>(&told.verdict);
        if (!writers.contains(told.version)) {
            ++(certain ? m_unverifiable : m_doubtful);
            continue;
        }
        const QString named = certain ? QString::fromStdString(certain->writer.manager) : QString();
        if (!certain) {
            ++m_doubtful;
        } else if (named == writers[told.version]) {
            ++m_right;
            m_named.insert(named);
        } else {
            m_mistakes << QStringLiteral("%1 %2 at %3: told to %4, written by %5")
                              .arg(told.resource, QString::fromStdString(told.path))
                              .arg(told.version)
                              .arg(named, writers[told.version]);
        }
    }
}

void TestWhoWrote::changesAreToldToWhoeverMadeThem()
{
    ClusterMirror mirror(accessTo(m_cluster));
    QTRY_VERIFY_WITH_TIMEOUT(mirror.allLive(), 30'000);
    listen(mirror);
    script();
    if (QTest::currentTestFailed())
        return;
    const QStringList differences = mirror.differences(m_cluster);
    QVERIFY2(differences.isEmpty(), qPrintable(differences.join(u'\n').left(20'000)));
    judge();
    const int paths = m_right + m_doubtful + int(m_mistakes.size());
    qInfo().noquote() << QStringLiteral(R"({"name":"who-wrote","paths":%1,"right":%2,"ambiguous":%3,"wrong":%4})")
                             .arg(paths)
                             .arg(m_right)
                             .arg(m_doubtful)
                             .arg(m_mistakes.size());
    QVERIFY2(m_mistakes.isEmpty(), qPrintable(m_mistakes.join(u'\n')));
    QCOMPARE(m_unverifiable, 0);
    QVERIFY(m_right > 50);
    // A server of 1.20 leaves no trace of values that their owner changes: half of what controllers do.
    QVERIFY2(m_right * 3 > paths, "a third of all changes at least must be told to somebody");
    for (const char *manager : {"kubectl-client-side-apply", "kubectl-set", "kubectl-label", "kubectl-annotate",
                                "kubectl-edit", "alice", "bob", "racer-0", "racer-1", "observer"})
        QVERIFY2(m_named.contains(QString::fromLatin1(manager)), manager);
}

} // namespace tst_whowrote

WK_TEST(tst_whowrote, TestWhoWrote, QCoreApplication)
#include "tst_whowrote.moc"
