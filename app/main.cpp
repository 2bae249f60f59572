// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/arguments.h"
#include "app/clusterchoice.h"
#include "app/console.h"
#include "app/get/getcommand.h"
#include "app/serve.h"

#include <QCoreApplication>

#include <sys/stat.h>

namespace {

using namespace wk;

/// Exit codes: 0 done, 1 it failed and said why, 2 the command line was not understood.
int say(const Error &error, int exitCode = 1)
{
    Console::standard().sayError(error);
    return exitCode;
}

int runGet(int argc, char **argv, const GetArguments &arguments)
{
    const QCoreApplication application(argc, argv);
    auto access = chooseCluster(arguments.cluster);
    if (!access)
        return say(access.error());
    GetCommand command(std::move(access).value(), arguments, Console::standard());
    QObject::connect(
        &command, &WatchCommand::finished, &application, [](int code) { QCoreApplication::exit(code); },
        Qt::QueuedConnection);
    command.start();
    return QCoreApplication::exec();
}

} // namespace

int main(int argc, char **argv)
{
    umask(077); // whatever we write is the user's own (SECURITY.md)
    QCoreApplication::setApplicationName(QStringLiteral("watchkeeper"));
    QCoreApplication::setApplicationVersion(QStringLiteral(WATCHKEEPER_VERSION));

    QStringList words;
    for (int i = 1; i < argc; ++i)
        words.append(QString::fromLocal8Bit(argv[i]));
    const auto arguments = parseArguments(words);
    if (!arguments)
        return say(arguments.error(), 2);
    if (const auto *help = std::get_if<HelpArguments>(&*arguments)) {
        Console::standard().out(help->text.toStdString());
        return 0;
    }
    if (const auto *get = std::get_if<GetArguments>(&*arguments))
        return runGet(argc, argv, *get);
    if (const auto *serve = std::get_if<ServeArguments>(&*arguments)) {
        const QCoreApplication application(argc, argv);
        return runServe(serve->rest);
    }
    return 2;
}
