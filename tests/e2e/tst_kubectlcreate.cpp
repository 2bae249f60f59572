// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/kubectlrows.h"
#include "tests/e2e/program.h"
#include "tests/support/createdobject.h"
#include "tests/support/realcluster.h"
#include "tests/support/testregistry.h"

#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QVersionNumber>

#include <memory>

namespace tst_kubectlcreate {

using namespace wk;

/// `kubectl create` and its like, as people type them, on `watchkeeper serve` and on a real control plane.
class TestKubectlCreate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void whatIsTypedMakesWhatARealServerMakes_data();
    void whatIsTypedMakesWhatARealServerMakes();
    void theSecondContextOnlyReads();
    void aRealServerStillMakesWhatIsRecorded();

private:
    QString config() const { return m_home.filePath(text("config")); }

    QTemporaryDir m_home;
    std::unique_ptr<Program> m_server;
};

void TestKubectlCreate::initTestCase()
{
    if (kubectlVersion() < QVersionNumber(1, 28))
        QSKIP("there is no kubectl of 1.28 or newer");
    qputenv("HOME", m_home.path().toUtf8());
    qputenv("KUBECONFIG", config().toUtf8());
    m_server = std::make_unique<Program>(m_home.path(), text("serve --demo --still --port 0").split(u' '));
    QTRY_VERIFY2_WITH_TIMEOUT(m_server->out.endsWith(KubeconfigEnd), m_server->err.constData(), Patience);
    QFile file(config());
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(m_server->out) == m_server->out.size());
}

void TestKubectlCreate::whatIsTypedMakesWhatARealServerMakes_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("words");
    for (const test::CreatedForm &form : test::createdForms())
        QTest::newRow(qPrintable(form.words)) << form.name << kubectlrows::shellWords(form.words);
}

void TestKubectlCreate::whatIsTypedMakesWhatARealServerMakes()
{
    QFETCH(QString, name);
    QFETCH(QStringList, words);
    if (words.contains(text("web")) && words.value(0) != text("create"))
        runProgram(text("kubectl"), text("create deployment web --image=nginx").split(u' ')); // when the row is alone
    const qsizetype end = words.indexOf(text("--")); // what is behind it is a program's
    const QStringList options{text("-o"), text("json"), text("--show-managed-fields")};
    const QStringList behind = end < 0 ? QStringList() : words.mid(end);
    const ProcessResult said = runProgram(text("kubectl"), words.mid(0, end) + options + behind);
    QVERIFY2(said.exitCode == 0 && said.err.isEmpty(), said.err.constData());
    const QJsonObject theirs = test::createdRecord(name)[text("answer")].toObject();
    QStringList found = test::createdDifferences(theirs, QJsonDocument::fromJson(said.out).object());
    found.sort();
    QCOMPARE(found.join(u'\n'), test::meantDifferences(name).join(u'\n'));
}

void TestKubectlCreate::theSecondContextOnlyReads()
{
    const QStringList reader{text("--context"), text("demo-readonly")};
    const ProcessResult read = runProgram(text("kubectl"), QStringList{text("get"), text("nodes")} + reader);
    QVERIFY2(read.exitCode == 0 && read.out.contains("node-01"), read.err.constData());
    const ProcessResult made =
        runProgram(text("kubectl"), QStringList{text("create"), text("namespace"), text("mine")} + reader);
    QVERIFY2(made.exitCode == 1 && made.err.contains("Forbidden"), made.err.constData());
}

/// The same requests to just such a server, and the same answers.
void TestKubectlCreate::aRealServerStillMakesWhatIsRecorded()
{
    RealCluster real;
    if (const QString why = RealCluster::whyNot(); !why.isEmpty())
        QSKIP(qPrintable(why));
    if (QStandardPaths::findExecutable(text("xxd")).isEmpty())
        QSKIP("xxd is not installed");
    QVERIFY2(real.start(), real.said().constData());
    qputenv("KUBECONFIG", real.kubeconfig(text("admin")).toUtf8());
    const QTemporaryDir to;
    const ProcessResult recorded = runProgram(test::createdFolder() + text("/record.sh"), {to.path()}, 120);
    qputenv("KUBECONFIG", config().toUtf8());
    QVERIFY2(recorded.exitCode == 0, recorded.err.constData());
    for (const test::CreatedForm &form : test::createdForms()) {
        const QJsonObject before = test::createdRecord(form.name);
        const QJsonObject after = test::createdRecord(form.name, to.path());
        QCOMPARE(after[text("target")], before[text("target")]);
        QCOMPARE(after[text("contentType")], before[text("contentType")]);
        if (after[text("client")] == before[text("client")])
            QCOMPARE(after[text("body")], before[text("body")]);
        const QStringList differences =
            test::createdDifferences(before[text("answer")].toObject(), after[text("answer")].toObject());
        QCOMPARE(differences.join(u'\n'), QString());
    }
}

} // namespace tst_kubectlcreate

WK_TEST(tst_kubectlcreate, TestKubectlCreate, QCoreApplication)
#include "tst_kubectlcreate.moc"
