// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/kubeconfigset.h"

#include "core/base/limits.h"
#include "tests/support/testkeys.h"
#include "tests/support/testregistry.h"

#include <QDir>
#include <QTest>

#include <sys/stat.h>

namespace tst_kubeconfigset {

using namespace wk;

/// A kubeconfig whose contexts are all of one cluster "k" at that host and one user "u" with that token.
QByteArray configOf(const QByteArray &host, const QByteArray &token, const QByteArrayList &contexts,
                    const QByteArray &current = {})
{
    QByteArray text = "kind: Config\nclusters: [{name: k, cluster: {server: 'https://" + host +
                      "'}}]\nusers: [{name: u, user: {token: " + token + "}}]\ncontexts:\n";
    for (const QByteArray &name : contexts)
        text += "- {name: '" + name + "', context: {cluster: k, user: u}}\n";
    return current.isEmpty() ? text : QByteArray(text + "current-context: " + current + "\n");
}

QByteArray namesOf(const KubeconfigSet &set)
{
    QByteArrayList names;
    for (const OfferedContext &context : set.contexts())
        names += QByteArray::fromStdString(context.name);
    return names.join(", ");
}

/// The host and the token that a context leads to.
QByteArray wayOf(const KubeconfigSet &set, const char *name)
{
    const auto access = set.resolve(name);
    if (!access)
        return QByteArray(kindName(access.error().kind)) + ": " + QByteArray::fromStdString(access.error().text);
    return access->server.host().toUtf8() + ' ' + std::get<Secret>(access->signIn).reveal().toByteArray();
}

/// A folder of kubeconfigs, and files that are named.
class TestKubeconfigSet : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_keys = std::make_unique<TestKeys>(); }
    void nothingOfOneFileIsLookedUpInAnother();
    void contextsOfOneNameAreNamedByTheirFile();
    void theCurrentContextOfAFolder_data();
    void theCurrentContextOfAFolder();
    void whatIsNoKubeconfigIsPassedOverWithItsReason();
    void aFolderWithoutAKubeconfigSaysSo();
    void filesThatAreNamedAreMergedBesideAFolder();
    void aFolderIsReadInBounds_data();
    void aFolderIsReadInBounds();
    void theFilesOfAFolderAreReadInBoundsTogether_data();
    void theFilesOfAFolderAreReadInBoundsTogether();
    void whatIsAskedForAndNotThereIsNoMistakeOfTheFile();

private:
    void write(const char *name, const QByteArray &text) { m_keys->write(QString::fromLatin1(name), text); }
    std::string folder() const { return QFileInfo(m_keys->path(QStringLiteral("x"))).absolutePath().toStdString(); }
    Result<KubeconfigSet> load() const { return KubeconfigSet::load({{folder()}}); }

    std::unique_ptr<TestKeys> m_keys;
};

void TestKubeconfigSet::nothingOfOneFileIsLookedUpInAnother()
{
    write("a", configOf("a", "ta", {"one"}));
    write("b", configOf("b", "tb", {"two"}) + "- {name: lost, context: {cluster: c, user: u}}\n");
    write("c",
          "contexts: [{name: three, context: {cluster: k, user: u}}]\nclusters: [{name: c, cluster: {server: h}}]\n");
    const auto set = load();
    QVERIFY(set);
    QCOMPARE(namesOf(*set), QByteArray("one, two, lost, three"));
    QCOMPARE(wayOf(*set, "one"), QByteArray("a ta"));
    QCOMPARE(wayOf(*set, "two"), QByteArray("b tb"));
    QVERIFY(wayOf(*set, "lost").startsWith("ConfigBroken"));
    QVERIFY(wayOf(*set, "three").startsWith("ConfigBroken"));
    QCOMPARE(set->resolve("two")->source, folder() + "/b");
}

