// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kubeconfigpipes.h"

#include "app/clusterchoice.h"
#include "app/clustermenu.h"
#include "app/consents.h"
#include "core/base/limits.h"
#include "core/cluster/pluginpath.h"
#include "tests/support/testregistry.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <cstdlib>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tst_kubeconfigpipes {

using namespace wk;

/// The two ends of a pipe.
struct Pipe {
    Pipe() { Q_ASSERT(::pipe2(ends, O_CLOEXEC) == 0); }
    Pipe(const Pipe &) = delete;
    ~Pipe() { close(); }
    void say(const QByteArray &bytes) const
    {
        QCOMPARE(::write(ends[1], bytes.constData(), std::size_t(bytes.size())), bytes.size());
    }
    void end()
    {
        if (ends[1] >= 0)
            ::close(std::exchange(ends[1], -1));
    }
    void close()
    {
        end();
        if (ends[0] >= 0)
            ::close(std::exchange(ends[0], -1));
    }
    std::string name() const { return "/dev/fd/" + std::to_string(ends[0]); }

    int ends[2] = {-1, -1};
};

QByteArray config()
{
    return "apiVersion: v1\nkind: Config\ncurrent-context: lab\n"
           "contexts: [{name: lab, context: {cluster: lab, user: lab}}, {name: other, context: {cluster: lab}}]\n"
           "clusters: [{name: lab, cluster: {server: 'https://127.0.0.1:1', insecure-skip-tls-verify: true}}]\n"
           "users: [{name: lab, user: {exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: sh}}}]\n";
}

