// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/completion.h"
#include "tests/support/testregistry.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

namespace tst_completion {

using namespace wk;

/// The words of a line, where "''" is an empty one, as a shell hands them over.
static QStringList wordsOf(const QString &line)
{
    QStringList words = line.split(u' ', Qt::SkipEmptyParts);
    words.replaceInStrings(QStringLiteral("''"), QString());
    return words;
}

static QStringList candidates(const QString &line)
{
    QStringList lines = completionsOf(wordsOf(line)).split(u'\n', Qt::SkipEmptyParts);
    lines.replaceInStrings(QRegularExpression(QStringLiteral("\t.*")), QString());
    return lines;
}

class TestCompletion : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aWordIsCompletedByWhatStandsBefore_data();
    void aWordIsCompletedByWhatStandsBefore();
    void optionsCarryWhatTheyMean();
    void refusedOptionsAreNotOffered();
    void contextsAreThoseOfTheNamedFile();
    void whatAShellWouldReadOtherwiseIsLeftOut();
};

void TestCompletion::aWordIsCompletedByWhatStandsBefore_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("found");
    const auto row = [](const char *name, const char *line, const char *found) {
        QTest::newRow(name) << QString::fromLatin1(line) << QString::fromLatin1(found);
    };
    row("a command", "''", "get record cat stats diff verify convert serve completion man help version :4");
    row("its beginning", "re", "record :4");
    row("options before it", "-n web --context x g", "get :4");
    row("a kind", "get depl", "deployments :4");
    row("a kind behind options", "get -A --selector app=web depl", "deployments :4");
    row("the last of several kinds", "get pods,lea", "pods,leases :4");
    row("names are the cluster's", "get pods ''", ":4");
    row("a value", "--theme ''", "light dark system :4");
    row("a value behind =", "--theme=l", "--theme=light :4");
    row("a short option's value", "get -o y", "yaml :4");
    row("what goes on behind it", "get -o jsonpath-f", "jsonpath-file= :6");
    row("a value of one's own", "get --sort-by ''", ":4");
    row("a file", "get --kubeconfig ''", ":0");
    row("a folder", "serve --folder ''", ":16");
    row("record's file first", "record ''", ":0");
    row("then its kind", "record pods.jsonl nod", "nodes :4");
    row("a shell", "completion ''", "bash zsh fish :4");
    row("a command to be helped with", "help s", "stats serve :4");
    row("a shell is enough", "completion bash ''", ":4");
    row("a flag takes no value", "get --watch nod", "nodes :4");
    row("an option of another command", "serve --all", ":4");
    row("no such command", "describe ''", ":4");
    row("keys of etcd", "--etcd localhost:2379 ''", ":4");
    row("nothing at all", "", "get record cat stats diff verify convert serve completion man help version :4");
}

void TestCompletion::aWordIsCompletedByWhatStandsBefore()
{
    QFETCH(QString, line);
    QFETCH(QString, found);
    QCOMPARE(candidates(line).join(u' '), found);
}

void TestCompletion::optionsCarryWhatTheyMean()
{
    QCOMPARE(completionsOf(wordsOf(QStringLiteral("get --all-n"))),
             QStringLiteral("--all-namespaces\tLook into all namespaces.\n:4\n"));
    QVERIFY2(completionsOf(wordsOf(QStringLiteral("serve --seed"))).contains(QStringLiteral("Default: 7.")),
             "with the usual value");
}

void TestCompletion::refusedOptionsAreNotOffered()
{
    QCOMPARE(candidates(QStringLiteral("get --filename")), QStringList(QStringLiteral(":4")));
    QVERIFY(candidates(QStringLiteral("get --")).contains(QStringLiteral("--watch")));
}

/// A kubeconfig with contexts of these names.
static QString configOf(const QTemporaryDir &folder, const QByteArrayList &names)
{
    QFile file(folder.filePath(QStringLiteral("config")));
    if (!file.open(QIODevice::WriteOnly))
        return {};
    file.write("apiVersion: v1\nkind: Config\nclusters:\n- name: c\n  cluster: {server: 'https://127.0.0.1:1'}\n"
               "users:\n- name: u\n  user: {}\ncontexts:\n");
    for (const QByteArray &name : names)
        file.write("- name: \"" + name + "\"\n  context: {cluster: c, user: u}\n");
    return file.fileName();
}

void TestCompletion::contextsAreThoseOfTheNamedFile()
{
    const QTemporaryDir folder;
    const QString config = configOf(folder, {"staging", "arn:aws:eks:eu-1:1:cluster/live"});
    const QStringList both{QStringLiteral("staging"), QStringLiteral("arn:aws:eks:eu-1:1:cluster/live"),
                           QStringLiteral(":4")};
    QCOMPARE(candidates(QStringLiteral("get --kubeconfig ") + config + QStringLiteral(" --context ''")), both);
    QCOMPARE(candidates(QStringLiteral("--kubeconfig=") + config + QStringLiteral(" --context=st")),
             (QStringList{QStringLiteral("--context=staging"), QStringLiteral(":4")}));
    QCOMPARE(candidates(QStringLiteral("--kubeconfig=/nowhere --context ''")), QStringList(QStringLiteral(":4")));
}

/// Whoever made the file must not run anything by a name that a user completes.
void TestCompletion::whatAShellWouldReadOtherwiseIsLeftOut()
{
    const QTemporaryDir folder;
    const QString config = configOf(folder, {"$(reboot)", "a b", "x;y", "two\\nlines", "tab\\tname", "`id`", "生产"});
    QCOMPARE(candidates(QStringLiteral("--kubeconfig=") + config + QStringLiteral(" --context ''")),
             (QStringList{QStringLiteral("生产"), QStringLiteral(":4")}));
}

} // namespace tst_completion

WK_TEST(tst_completion, TestCompletion, QCoreApplication)
#include "tst_completion.moc"