void TestKubeconfigSet::contextsOfOneNameAreNamedByTheirFile()
{
    write("a.yaml", configOf("a", "ta", {"prod", "alone"}, "prod"));
    write("b.yaml", configOf("b", "tb", {"prod"}));
    write("c.yaml", configOf("c", "tc", {"prod (a.yaml)"}));
    const auto set = load();
    QVERIFY(set);
    const QByteArray longer = QByteArray::fromStdString("prod (a.yaml) (" + folder() + "/a.yaml)");
    QCOMPARE(namesOf(*set), longer + ", alone, prod (b.yaml), prod (a.yaml)");
    QCOMPARE(wayOf(*set, longer.constData()), QByteArray("a ta"));
    QCOMPARE(wayOf(*set, "prod (b.yaml)"), QByteArray("b tb"));
    QCOMPARE(wayOf(*set, "prod (a.yaml)"), QByteArray("c tc"));
    QCOMPARE(set->resolve("prod (b.yaml)")->context, std::string("prod"));
    QCOMPARE(QByteArray::fromStdString(set->currentContext()), longer);
    const QByteArray ambiguous = wayOf(*set, "prod");
    QVERIFY2(ambiguous.startsWith("Invalid: Several") && ambiguous.contains("\"prod (b.yaml)\""),
             ambiguous.constData());
}

void TestKubeconfigSet::theCurrentContextOfAFolder_data()
{
    QTest::addColumn<QByteArray>("ofA");
    QTest::addColumn<QByteArray>("ofB");
    QTest::addColumn<QByteArray>("ofConfig");
    QTest::addColumn<QByteArray>("current");
    QTest::newRow("none sets one") << QByteArray() << QByteArray() << QByteArray() << QByteArray();
    QTest::newRow("one does") << QByteArray() << QByteArray("b") << QByteArray() << QByteArray("b");
    QTest::newRow("the first that has it") << QByteArray("gone") << QByteArray("b") << QByteArray() << QByteArray("b");
    QTest::newRow("config goes before") << QByteArray("a") << QByteArray("b") << QByteArray("c") << QByteArray("c");
}

void TestKubeconfigSet::theCurrentContextOfAFolder()
{
    QFETCH(QByteArray, ofA);
    QFETCH(QByteArray, ofB);
    QFETCH(QByteArray, ofConfig);
    QFETCH(QByteArray, current);
    write("a", configOf("a", "t", {"a"}, ofA));
    write("b", configOf("b", "t", {"b"}, ofB));
    write("config", configOf("c", "t", {"c"}, ofConfig));
    const auto set = load();
    QVERIFY(set);
    QCOMPARE(QByteArray::fromStdString(set->currentContext()), current);
    QCOMPARE(set->resolve({}).ok(), !current.isEmpty());
    if (current.isEmpty())
        QVERIFY(wayOf(*set, "").contains("\"b\""));
}

void TestKubeconfigSet::whatIsNoKubeconfigIsPassedOverWithItsReason()
{
    write("config", configOf("a", "t", {"a"}));
    write("config~", configOf("old", "t", {"old"}));
    write(".hidden", configOf("old", "t", {"old"}));
    write("config.lock", "");
    write("kubectx", "a\n");
    write("pod.yaml", "kind: Pod\n");
    write("notes", "a: [");
    QVERIFY(QDir(m_keys->path(QStringLiteral("."))).mkdir(QStringLiteral("cache")));
    write("cache/config", configOf("cached", "t", {"cached"}));
    QCOMPARE(::mkfifo(m_keys->path(QStringLiteral("fifo")).toUtf8().constData(), 0600), 0);
    const auto set = load();
    QVERIFY(set);
    QCOMPARE(namesOf(*set), QByteArray("a"));
    QByteArrayList reasons;
    for (const Error &error : set->passedOver())
        reasons += QByteArray::fromStdString(error.place.substr(folder().size() + 1) + "|" + error.text.substr(0, 16));
    QCOMPARE(reasons.join("\n"),
             QByteArray("kubectx:1|Here must be a m\nnotes:1|This is not YAML\npod.yaml:1: kind|This is a \"Pod\","));
}