/// A kubeconfig that can be read once.
class KubeconfigPipesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatAPipeSaidIsThereForTheWholeRun()
    {
        Pipe pipe;
        pipe.say(config());
        pipe.end();
        ClusterArguments arguments = heldOf(pipe.name());
        pipe.close();
        ClusterMenu menu(arguments);
        QCOMPARE(menu.first(), QStringList{QStringLiteral("lab")});
        QCOMPARE(menu.contexts(), (QStringList{QStringLiteral("lab"), QStringLiteral("other")}));
        for (const char *each : {"lab", "other", "lab"}) {
            const auto access = menu.choose(QLatin1String(each));
            QVERIFY(access);
            QCOMPARE(access->context, std::string(each));
            QCOMPARE(access->source, pipeName(arguments));
            QVERIFY(access->isFromPipe);
        }
        arguments.allowInsecure = true;
        QVERIFY(chooseCluster(arguments));
        QVERIFY(chooseCluster(arguments));
    }

    void KUBECONFIGMayNameOneBesideFiles()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("config")));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write("contexts: [{name: mine, context: {cluster: lab}}]\n");
        file.close();
        Pipe pipe;
        pipe.say(config());
        pipe.end();
        qputenv("KUBECONFIG", file.fileName().toUtf8() + ":" + QByteArray::fromStdString(pipe.name()));
        const ClusterMenu menu(heldOf({}));
        QCOMPARE(menu.contexts(),
                 (QStringList{QStringLiteral("mine"), QStringLiteral("lab"), QStringLiteral("other")}));
        qunsetenv("KUBECONFIG");
    }

    void whatCannotBeReadIsItsError_data()
    {
        QTest::addColumn<QByteArray>("said");
        QTest::addColumn<bool>("ends");
        QTest::addColumn<QByteArray>("word");
        QTest::newRow("nothing, and its writer is gone") << QByteArray() << true << QByteArray("no contexts");
        QTest::newRow("nothing, for ever") << QByteArray() << false << QByteArray("did not come to its end");
        QTest::newRow("half of it, and no more") << config().left(90) << false << QByteArray("did not come to its end");
        QTest::newRow("half of it, and its writer is gone") << QByteArray("a: [") << true << QByteArray("not YAML");
    }
    void whatCannotBeReadIsItsError()
    {
        QFETCH(const QByteArray, said);
        QFETCH(const bool, ends);
        QFETCH(const QByteArray, word);
        Pipe pipe;
        pipe.say(said);
        if (ends)
            pipe.end();
        std::vector<std::string> waitedFor;
        ClusterArguments arguments;
        arguments.kubeconfig = pipe.name();
        const std::chrono::milliseconds unit(ends ? 1'000 : 1); // a busy machine may take one until it looks
        arguments.held = readKubeconfigPipes(
            {pipe.name()}, {20 * unit, unit, [&](const std::string &name) { waitedFor.push_back(name); }});
        const auto access = chooseCluster(arguments);
        QVERIFY(!access);
        QVERIFY2(access.error().text.find(word.toStdString()) != std::string::npos, access.error().text.c_str());
        QVERIFY(access.error().place.starts_with(pipe.name()));
        QCOMPARE(waitedFor.size(), ends ? 0u : 1u);
    }

    void aTerminalIsNotRead()
    {
        const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
        QVERIFY(terminal >= 0);
        const std::string name = "/dev/fd/" + std::to_string(terminal);
        const HeldKubeconfigs held = readKubeconfigPipes({name}, patience());
        QVERIFY(held.at(name).error().text.find("terminal") != std::string::npos);
        ::close(terminal);
    }

    void aNamedPipeIsReadAndFilesAreNot()
    {
        const QTemporaryDir folder;
        const std::string fifo = folder.filePath(QStringLiteral("fifo")).toStdString();
        QCOMPARE(::mkfifo(fifo.c_str(), 0600), 0);
        const int end = ::open(fifo.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
        QCOMPARE(::write(end, "abc", 3), 3);
        const std::vector<std::string> names{fifo, folder.path().toStdString(), "/nowhere/config"};
        const HeldKubeconfigs held = readKubeconfigPipes(
            names, {std::chrono::milliseconds(20), std::chrono::milliseconds(1), [&](const auto &) { ::close(end); }});
        QCOMPARE(held.size(), 1u);
        QCOMPARE(held.at(fifo)->reveal().toByteArray(), QByteArray("abc"));
    }

    void itsSizeIsBounded_data()
    {
        QTest::addColumn<int>("more");
        QTest::addColumn<bool>("isRead");
        QTest::newRow("a byte less than the bound") << -1 << true;
        QTest::newRow("the bound") << 0 << true;
        QTest::newRow("a byte more") << 1 << false;
    }
    void itsSizeIsBounded()
    {
        QFETCH(const int, more);
        QFETCH(const bool, isRead);
        const int file = ::memfd_create("kubeconfig", MFD_CLOEXEC);
        QCOMPARE(::ftruncate(file, off_t(limits::KubeconfigBytes) + more), 0);
        const std::string name = "/dev/fd/" + std::to_string(file);
        QCOMPARE(readKubeconfigPipes({name}, patience()).at(name).ok(), isRead);
        ::close(file);
    }

    /// Another run finds something else at /dev/fd/63.
    void whatIsAgreedToHoldsForThisRun()
    {
        Pipe pipe;
        pipe.say(config());
        pipe.end();
        const ClusterArguments arguments = heldOf(pipe.name());
        const auto access = ClusterMenu(arguments).choose(QStringLiteral("lab"));
        QVERIFY(access);
        ProgramDigest digest;
        const auto request = execRequest(*access, PluginPath(), digest);
        QVERIFY(request);
        const FileRequest files{"lab", pipe.name(), "https://h", {{"tokenFile", "/a"}}, true};
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("s.ini"));
        {
            QSettings store(file, QSettings::IniFormat);
            Consents consents(store);
            consents.allowInsecure(*access);
            consents.allowPlugin(*request, {});
            consents.notePlugin(*request);
            consents.allowFiles(files);
            QVERIFY(consents.areFilesAllowed(files));
            QVERIFY(consents.isInsecureAllowed(*access));
            QVERIFY(consents.plugins().contains(request->subject));
        }
        QSettings store(file, QSettings::IniFormat);
        QVERIFY(store.allKeys().isEmpty());
        const Consents later(store);
        QVERIFY(!later.isInsecureAllowed(*access));
        QVERIFY(!later.areFilesAllowed(files));
        QVERIFY(later.plugins().empty());
    }

private:
    static PipePatience patience()
    {
        return {std::chrono::seconds(10), std::chrono::seconds(10), [](const std::string &) {}};
    }
    static ClusterArguments heldOf(const std::string &name)
    {
        ClusterArguments arguments;
        arguments.kubeconfig = name;
        holdPipes(arguments);
        return arguments;
    }
    static std::string pipeName(const ClusterArguments &arguments) { return arguments.held.begin()->first; }
};

} // namespace tst_kubeconfigpipes

WK_TEST(tst_kubeconfigpipes, KubeconfigPipesTest, QCoreApplication)
#include "tst_kubeconfigpipes.moc"
