// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/kubectlrows.h"
#include "tests/e2e/program.h"
#include "tests/support/realcluster.h"
#include "tests/support/testregistry.h"

#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QVersionNumber>

#include <future>
#include <memory>
#include <optional>

namespace tst_kubectl {

using namespace wk;
using kubectlrows::Difference;
using kubectlrows::Row;

namespace {

QString folder()
{
    return text(WATCHKEEPER_SOURCE_DIR "/tests/e2e/kubectl");
}

/// Where two texts part, with the line of each.
QByteArray parting(const QByteArray &theirs, const QByteArray &ours)
{
    const auto before = theirs.split('\n');
    const auto after = ours.split('\n');
    qsizetype line = 0;
    while (line < before.size() && line < after.size() && before[line] == after[line])
        ++line;
    return "line " + QByteArray::number(line + 1) + "\n  kubectl: " + before.value(line) +
           "\n  ours:    " + after.value(line);
}

/// What is wrong with a text of ours; empty when nothing is.
QByteArray wrongText(const char *name, const QByteArray &theirs, const QByteArray &ours, QString stated)
{
    if (stated.isNull())
        return theirs == ours ? QByteArray() : name + QByteArray(" differs at ") + parting(theirs, ours);
    stated.replace(text("<kubectl>"), QRegularExpression::escape(QString::fromUtf8(theirs)));
    const QRegularExpression shape(QRegularExpression::anchoredPattern(stated),
                                   QRegularExpression::DotMatchesEverythingOption);
    return shape.match(QString::fromUtf8(ours)).hasMatch() ? QByteArray()
                                                           : name + QByteArray(" is not as stated: ") + ours;
}

QByteArray wrong(const ProcessResult &theirs, const ProcessResult &ours, const Difference &difference)
{
    if (!difference.why.isEmpty() && theirs == ours)
        return "it differs no longer";
    const int code = difference.code < 0 ? theirs.exitCode : difference.code;
    if (ours.exitCode != code || theirs.exitCode < 0)
        return "kubectl ends with " + QByteArray::number(theirs.exitCode) + ", ours with " +
               QByteArray::number(ours.exitCode) + ": " + ours.err;
    QByteArray err = theirs.err;
    err.replace("'kubectl get ", "'watchkeeper get "); // each names itself
    const QByteArray out = wrongText("standard output", theirs.out, ours.out, difference.out);
    return out.isEmpty() ? wrongText("standard error", err, ours.err, difference.err) : out;
}

/// What kubectl writes for a time that has passed, "3d4h", in seconds; nothing of another word.
std::optional<qint64> ageOf(const QByteArray &word)
{
    static const QRegularExpression Age(text("^\\(?(?:(\\d+)y)?(?:(\\d+)d)?(?:(\\d+)h)?(?:(\\d+)m)?(?:(\\d+)s)?$"));
    const auto match = Age.match(QString::fromUtf8(word));
    if (!match.hasMatch() || match.lastCapturedIndex() < 1)
        return {};
    const auto part = [&match](int index) { return match.captured(index).toLongLong(); };
    return (((part(1) * 365 + part(2)) * 24 + part(3)) * 60 + part(4)) * 60 + part(5);
}

/// Ours, asked for between two of kubectl's of which each moment has another, is word for word as one of them, but for
/// ages, which are between theirs.
bool isBetween(const QByteArray &before, const QByteArray &ours, const QByteArray &after)
{
    const auto froms = before.split('\n');
    const auto owns = ours.split('\n');
    const auto tos = after.split('\n');
    const auto words = [](const QByteArray &line) { return line.simplified().split(' '); };
    const auto isOneOf = [](const QByteArray &word, const QByteArray &from, const QByteArray &to) {
        const auto age = ageOf(word);
        const auto least = ageOf(from);
        return word == from || word == to || (age && least && *least <= *age && age <= ageOf(to));
    };
    if (froms.size() != owns.size() || tos.size() != owns.size())
        return false;
    for (qsizetype i = 0; i < owns.size(); ++i) {
        const auto from = words(froms[i]);
        const auto own = words(owns[i]);
        const auto to = words(tos[i]);
        if (from.size() != own.size() || to.size() != own.size())
            return false;
        for (qsizetype word = 0; word < own.size(); ++word) {
            if (!isOneOf(own[word], from[word], to[word]))
                return false;
        }
    }
    return true;
}

/// A program that ends when it is told to.
class Watching
{
public:
    Watching(const QString &program, const QStringList &words) { m_process.start(program, words, QIODevice::ReadOnly); }
    ~Watching()
    {
        m_process.kill();
        m_process.waitForFinished();
    }
    QByteArray out() { return m_process.peek(m_process.bytesAvailable()); }
    QByteArray err()
    {
        m_process.setReadChannel(QProcess::StandardError);
        return m_process.readAll();
    }

private:
    QProcess m_process;
};

} // namespace

/// `watchkeeper get` beside the installed kubectl: standard output and standard error byte for byte, and the exit code.
class TestKubectl : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void getPrintsWhatKubectlPrints_data();
    void getPrintsWhatKubectlPrints();
    void aWatchPrintsWhatKubectlPrints_data();
    void aWatchPrintsWhatKubectlPrints();

private:
    QString kubeconfig(const QString &cluster);
    void startDemo();
    void startReal();

