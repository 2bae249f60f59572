// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/arguments.h"
#include "app/clusterchoice.h"
#include "app/clustermenu.h"
#include "app/console.h"
#include "app/etcdchoice.h"
#include "app/get/getcommand.h"
#include "app/interrupt.h"
#include "app/opensslend.h"
#include "app/qtmessages.h"
#include "app/record/recordcommand.h"
#include "app/recordings/catcommand.h"
#include "app/recordings/convertcommand.h"
#include "app/recordings/diffcommand.h"
#include "app/recordings/servedrecording.h"
#include "app/recordings/statscommand.h"
#include "app/recordings/verifycommand.h"
#include "app/runwindow.h"
#include "app/serve.h"
#include "app/threadloops.h"
#include "core/resource/namespacename.h"
#include "core/session/kubebackend.h"

#include <QCoreApplication>

#include <utility>

#include <pwd.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

using namespace wk;

/// Who starts it without a HOME, as services are, has one all the same.
void findHome()
{
    const passwd *user = qEnvironmentVariableIsEmpty("HOME") ? getpwuid(geteuid()) : nullptr;
    if (user && user->pw_dir)
        qputenv("HOME", user->pw_dir);
}

/// Exit codes: 0 done, 1 it failed and said why, as kubectl's.
int say(const Error &error)
{
    Console::standard().sayError(error);
    return 1;
}

Result<ClusterAccess> chooseCluster(const ClusterArguments &arguments, ClusterMenu &clusters)
{
    return arguments.demo ? clusters.choose(clusters.demoName()) : wk::chooseCluster(arguments);
}

/// Kubernetes' API server, or an etcd cluster, of which only these are looked at.
Result<Reach> reachOf(const ClusterArguments &arguments, const SelectionArguments &selection, ClusterMenu &clusters)
{
    if (arguments.etcd) {
        const bool isOne = selection.targets.size() == 1;
        auto access = chooseEtcd(*arguments.etcd, isOne ? selection.targets.front().resource : std::string());
        return access ? Result<Reach>(reachEtcd(std::move(access).value())) : Result<Reach>(access.error());
    }
    auto access = chooseCluster(arguments, clusters);
    if (!access)
        return access.error();
    BackendFactory backend = kubeBackend(*access, {execConsent(arguments), isatty(STDIN_FILENO) == 1});
    return Reach{std::move(access).value(), std::move(backend)};
}

int runGet(int argc, char **argv, const GetArguments &arguments)
{
    const QCoreApplication application(argc, argv);
    ClusterMenu clusters(arguments.cluster); // the demo lives in it
    std::unique_ptr<ServedRecording> recording;
    bool isOver = false;
    std::function<void()> over = [&isOver] { isOver = true; };
    if (arguments.recording) {
        RecordingServer::Options server;
        server.atEnd = [&over] { over(); };
        recording = ServedRecording::open(*arguments.recording, std::move(server), Console::standard());
        if (!recording)
            return 1;
    }
    auto reach = recording ? recording->reach() : reachOf(arguments.cluster, arguments.selection, clusters);
    if (!reach)
        return say(reach.error());
    GetCommand command(std::move(reach).value(), arguments, Console::standard());
    over = [&command] { command.recordingEnded(); };
    if (isOver)
        over();
    QObject::connect(
        &command, &WatchCommand::finished, &application, [](int code) { QCoreApplication::exit(code); },
        Qt::QueuedConnection);
    command.start();
    return QCoreApplication::exec();
}

int runRecord(int argc, char **argv, const RecordArguments &arguments)
{
    const QCoreApplication application(argc, argv);
    ClusterMenu clusters(arguments.cluster);
    auto reach = reachOf(arguments.cluster, arguments.selection, clusters);
    if (!reach)
        return say(reach.error());
    RecordCommand command(std::move(reach).value(), arguments, Console::standard());
    const Interrupt interrupt([&command] { command.end(); });
    QObject::connect(
        &command, &WatchCommand::finished, &application, [](int code) { QCoreApplication::exit(code); },
        Qt::QueuedConnection);
    command.start();
    return QCoreApplication::exec();
}

/// Before anything else is done, and a window is there that would wait.
template <class Of>
void hold(Of &arguments)
{
    if constexpr (requires { arguments.cluster; })
        holdPipes(arguments.cluster);
}

/// Visits what the command line asks for.
struct Run {
    int &argc;
    char **argv;

    int operator()(const WindowArguments &arguments) const
    {
        const auto fault = namespaceFault(arguments.ns);
        return fault ? say({ErrorKind::Invalid, *fault}) : runWindow(argc, argv, arguments);
    }
    int operator()(const GetArguments &arguments) const { return runGet(argc, argv, arguments); }
    int operator()(const RecordArguments &arguments) const { return runRecord(argc, argv, arguments); }
    int operator()(const ReadingArguments &arguments) const
    {
        const QCoreApplication application(argc, argv);
        switch (arguments.command) {
        case ReadingArguments::Command::Cat: return runCat(arguments, Console::standard());
        case ReadingArguments::Command::Stats: return runStats(arguments, Console::standard());
        case ReadingArguments::Command::Verify: return runVerify(arguments, Console::standard());
        case ReadingArguments::Command::Diff: return runDiff(arguments, Console::standard());
        case ReadingArguments::Command::Convert: return runConvert(arguments, Console::standard());
        }
        return 1;
    }
    int operator()(const ServeArguments &arguments) const
    {
        const QCoreApplication application(argc, argv);
        return runServe(arguments);
    }
    int operator()(const HelpArguments &help) const
    {
        Console::standard().out(help.text.toStdString());
        return 0;
    }
};

/// A core would hold the token, and what was seen of the cluster. Whoever takes cores by a program (core_pattern) is
/// told the limit, too.
void leaveNoCore()
{
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
}

} // namespace

int main(int argc, char **argv)
{
    findHome();
    umask(077); // whatever we write is the user's own (SECURITY.md)
    leaveNoCore();
    installQtMessages();
    leaveOpenSslToTheSystem();
    letThreadsWaitWithoutGlib();
    QCoreApplication::setApplicationName(QStringLiteral("watchkeeper"));
    QCoreApplication::setApplicationVersion(QStringLiteral(WATCHKEEPER_VERSION));

    QStringList words;
    for (int i = 1; i < argc; ++i)
        words.append(QString::fromLocal8Bit(argv[i]));
    auto arguments = parseArguments(words);
    if (!arguments && arguments.error().kind != ErrorKind::Invalid)
        return say(arguments.error()); // a file that it names
    if (!arguments) {
        Console::standard().say(arguments.error().text);
        return 1;
    }
    Arguments wanted = std::move(arguments).value();
    std::visit([](auto &of) { hold(of); }, wanted);
    return std::visit(Run{argc, argv}, wanted);
}
