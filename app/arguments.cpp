// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/arguments.h"

#include "app/commandline.h"
#include "app/get/getarguments.h"
#include "app/targetwords.h"
#include "core/demo/demooptions.h"

#include <algorithm>

namespace wk {

namespace {

Result<Arguments> parseRecord(const QStringList &arguments)
{
    CommandLine command(
        ArgumentsTr::tr(
            "List a kind, watch it, and write every event to a file as watch JSON Lines, until interrupted."),
        QStringLiteral("record"));
    command.addClusterOptions();
    command.addEtcdOptions();
    command.addSelectionOptions();
    command.positional(QStringLiteral("FILE KIND"), ArgumentsTr::tr("The file to write, and what to watch."));
    if (auto parsed = command.parse(arguments); !parsed)
        return parsed.error();
    if (command.has("help"))
        return Arguments(HelpArguments{command.help()});
    RecordArguments record;
    record.cluster = command.cluster();
    record.selection = command.selection();
    QStringList words = command.positionals();
    if (words.isEmpty())
        return usageError(
            ArgumentsTr::tr("Name the file to write, for example “watchkeeper record pods.jsonl pods -A”."));
    record.file = words.takeFirst();
    auto targets = record.cluster.etcd ? prefixesOf(words) : targetsOf(words);
    if (!targets)
        return targets.error();
    record.selection.targets = std::move(targets).value();
    return Arguments(record);
}

QString overview(const CommandLine &window)
{
    return window.help() +
           ArgumentsTr::tr("\nCommands:\n"
                           "  get KIND [NAME]     List objects, and with -w watch them.\n"
                           "  record FILE KIND    Write what a watch brings to a file.\n"
                           "  serve --demo        Run the embedded demo cluster and print a kubeconfig for it.\n"
                           "Without a command the window opens. “watchkeeper get --help” says more.\n");
}

/// How many pods --demo-scale asks for.
Result<int> demoPods(const QString &text)
{
    bool isNumber = false;
    const int pods = text.toInt(&isNumber);
    if (isNumber && pods >= DemoOptions::FewestPods && pods <= DemoOptions::MostPods)
        return pods;
    return usageError(ArgumentsTr::tr("The demo can have %1 to %2 pods, not “%3”.")
                          .arg(QString::number(DemoOptions::FewestPods), QString::number(DemoOptions::MostPods), text));
}

Result<Arguments> parseWindow(const QStringList &arguments)
{
    CommandLine command(
        ArgumentsTr::tr("Watchkeeper shows what happens in a Kubernetes cluster, live. It only ever reads."));
    command.addClusterOptions();
    command.addEtcdOptions();
    command.addNamespaceOption();
    command.value({QStringLiteral("demo-scale")},
                  ArgumentsTr::tr("Use a demo cluster with this many pods (100 to 100000), in a process of its own."),
                  ArgumentsTr::tr("pods"));
    command.flag({QStringLiteral("v"), QStringLiteral("version")}, ArgumentsTr::tr("Show the version."));
    command.value({QStringLiteral("language")},
                  ArgumentsTr::tr("en or zh_CN. Default: the last choice, else the system's language."),
                  ArgumentsTr::tr("language"));
    command.value({QStringLiteral("theme")}, ArgumentsTr::tr("light, dark or system. Default: the last choice."),
                  ArgumentsTr::tr("theme"));
    command.value({QStringLiteral("tour")},
                  ArgumentsTr::tr("Show each view in turn, save screenshots in a folder, and exit."),
                  ArgumentsTr::tr("folder"));
    command.flag({QStringLiteral("time-start")},
                 ArgumentsTr::tr("Print how many milliseconds passed until the first rows were shown, and exit."));
    if (auto parsed = command.parse(arguments); !parsed)
        return parsed.error();
    if (command.has("help"))
        return Arguments(HelpArguments{overview(command)});
    if (command.has("version"))
        return Arguments(HelpArguments{QStringLiteral("watchkeeper " WATCHKEEPER_VERSION "\n")});
    WindowArguments window;
    window.cluster = command.cluster();
    if (window.cluster.etcd && command.positionals().size() == 1)
        window.cluster.etcd->prefix = command.positionals().constFirst();
    else if (!command.positionals().isEmpty())
        return usageError(ArgumentsTr::tr("There is no command “%1”. The commands are get, record and serve.")
                              .arg(command.positionals().constFirst()));
    if (command.has("demo-scale")) {
        const auto pods = demoPods(command.get("demo-scale"));
        if (!pods)
            return pods.error();
        window.cluster.demo = true;
        window.cluster.demoPods = *pods;
    }
    window.ns = command.get("namespace").toStdString();
    window.tourFolder = command.get("tour");
    window.timeStart = command.has("time-start");
    window.language = command.get("language");
    window.theme = command.get("theme");
    static const QStringList languages{QString(), QStringLiteral("en"), QStringLiteral("zh_CN")};
    static const QStringList themes{QString(), QStringLiteral("light"), QStringLiteral("dark"),
                                    QStringLiteral("system")};
    if (!languages.contains(window.language))
        return usageError(ArgumentsTr::tr("There is no language “%1”; there are en and zh_CN.").arg(window.language));
    if (!themes.contains(window.theme))
        return usageError(
            ArgumentsTr::tr("There is no theme “%1”; there are light, dark and system.").arg(window.theme));
    return Arguments(window);
}

/// Where the command stands: options may come before it, as in “kubectl -n web get pods”. -1 when there is none.
qsizetype commandAt(const QStringList &arguments)
{
    static const QStringList withValue{QStringLiteral("--kubeconfig"),
                                       QStringLiteral("--context"),
                                       QStringLiteral("-n"),
                                       QStringLiteral("--namespace"),
                                       QStringLiteral("-l"),
                                       QStringLiteral("--selector"),
                                       QStringLiteral("-o"),
                                       QStringLiteral("--output"),
                                       QStringLiteral("--field-selector"),
                                       QStringLiteral("--template"),
                                       QStringLiteral("--sort-by"),
                                       QStringLiteral("-L"),
                                       QStringLiteral("--chunk-size"),
                                       QStringLiteral("--label-columns"),
                                       QStringLiteral("-f"),
                                       QStringLiteral("--filename"),
                                       QStringLiteral("-k"),
                                       QStringLiteral("--kustomize"),
                                       QStringLiteral("--theme"),
                                       QStringLiteral("--language"),
                                       QStringLiteral("--tour"),
                                       QStringLiteral("--demo-scale")};
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        if (withValue.contains(arguments[i]))
            ++i;
        else if (!arguments[i].startsWith(u'-'))
            return i;
    }
    return -1;
}

} // namespace

Result<Arguments> parseArguments(const QStringList &arguments)
{
    const qsizetype at = commandAt(arguments);
    QStringList rest = arguments;
    const QString command = at < 0 ? QString() : rest.takeAt(at);
    if (command == QStringLiteral("get"))
        return parseGet(rest);
    if (command == QStringLiteral("record"))
        return parseRecord(rest);
    if (command == QStringLiteral("serve"))
        return Arguments(ServeArguments{rest});
    return parseWindow(arguments);
}

} // namespace wk
