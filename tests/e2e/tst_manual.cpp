// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/program.h"
#include "tests/support/testregistry.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <array>

namespace tst_manual {

using namespace wk;

namespace {

QByteArray outputOf(const QString &program, const QStringList &arguments)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(text("PATH"), text(WATCHKEEPER_BINARY_DIR "/app:") + environment.value(text("PATH")));
    environment.insert(text("HOME"), QDir::tempPath());
    environment.insert(text("LC_ALL"), text("C.UTF-8"));
    process.setProcessEnvironment(environment);
    process.start(program, arguments, QIODevice::ReadOnly);
    process.waitForFinished(Patience);
    return process.exitCode() == 0 ? process.readAllStandardOutput() : QByteArray();
}

QByteArray watchkeeper(const QStringList &arguments)
{
    return outputOf(text(WATCHKEEPER_BINARY_DIR "/app/watchkeeper"), arguments);
}

QSet<QString> matches(const QByteArray &in, const char *pattern)
{
    QSet<QString> found;
    auto all =
        QRegularExpression(text(pattern), QRegularExpression::MultilineOption).globalMatch(QString::fromUtf8(in));
    while (all.hasNext())
        found.insert(all.next().captured(1));
    return found;
}

/// The options of a command, as --help lists them.
QSet<QString> helpOptions(const QString &command)
{
    return matches(watchkeeper({command, text("--help")}), "^  (?:-\\w, )?(--[\\w-]+)");
}

/// Of the page, what stands below a heading.
QByteArray sectionOf(const QByteArray &page, const QByteArray &heading)
{
    const qsizetype from = page.indexOf(QByteArray("\n.SH " + heading + '\n'));
    return from < 0 ? QByteArray() : page.mid(from, page.indexOf("\n.SH ", from + 1) - from);
}

constexpr std::array Shells{"bash", "zsh", "fish"};

/// The candidates for a command line, by a script of the shell (tests/e2e/completing).
QStringList completed(const QString &shell, const QString &line)
{
    const QString folder = text(WATCHKEEPER_SOURCE_DIR "/tests/e2e/completing/");
    const QString script = folder + shell + (shell == text("bash") ? text(".sh") : QString(u'.' + shell));
    const QString completion = text(WATCHKEEPER_SOURCE_DIR "/resources/completion/watchkeeper.") + shell;
    return QString::fromUtf8(outputOf(shell, {script, completion, line})).split(u'\n', Qt::SkipEmptyParts);
}

} // namespace

/// --help, the manual page and the completion of each shell are of one table: what one of them knows the others know.
class TestManual : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void helpAndThePageNameTheSameOptions_data();
    void helpAndThePageNameTheSameOptions();
    void thePageIsOneThatTroffReads();
    void thePageNamesNoPlaceOfThisMachine();
    void shellsCompleteTheOptionsOfTheHelp_data();
    void shellsCompleteTheOptionsOfTheHelp();
    void shellsCompleteWordsAndValues_data();
    void shellsCompleteWordsAndValues();
    void aScriptIsPrintedAsItIsInstalled_data();
    void aScriptIsPrintedAsItIsInstalled();
    void kubectlIsToldWhatFollowsThePlugin();
    void theVersionNamesCommitQtAndLibraries();
};

void TestManual::helpAndThePageNameTheSameOptions_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QByteArray>("heading");
    QTest::newRow("the window") << QString() << QByteArray("OPTIONS");
    for (const QString &command : matches(watchkeeper({text("--help")}).split(':').last(), "^  (\\w+)"))
        QTest::newRow(command.toLatin1().constData()) << command << command.toUpper().toLatin1();
}

void TestManual::helpAndThePageNameTheSameOptions()
{
    QFETCH(QString, command);
    QFETCH(QByteArray, heading);
    const QByteArray section = sectionOf(watchkeeper({text("man")}), heading).replace("\\-", "-");
    const QSet<QString> page = matches(section, "^\\\\fB(?:-\\w\\\\fR, \\\\fB)?(--[\\w-]+)");
    QVERIFY(page.contains(text("--help")));
    QCOMPARE(page, command.isEmpty() ? matches(watchkeeper({text("--help")}), "^  (?:-\\w, )?(--[\\w-]+)")
                                     : helpOptions(command));
}