    QTemporaryDir m_home;
    std::unique_ptr<Program> m_demo;
    std::optional<RealCluster> m_real;
    QByteArray m_whyNoReal;
};

void TestKubectl::initTestCase()
{
    // Older ones print otherwise.
    if (kubectlVersion() < QVersionNumber(1, 28))
        QSKIP("there is no kubectl of 1.28 or newer");
    qputenv("HOME", m_home.path().toUtf8());
    qputenv("LC_ALL", "C.UTF-8");
    QVERIFY(QDir::setCurrent(folder())); // where the files are that rows name
}

void TestKubectl::startDemo()
{
    m_demo = std::make_unique<Program>(m_home.path(), text("serve --demo --still --port 0").split(u' '));
    QTRY_VERIFY2_WITH_TIMEOUT(m_demo->out.endsWith(KubeconfigEnd), m_demo->err.constData(), Patience);
    QFile file(m_home.filePath(text("demo.yaml")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(m_demo->out) == m_demo->out.size());
}

void TestKubectl::startReal()
{
    m_real.emplace();
    m_whyNoReal = RealCluster::whyNot().toUtf8();
    if (!m_whyNoReal.isEmpty())
        return;
    QVERIFY2(m_real->start(), m_real->said().constData());
    const auto kubectl = [this](const char *words) { return m_real->kubectl(text(words).split(u' ')).exitCode; };
    // What is of a kind that is made here, too, or waits for its namespace's account, has to be tried again.
    QTRY_COMPARE_WITH_TIMEOUT(kubectl("apply -f seed.yaml"), 0, Patience);
    QCOMPARE(kubectl("rollout status deployment/cart -n web"), 0);
    // The kinds that it remembers of the time before.
    QVERIFY(QDir(m_home.filePath(text(".kube"))).removeRecursively());
}

/// Starts what it is of, the first time.
QString TestKubectl::kubeconfig(const QString &cluster)
{
    if (cluster == text("demo")) {
        if (!m_demo)
            startDemo();
        return m_home.filePath(text("demo.yaml"));
    }
    if (!m_real)
        startReal();
    return m_real->kubeconfig(cluster);
}

void TestKubectl::getPrintsWhatKubectlPrints_data()
{
    QTest::addColumn<QString>("cluster");
    QTest::addColumn<Row>("row");
    const QByteArray only = qgetenv("WATCHKEEPER_KUBECTL_ON"); // "demo" or "real"; empty: both
    QStringList faults;
    for (const QString &name : QDir(folder()).entryList({text("*.txt")})) {
        for (const Row &row : kubectlrows::readRows(folder() + u'/' + name, faults)) {
            for (const QString &cluster : row.clusters) {
                if (only.isEmpty() || (only == "demo") == (cluster == text("demo")))
                    QTest::newRow(qPrintable(cluster + text(": ") + row.line)) << cluster << row;
            }
        }
    }
    QCOMPARE(faults, QStringList());
}

/// A cluster lives, and ages go on: only what kubectl says twice alike is the yardstick, byte for byte; on a machine so
/// slow that each second has another of many ages, the two of them.
void TestKubectl::getPrintsWhatKubectlPrints()
{
    QFETCH(QString, cluster);
    QFETCH(Row, row);
    qputenv("KUBECONFIG", kubeconfig(cluster).toUtf8());
    if (QTest::currentTestFailed())
        return;
    if (cluster != text("demo") && !m_whyNoReal.isEmpty())
        QSKIP(m_whyNoReal.constData());
    const QStringList words = QStringList(text("get")) + kubectlrows::shellWords(row.line);
    const auto kubectl = [&words] { return runProgram(text("kubectl"), words); };
    const auto program = [&words] { return runProgram(text(WATCHKEEPER_BINARY_DIR "/app/watchkeeper"), words); };
    // Side by side it takes half as long; nothing is wrong before it is so between two of kubectl's.
    auto theirs = std::async(std::launch::async, kubectl);
    const ProcessResult beside = program();
    QByteArray said = wrong(theirs.get(), beside, row.difference);
    for (int round = 0; !said.isEmpty() && round < 12; ++round) {
        const ProcessResult before = kubectl();
        ProcessResult ours = program();
        said = wrong(before, ours, row.difference);
        const ProcessResult after = said.isEmpty() ? before : kubectl();
        if (!said.isEmpty() && before == after)
            QFAIL(said.constData());
        if (round >= 3 && !said.isEmpty() && isBetween(before.out, ours.out, after.out)) {
            ours.out = before.out;
            said = wrong(before, ours, row.difference);
        }
    }
    QVERIFY2(said.isEmpty(), "kubectl never said the same twice");
}

void TestKubectl::aWatchPrintsWhatKubectlPrints_data()
{
    QTest::addColumn<QString>("options");
    // A watched table has the types of its events here, unless one asks for it without.
    for (const char *options :
         {"-n web --output-watch-events=false", "-n web -o wide --show-labels --output-watch-events=false",
          "-n web -o name", "-n web -o json", "-n web -o yaml", "-n web --no-headers --output-watch-events=false",
          "-n web -l app=web --output-watch-events=false", "-n web --output-watch-events",
          "-n web --output-watch-events -l app=web", "-A --output-watch-events -o wide",
          "-n web --output-watch-events --no-headers", "-n web --output-watch-events -o json",
          "-n web --output-watch-events -o yaml", "-n web --output-watch-events -o name"})
        QTest::newRow(options) << text(options);
}

/// An object comes, is changed, and goes.
void TestKubectl::aWatchPrintsWhatKubectlPrints()
{
    QFETCH(QString, options);
    qputenv("KUBECONFIG", kubeconfig(text("admin")).toUtf8());
    if (QTest::currentTestFailed())
        return;
    if (!m_whyNoReal.isEmpty())
        QSKIP(m_whyNoReal.constData());
    const auto kubectl = [this](const char *line) { return m_real->kubectl(text(line).split(u' ')).exitCode; };
    QCOMPARE(kubectl("delete samples later omega -n web --ignore-not-found"), 0); // of a row that failed
    const QStringList words = text("get samples -w").split(u' ') + options.split(u' ');
    Watching theirs(text("kubectl"), words);
    Watching ours(text(WATCHKEEPER_BINARY_DIR "/app/watchkeeper"), words);
    const auto bothTell = [&](const char *name) { return theirs.out().contains(name) && ours.out().contains(name); };
    // Where nothing is to be seen yet, what comes is told alike whether it is found or added.
    QTRY_VERIFY_WITH_TIMEOUT(options.contains(text(" -l ")) || bothTell("first"), Patience);
    QCOMPARE(kubectl("create -f later.yaml"), 0);
    QTRY_VERIFY_WITH_TIMEOUT(bothTell("later"), Patience);
    QCOMPARE(kubectl("label sample later -n web tier=front"), 0);
    QCOMPARE(kubectl("delete sample later -n web"), 0);
    QCOMPARE(kubectl("create -f omega.yaml"), 0);
    QTRY_VERIFY_WITH_TIMEOUT(bothTell("omega"), Patience);
    QTRY_COMPARE_WITH_TIMEOUT(ours.out(), theirs.out(), Patience);
    QCOMPARE(ours.err(), theirs.err());
}

} // namespace tst_kubectl

WK_TEST(tst_kubectl, TestKubectl, QCoreApplication)
#include "tst_kubectl.moc"
