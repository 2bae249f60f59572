// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/arguments.h"

#include "app/build.h"
#include "app/commandline.h"
#include "app/commands.h"
#include "app/completion.h"
#include "app/get/getarguments.h"
#include "app/language.h"
#include "app/manpage.h"
#include "app/serveoptions.h"
#include "app/targetwords.h"

#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace wk {

namespace {

/// "90s", "10m", "24h", "7d".
std::optional<std::chrono::seconds> timeOf(const QString &text)
{
    static const QRegularExpression Form(QStringLiteral("^([0-9]{1,7})([smhd])$"));
    const auto match = Form.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    const std::map<QChar, int> units{{u's', 1}, {u'm', 60}, {u'h', 3600}, {u'd', 86'400}};
    const std::chrono::seconds time(match.captured(1).toLongLong() * units.at(match.captured(2).front()));
    return time.count() > 0 ? std::optional(time) : std::nullopt;
}

/// "500MB", "2GB": of 10⁶ and 10⁹ bytes.
std::optional<std::uint64_t> bytesOf(const QString &text)
{
    static const QRegularExpression Form(QStringLiteral("^([0-9]{1,7})(MB|GB)$"));
    const auto match = Form.match(text);
    const std::uint64_t unit = match.captured(2) == QStringLiteral("GB") ? 1'000'000'000 : 1'000'000;
    const std::uint64_t bytes = match.captured(1).toULongLong() * unit;
    return bytes > 0 ? std::optional(bytes) : std::nullopt;
}

Result<> readRecordTimes(const CommandLine &command, RecordArguments &record)
{
    if (command.has("duration")) {
        record.duration = timeOf(command.get("duration"));
        if (!record.duration)
            return usageError(ArgumentsTr::tr("--duration takes a time as in 90s, 10m, 24h or 7d, and not “%1”.")
                                  .arg(command.get("duration")));
    }
    if (!command.has("ring"))
        return success();
    const QString ring = command.get("ring");
    record.ringBytes = bytesOf(ring).value_or(0);
    record.ringAge = timeOf(ring);
    if (record.ringBytes < 10'000'000 && !record.ringAge)
        return usageError(
            ArgumentsTr::tr("--ring takes a size from 10MB on, as in 500MB or 2GB, or a time as in 24h, and not “%1”.")
                .arg(ring));
    if (!record.isRecording())
        return usageError(ArgumentsTr::tr("Only a recording can be a ring: name a file that ends with .wklog."));
    return success();
}

Result<Arguments> parseRecord(const QStringList &arguments)
{
    const CommandSyntax table = recordSyntax();
    CommandLine command(table);
    if (auto parsed = command.parse(arguments); !parsed)
        return parsed.error();
    if (command.has("help"))
        return Arguments(HelpArguments{table.help()});
    if (command.all("context").size() > 1)
        return usageError(ArgumentsTr::tr("A recording that a command makes is of one cluster: name one --context. A "
                                          "window that shows several records them into one file."));
    RecordArguments record;
    record.cluster = command.cluster();
    record.selection = command.selection();
    QStringList words = command.positionals();
    if (words.isEmpty())
        return usageError(
            ArgumentsTr::tr("Name the file to write, for example “watchkeeper record pods.jsonl pods -A”."));
    record.file = words.takeFirst();
    if (record.file.endsWith(QStringLiteral(".part")))
        return usageError(ArgumentsTr::tr("“%1” is what a recording is called while it is written. Leave “.part” away.")
                              .arg(record.file));
    record.isRedacted = !command.has("no-redact");
    record.filterText = command.get("filter");
    auto filter = filterOf(record.filterText);
    if (!filter)
        return filter.error();
    record.filter = std::move(filter).value();
    if (auto read = readRecordTimes(command, record); !read)
        return read.error();
    auto targets = record.cluster.etcd ? prefixesOf(words) : targetsOf(words);
    if (!targets)
        return targets.error();
    record.selection.targets = std::move(targets).value();
    return Arguments(record);
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

/// A recording, and no command that is mistyped: a file that is called like a command is named by a path, as in ./get.
bool isFileWord(const QString &word)
{
    return word.contains(u'/') || word.contains(QStringLiteral(".wklog")) || QFileInfo(word).isFile();
}

Result<Arguments> parseWindow(const QStringList &arguments)
{
    CommandLine command(windowSyntax());
    if (auto parsed = command.parse(arguments); !parsed)
        return parsed.error();
    if (command.has("help"))
        return Arguments(HelpArguments{overview(allCommands())});
    if (command.has("version"))
        return Arguments(HelpArguments{buildText() + u'\n'});
    WindowArguments window;
    window.cluster = command.cluster();
    const QStringList contexts = command.all("context");
    if (!contexts.isEmpty())
        window.cluster.context = contexts.constFirst().toStdString();
    for (const QString &also : contexts.mid(1))
        window.cluster.alsoContexts.push_back(also.toStdString());
    if (window.cluster.etcd && command.positionals().size() == 1)
        window.cluster.etcd->prefix = command.positionals().constFirst();
    else if (command.positionals().size() == 1 && isFileWord(command.positionals().constFirst()))
        window.recording = command.positionals().constFirst();
    else if (!command.positionals().isEmpty())
        return usageError(ArgumentsTr::tr("There is no command “%1”. The commands are %2.")
                              .arg(command.positionals().constFirst(), commandNames().join(QStringLiteral(", "))));
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
    if (command.has("language") && !Language::known().contains(window.language))
        return usageError(ArgumentsTr::tr("There is no language “%1”; there are en and zh_CN.").arg(window.language));
    if (command.has("theme") && !themeNames().contains(window.theme))
        return usageError(
            ArgumentsTr::tr("There is no theme “%1”; there are light, dark and system.").arg(window.theme));
    return Arguments(window);
}

/// Of one command, or of all.
Result<QString> helpOf(const QStringList &words)
{
    const auto commands = allCommands();
    if (words.isEmpty())
        return overview(commands);
    const auto named = std::ranges::find(commands, words.constFirst(), &CommandSyntax::name);
    if (named == commands.end() || words.size() > 1)
        return usageError(ArgumentsTr::tr("There is no command “%1”. The commands are %2.")
                              .arg(words.join(u' '), commandNames().join(QStringLiteral(", "))));
    return named->help();
}

Result<QString> versionText(const QStringList &words)
{
    if (words.isEmpty())
        return QString(buildText() + u'\n');
    return usageError(ArgumentsTr::tr("“%1” is too much.").arg(words.constFirst()));
}

/// Of a command that only prints: what follows it is said by `print`.
Result<Arguments> parsePrinting(const CommandSyntax &table, const QStringList &arguments,
                                const std::function<Result<QString>(const QStringList &)> &print)
{
    CommandLine command(table);
    if (auto parsed = command.parse(arguments); !parsed)
        return parsed.error();
    if (command.has("help"))
        return Arguments(HelpArguments{table.help()});
    auto text = print(command.positionals());
    return text ? Result<Arguments>(HelpArguments{std::move(text).value()}) : Result<Arguments>(text.error());
}

Result<QString> scriptNamed(const QStringList &words)
{
    if (words.size() == 1 && completionShells().contains(words.constFirst()))
        return completionScript(words.constFirst());
    return usageError(ArgumentsTr::tr("Name the shell, for example “watchkeeper completion bash”: there are %1.")
                          .arg(completionShells().join(QStringLiteral(", "))));
}

Result<QString> manual(const QStringList &words)
{
    if (words.isEmpty())
        return manPage(allCommands());
    return usageError(ArgumentsTr::tr("“%1” is too much.").arg(words.constFirst()));
}

} // namespace

Result<Arguments> parseArguments(const QStringList &arguments)
{
    if (!arguments.isEmpty() && arguments.constFirst() == completionWord())
        return Arguments(HelpArguments{completionsOf(arguments.mid(1))});
    const qsizetype at = commandAt(arguments);
    QStringList rest = arguments;
    const QString command = at < 0 ? QString() : rest.takeAt(at);
    if (command == QStringLiteral("get"))
        return parseGet(rest);
    if (command == QStringLiteral("record"))
        return parseRecord(rest);
    if (const auto reading = parseReading(command, rest)) {
        if (!*reading)
            return reading->error();
        return (*reading)->help.isEmpty() ? Arguments((*reading)->arguments)
                                          : Arguments(HelpArguments{(*reading)->help});
    }
    if (command == QStringLiteral("serve"))
        return parseServe(rest);
    if (command == QStringLiteral("completion"))
        return parsePrinting(completionSyntax(), rest, scriptNamed);
    if (command == QStringLiteral("man"))
        return parsePrinting(manSyntax(), rest, manual);
    if (command == QStringLiteral("help"))
        return parsePrinting(helpSyntax(), rest, helpOf);
    if (command == QStringLiteral("version"))
        return parsePrinting(versionSyntax(), rest, versionText);
    return parseWindow(arguments);
}

} // namespace wk