void TestManual::thePageIsOneThatTroffReads()
{
    if (QStandardPaths::findExecutable(text("groff")).isEmpty())
        QSKIP("groff is not installed");
    QTemporaryDir folder;
    QFile file(folder.filePath(text("watchkeeper.1")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(watchkeeper({text("man")}));
    file.close();
    QProcess groff;
    groff.start(text("groff"), {text("-man"), text("-Kutf8"), text("-Tutf8"), text("-ww"), file.fileName()});
    QVERIFY(groff.waitForFinished(Patience));
    QCOMPARE(groff.readAllStandardError(), QByteArray());
    QVERIFY(groff.readAllStandardOutput().contains("Kubernetes"));
}

void TestManual::thePageNamesNoPlaceOfThisMachine()
{
    const QByteArray page = watchkeeper({text("man")});
    QVERIFY(!page.isEmpty());
    QVERIFY2(!page.contains(QDir::tempPath().toUtf8()), "the user's home is not in it");
    QVERIFY2(!page.contains(WATCHKEEPER_SOURCE_DIR), "nor where it was built");
}

void TestManual::shellsCompleteTheOptionsOfTheHelp_data()
{
    QTest::addColumn<QString>("shell");
    for (const char *shell : Shells)
        QTest::newRow(shell) << text(shell);
}

void TestManual::shellsCompleteTheOptionsOfTheHelp()
{
    QFETCH(QString, shell);
    if (QStandardPaths::findExecutable(shell).isEmpty())
        QSKIP("this shell is not installed");
    for (const char *command : {"get", "record", "serve"}) {
        const QStringList found = completed(shell, text("watchkeeper ") + text(command) + text(" --"));
        QCOMPARE(QSet<QString>(found.begin(), found.end()), helpOptions(text(command)));
    }
}

void TestManual::shellsCompleteWordsAndValues_data()
{
    QTest::addColumn<QString>("shell");
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("candidates");
    for (const char *shell : Shells) {
        const auto row = [shell](const char *line, const char *candidates) {
            QTest::addRow("%s: %s", shell, line)
                << text(shell) << text("watchkeeper ") + text(line) << text(candidates);
        };
        row("g", "get");
        row("--theme d", "dark");
        row("-n web get dep", "deployments");
        row("get -o js", "json jsonpath= jsonpath-as-json= jsonpath-file=");
        row("serve --seed ", "");
    }
    for (const char *shell : {"zsh", "fish"})
        QTest::addRow("%s: --theme=d", shell) << text(shell) << text("watchkeeper --theme=d") << text("--theme=dark");
    QTest::addRow("bash: --theme=d") << text("bash") << text("watchkeeper --theme=d") << text("dark");
    QTest::addRow("bash: a file") << text("bash") << text("watchkeeper get --kubeconfig ~/pl")
                                  << text("compopt,-o,default");
    QTest::addRow("bash: what goes on") << text("bash") << text("watchkeeper get -o jsonpath-f")
                                        << text("compopt,-o,nospace jsonpath-file=");
    QTest::addRow("bash: a quoted word") << text("bash") << text("watchkeeper get --sort-by '.a' nod") << text("nodes");
    QTest::addRow("zsh: what goes on") << text("zsh") << text("watchkeeper get -o jsonpath-f")
                                       << text("jsonpath-file= -S,");
    QTest::addRow("fish: a file") << text("fish")
                                  << text("watchkeeper get --kubeconfig=" WATCHKEEPER_SOURCE_DIR "/READ")
                                  << text("--kubeconfig=" WATCHKEEPER_SOURCE_DIR "/README.md");
}

void TestManual::shellsCompleteWordsAndValues()
{
    QFETCH(QString, shell);
    QFETCH(QString, line);
    QFETCH(QString, candidates);
    if (QStandardPaths::findExecutable(shell).isEmpty())
        QSKIP("this shell is not installed");
    QStringList found = completed(shell, line);
    found.replaceInStrings(text(" "), text(","));
    const QStringList wanted = candidates.split(u' ', Qt::SkipEmptyParts);
    QCOMPARE(QSet<QString>(found.begin(), found.end()), QSet<QString>(wanted.begin(), wanted.end()));
}

void TestManual::aScriptIsPrintedAsItIsInstalled_data()
{
    shellsCompleteTheOptionsOfTheHelp_data();
}

void TestManual::aScriptIsPrintedAsItIsInstalled()
{
    QFETCH(QString, shell);
    QFile file(text(WATCHKEEPER_SOURCE_DIR "/resources/completion/watchkeeper.") + shell);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(watchkeeper({text("completion"), shell}), file.readAll());
}

/// As kubectl asks since 1.26: the program beside it is called as the plugin is.
void TestManual::kubectlIsToldWhatFollowsThePlugin()
{
    const QString script = text(WATCHKEEPER_SOURCE_DIR "/resources/completion/kubectl_complete-watchkeeper");
    QCOMPARE(outputOf(script, {text("get"), text("replicas")}), QByteArray("replicasets\n:4\n"));
}

void TestManual::theVersionNamesCommitQtAndLibraries()
{
    const QByteArray said = watchkeeper({text("--version")});
    QCOMPARE(said.split('\n').first(), QByteArray("watchkeeper " WATCHKEEPER_VERSION));
    // It may have been built before the last commit.
    const auto git = [](const QStringList &words) {
        return outputOf(text("git"), QStringList{text("-C"), text(WATCHKEEPER_SOURCE_DIR)} + words);
    };
    const QSet<QString> commit = matches(said, "^commit ([0-9a-f]+),");
    const bool isKnown = commit.size() == 1 && !git({text("rev-parse"), *commit.begin() + text("^{commit}")}).isEmpty();
    QVERIFY2(isKnown || git({text("rev-parse"), text("HEAD")}).isEmpty(), said.constData());
    QVERIFY(said.contains(QByteArray(QByteArray("\nQt ") + qVersion())));
    for (const char *library : {"Boost", "nlohmann-json", "OpenSSL", "simdjson", "yaml-cpp", "zlib", "zstd"})
        QVERIFY2(said.contains(QByteArray(QByteArray("\n") + library + " ")) &&
                     matches(said, "^([\\w-]+) \\d+\\.\\d+").contains(text(library)),
                 library);
}

} // namespace tst_manual

WK_TEST(tst_manual, TestManual, QCoreApplication)
#include "tst_manual.moc"
