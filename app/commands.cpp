// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands.h"

#include "app/completion.h"
#include "app/get/getarguments.h"
#include "app/language.h"
#include "app/recordings/readingarguments.h"
#include "app/serveoptions.h"

#include <algorithm>

namespace wk {

QStringList themeNames()
{
    return {QStringLiteral("light"), QStringLiteral("dark"), QStringLiteral("system")};
}

CommandSyntax windowSyntax()
{
    CommandSyntax command(
        {}, ArgumentsTr::tr("Watchkeeper shows what happens in a Kubernetes cluster, live. It only ever reads."));
    command.addClusterOptions(ArgumentsTr::tr("The context to use instead of the current one; given again, or with "
                                              "--demo: several clusters in one window."));
    command.addEtcdOptions();
    command.addNamespaceOption();
    command.value({QStringLiteral("demo-scale")},
                  ArgumentsTr::tr("Use a demo cluster with this many pods (100 to 100000), in a process of its own."),
                  ArgumentsTr::tr("pods"));
    command.flag({QStringLiteral("v"), QStringLiteral("version")},
                 ArgumentsTr::tr("Show the version, with the commit and the libraries that it was built of."));
    command.choice({QStringLiteral("language")},
                   ArgumentsTr::tr("en or zh_CN. Default: the last choice, else the system's language."),
                   ArgumentsTr::tr("language"), Language::known());
    command.choice({QStringLiteral("theme")}, ArgumentsTr::tr("light, dark or system. Default: the last choice."),
                   ArgumentsTr::tr("theme"), themeNames());
    command.value({QStringLiteral("tour")},
                  ArgumentsTr::tr("Show each view in turn, save screenshots in a folder, and exit."),
                  ArgumentsTr::tr("folder"), Offer::Folders);
    command.flag({QStringLiteral("time-start")},
                 ArgumentsTr::tr("Print how many milliseconds passed until the first rows were shown, and exit."));
    command.words(
        QStringLiteral("[FILE]"),
        ArgumentsTr::tr("A recording, or lines that kubectl has printed, to look at instead of a cluster; one "
                        "that is called like a command is named by a path, as in ./get."),
        {Offer::Files, Offer::Nothing});
    return command;
}

CommandSyntax recordSyntax()
{
    CommandSyntax command(QStringLiteral("record"),
                          ArgumentsTr::tr("List kinds, watch them, and write every event to a file, until interrupted: "
                                          "FILE.wklog is a recording, any other watch JSON Lines."));
    command.addClusterOptions();
    command.addEtcdOptions();
    command.addSelectionOptions();
    addFilter(command);
    command.flag({QStringLiteral("no-redact")},
                 ArgumentsTr::tr("Write values that look like secrets, too, which are replaced else."));
    command.value({QStringLiteral("duration")}, ArgumentsTr::tr("End after this time, as in 10m."),
                  ArgumentsTr::tr("time"));
    command.value(
        {QStringLiteral("ring")},
        ArgumentsTr::tr("Keep the newest only, in a numbered set of files: of a size, as in 500MB, or an age, as "
                        "in 24h."),
        ArgumentsTr::tr("size or time"));
    command.words(QStringLiteral("FILE KIND"), ArgumentsTr::tr("The file to write, and what to watch."),
                  {Offer::Files, Offer::Kinds, Offer::Nothing});
    return command;
}

CommandSyntax completionSyntax()
{
    CommandSyntax command(QStringLiteral("completion"),
                          ArgumentsTr::tr("Print what completes Watchkeeper's command line in bash, zsh or fish."));
    command.words(QStringLiteral("SHELL"), ArgumentsTr::tr("bash, zsh or fish."), {Offer::Shells, Offer::Nothing});
    return command;
}

CommandSyntax manSyntax()
{
    return CommandSyntax(QStringLiteral("man"),
                         ArgumentsTr::tr("Print the manual page; “watchkeeper man | man -l -” shows it."));
}

CommandSyntax helpSyntax()
{
    CommandSyntax command(QStringLiteral("help"), ArgumentsTr::tr("Show the help of a command."));
    command.words(QStringLiteral("[COMMAND]"), ArgumentsTr::tr("Which one; else what commands there are."),
                  {Offer::Commands, Offer::Nothing});
    return command;
}

CommandSyntax versionSyntax()
{
    return CommandSyntax(QStringLiteral("version"),
                         ArgumentsTr::tr("Show the version, with the commit and the libraries, as --version does."));
}

std::vector<CommandSyntax> allCommands()
{
    std::vector<CommandSyntax> commands;
    for (const auto &make : {windowSyntax, getSyntax, recordSyntax, catSyntax, statsSyntax, diffSyntax, verifySyntax,
                             convertSyntax, serveSyntax, completionSyntax, manSyntax, helpSyntax, versionSyntax})
        commands.push_back(make());
    return commands;
}

QStringList commandNames()
{
    QStringList names;
    for (const CommandSyntax &command : allCommands()) {
        if (!command.name().isEmpty())
            names.append(command.name());
    }
    return names;
}

qsizetype commandAt(const QStringList &arguments)
{
    QStringList withValue;
    for (const CommandSyntax &command : allCommands()) {
        for (const CommandOption &option : command.options()) {
            if (!option.isFlag())
                withValue += option.names;
        }
    }
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString &word = arguments[i];
        const bool isLong = word.startsWith(QStringLiteral("--"));
        const bool isOption = isLong || (word.size() == 2 && word.startsWith(u'-'));
        if (isOption && withValue.contains(word.mid(isLong ? 2 : 1)))
            ++i;
        else if (!word.startsWith(u'-'))
            return i;
    }
    return -1;
}

QString overview(const std::vector<CommandSyntax> &commands)
{
    QString text = commands.front().help() + ArgumentsTr::tr("\nCommands:\n");
    qsizetype width = 0;
    const auto usage = [](const CommandSyntax &command) {
        return QString(command.name() + QLatin1Char(' ') + command.wordsUsage());
    };
    for (const CommandSyntax &command : commands)
        width = std::max(width, usage(command).size());
    for (const CommandSyntax &command : commands) {
        if (!command.name().isEmpty())
            text += QStringLiteral("  ") + usage(command).leftJustified(width + 2) + command.description() + u'\n';
    }
    return text + ArgumentsTr::tr("Without a command the window opens. “watchkeeper get --help” says more.\n");
}

} // namespace wk