void TestKubeconfigSet::aFolderWithoutAKubeconfigSaysSo()
{
    write("pod.yaml", "kind: Pod\n");
    const auto set = load();
    QVERIFY(!set);
    QCOMPARE(set.error().kind, ErrorKind::FileUnreadable);
    QCOMPARE(set.error().place, folder());
    QVERIFY(set.error().text.find("\"Pod\"") != std::string::npos);
}

void TestKubeconfigSet::filesThatAreNamedAreMergedBesideAFolder()
{
    write("named", configOf("n", "t", {"mine"}, "mine"));
    write("users", "users: [{name: u, user: {token: other}}]\n");
    QVERIFY(QDir(m_keys->path(QStringLiteral("."))).mkdir(QStringLiteral("more")));
    write("more/a", configOf("a", "ta", {"mine", "a"}, "a"));
    const auto set =
        KubeconfigSet::load({{folder() + "/users", folder() + "/more", folder() + "/named", folder() + "/gone"}});
    QVERIFY(set);
    QCOMPARE(namesOf(*set), QByteArray("mine (named), mine (a), a"));
    QCOMPARE(set->currentContext(), std::string("mine (named)"));
    QCOMPARE(wayOf(*set, "mine (named)"), QByteArray("n other"));
    QCOMPARE(wayOf(*set, "mine (a)"), QByteArray("a ta"));
}

void TestKubeconfigSet::aFolderIsReadInBounds_data()
{
    QTest::addColumn<int>("files");
    QTest::addColumn<int>("read");
    const int most = limits::KubeconfigFolderFiles;
    QTest::newRow("one less than the bound") << most - 1 << most - 1;
    QTest::newRow("the bound") << most << most;
    QTest::newRow("one more") << most + 1 << most;
}

void TestKubeconfigSet::aFolderIsReadInBounds()
{
    QFETCH(int, files);
    QFETCH(int, read);
    for (int i = 0; i < files; ++i)
        m_keys->write(QString::number(1000 + i), configOf("h", "t", {QByteArray::number(i)}));
    const auto set = load();
    QVERIFY(set);
    QCOMPARE(int(set->contexts().size()), read);
    QCOMPARE(int(set->passedOver().size()), files - read);
}

void TestKubeconfigSet::theFilesOfAFolderAreReadInBoundsTogether_data()
{
    QTest::addColumn<int>("more");
    QTest::newRow("a byte less than the bound") << -1;
    QTest::newRow("the bound") << 0;
    QTest::newRow("a byte more") << 1;
}

void TestKubeconfigSet::theFilesOfAFolderAreReadInBoundsTogether()
{
    QFETCH(int, more);
    const QByteArray good = configOf("h", "t", {"last"});
    const int most = int(limits::KubeconfigBytes);
    const int count = int(limits::KubeconfigFolderBytes / limits::KubeconfigBytes);
    for (int i = 1; i <= count; ++i)
        m_keys->write(QString::number(i), "#" + QByteArray(most - 1 - (i == count ? int(good.size()) - more : 0), 'x'));
    write("last", good);
    const auto set = load();
    QCOMPARE(set.ok(), more <= 0);
}

void TestKubeconfigSet::whatIsAskedForAndNotThereIsNoMistakeOfTheFile()
{
    write("config", configOf("a", "t", {"a", "b"}, "gone"));
    for (const std::string &name : {folder(), folder() + "/config"}) {
        const auto set = KubeconfigSet::load({{name}});
        QVERIFY(set);
        const auto access = set->resolve("nope");
        QVERIFY(!access);
        QCOMPARE(access.error().kind, ErrorKind::Invalid);
        QVERIFY(access.error().place.empty());
        QVERIFY2(access.error().text.find("\"nope\"") != std::string::npos &&
                     access.error().text.find("\"a\", \"b\"") != std::string::npos,
                 access.error().text.c_str());
    }
    const auto current = KubeconfigSet::load({{folder() + "/config"}})->resolve({});
    QCOMPARE(current.error().kind, ErrorKind::ConfigBroken);
}

} // namespace tst_kubeconfigset

WK_TEST(tst_kubeconfigset, TestKubeconfigSet, QCoreApplication)
#include "tst_kubeconfigset.moc"
