// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/program.h"
#include "tests/e2e/twinstage.h"
#include "tests/support/fixtures.h"
#include "tests/support/realcluster.h"
#include "tests/support/testregistry.h"

#include <QFileInfo>
#include <QStandardPaths>
#include <QTest>

#include <memory>

namespace tst_kubeconfigtwin {

using namespace wk;
using namespace wk::twin;

namespace {

constexpr int RandomCases = 24;
constexpr std::size_t Ahead = 3; ///< how many pairs run beside the one that is looked at

/// Google's kubectl is one that looks at the server first, with another kubectl's eyes, and leaves the rest to the real
/// one beside it.
QString kubectlProgram(const QVersionNumber &version)
{
    const QString found = QFileInfo(QStandardPaths::findExecutable(text("kubectl"))).canonicalFilePath();
    const QString real = text("%1.%2.%3").arg(found).arg(version.majorVersion()).arg(version.minorVersion());
    return QFileInfo(real).isExecutable() ? real : found;
}

QByteArray howItDiffers(const Sight &theirs, const Sight &ours)
{
    if (theirs == ours)
        return "no longer";
    if (theirs.hasReached() != ours.hasReached())
        return ours.hasReached() ? "opens" : "refuses";
    return "otherwise";
}

QByteArray described(const char *who, const Sight &sight)
{
    return who + QByteArray(" ends with ") + QByteArray::number(sight.exitCode) + "\n    " +
           sight.lines.join("\n    ").append('\n') + "  " + sight.err;
}

} // namespace

/// `watchkeeper get` beside the installed kubectl, each with the same kubeconfig: what reaches servers, proxies and
/// plugins, and the exit code.
class TestKubeconfigTwin : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void whatKubectlOpensIsOpenedTheSameWay_data();
    void whatKubectlOpensIsOpenedTheSameWay();
    void cleanupTestCase();

private:
    struct Pair {
        std::unique_ptr<Stage> theirs;
        std::unique_ptr<Stage> ours;
        bool hasStarted = false;
    };

    void start(std::size_t index);

    TwinKeys m_keys;
    QString m_kubectl;
    std::vector<Case> m_cases;
    std::vector<Pair> m_pairs;
    int m_looked = 0;
    int m_equal = 0;
    int m_deliberate = 0;
};

void TestKubeconfigTwin::initTestCase()
{
    const QVersionNumber version = kubectlVersion();
    // Older ones know other ways to sign in.
    if (version < QVersionNumber(1, 26))
        QSKIP("there is no kubectl of 1.26 or newer");
    if (!TwinKeys::isAvailable())
        QSKIP("openssl is not installed");
    QVERIFY(m_keys.make());
    m_kubectl = kubectlProgram(version);
}

void TestKubeconfigTwin::whatKubectlOpensIsOpenedTheSameWay_data()
{
    QTest::addColumn<std::size_t>("index");
    QByteArrayList faults;
    const auto sections = readSections(text(WATCHKEEPER_SOURCE_DIR "/tests/e2e/kubeconfig"), faults);
    QCOMPARE(faults, QByteArrayList());
    m_cases = systematicCases(sections);
    std::mt19937_64 random(test::seed());
    for (int i = 0; i < test::rounds(RandomCases); ++i)
        m_cases.push_back(randomCase(sections, random, i));
    m_pairs = std::vector<Pair>(m_cases.size());
    for (std::size_t i = 0; i < m_cases.size(); ++i)
        QTest::newRow(m_cases[i].name.constData()) << i;
    QVERIFY(m_cases.size() >= 150);
}

void TestKubeconfigTwin::start(std::size_t index)
{
    if (index >= m_cases.size() || std::exchange(m_pairs[index].hasStarted, true))
        return;
    const Case &scene = m_cases[index];
    const QStringList words = text("get configmaps x -o name").split(u' ');
    QStringList leave;
    for (const QByteArray &word : scene.all("leave", {"--allow-exec", "--allow-files", "--allow-insecure"}))
        leave.append(QString::fromUtf8(word));
    m_pairs[index].theirs = std::make_unique<Stage>(scene, m_keys, m_kubectl, words);
    m_pairs[index].ours =
        std::make_unique<Stage>(scene, m_keys, text(WATCHKEEPER_BINARY_DIR "/app/watchkeeper"), words + leave);
}

void TestKubeconfigTwin::whatKubectlOpensIsOpenedTheSameWay()
{
    QFETCH(std::size_t, index);
    const Case &scene = m_cases[index];
    const QByteArray expected = scene.why.isEmpty() ? QByteArray("no longer") : scene.how;
    Pair &pair = m_pairs[index];
    Sight theirs;
    Sight ours;
    QByteArray how;
    // On a busy machine handshakes run out of time: nothing is wrong before it is so twice.
    for (int round = 0; round < 2 && how != expected; ++round) {
        for (std::size_t i = index; i <= index + Ahead; ++i)
            start(i);
        QTRY_VERIFY_WITH_TIMEOUT(pair.theirs->hasEnded() && pair.ours->hasEnded(), 2 * Patience);
        theirs = pair.theirs->sight();
        ours = pair.ours->sight();
        how = howItDiffers(theirs, ours);
        pair = {};
    }
    ++m_looked;
    if (how != expected)
        QFAIL(QByteArray(how + '\n' + described("kubectl", theirs) + described("  ours", ours) + scene.kubeconfig())
                  .constData());
    ++(scene.why.isEmpty() ? m_equal : m_deliberate);
}

void TestKubeconfigTwin::cleanupTestCase()
{
    qInfo("kubeconfigs: equal %d/%d, deliberate %d", m_equal, m_looked - m_deliberate, m_deliberate);
}

} // namespace tst_kubeconfigtwin

WK_TEST(tst_kubeconfigtwin, TestKubeconfigTwin, QCoreApplication)
#include "tst_kubeconfigtwin.moc"
