// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recordings/readingarguments.h"

#include "app/commandline.h"
#include "core/query/filterparser.h"

#include <algorithm>
#include <array>
#include <utility>

namespace wk {

namespace {

using Command = ReadingArguments::Command;
using Output = ReadingArguments::Output;

constexpr std::array Outputs{std::pair{"wide", Output::Wide}, std::pair{"json", Output::Json},
                             std::pair{"jsonl", Output::Lines}, std::pair{"yaml", Output::Yaml},
                             std::pair{"csv", Output::Csv}};

QStringList outputNames()
{
    QStringList names;
    for (const auto &[name, output] : Outputs)
        names << QString::fromLatin1(name);
    return names;
}

QString aFile()
{
    return ArgumentsTr::tr("The recording, also one that is still being written; lines that kubectl or --output jsonl "
                           "printed; or - for standard input.");
}

Result<> readWords(const CommandLine &line, const CommandSyntax &table, ReadingArguments &read)
{
    const QStringList words = line.positionals();
    if (read.command == Command::Convert) {
        if (words.size() != 2)
            return usageError(
                ArgumentsTr::tr("Name what to read and what to write: “watchkeeper convert pods.wklog pods.jsonl”."));
        read.other = words[1];
    } else if (read.command == Command::Diff) {
        const bool isOfTwo = words.size() == 2 && read.at.isEmpty();
        if (!isOfTwo && (words.size() != 1 || read.at.size() != 2))
            return usageError(ArgumentsTr::tr("Name two recordings, or one and two moments of it: “watchkeeper diff "
                                              "pods.wklog --at 13:58 --at 14:02”."));
        read.other = words.value(1);
    } else if (words.size() != 1) {
        return usageError(
            ArgumentsTr::tr("Name one recording, for example “watchkeeper %1 pods.wklog”.").arg(table.name()));
    }
    read.file = words[0];
    return success();
}

Result<> readOutput(const QString &name, ReadingArguments &read)
{
    const auto found =
        std::ranges::find_if(Outputs, [&](const auto &one) { return QString::fromLatin1(one.first) == name; });
    if (name.isEmpty())
        return success();
    if (found == Outputs.end())
        return usageError(ArgumentsTr::tr("There is no output “%1” of a recording; there are %2.")
                              .arg(name, outputNames().join(QStringLiteral(", "))));
    read.output = found->second;
    return success();
}

Result<ParsedReading> parse(Command which, const CommandSyntax &table, const QStringList &arguments)
{
    CommandLine line(table);
    if (auto parsed = line.parse(arguments); !parsed)
        return parsed.error();
    ParsedReading parsed;
    if (line.has("help")) {
        parsed.help = table.help();
        return parsed;
    }
    ReadingArguments &read = parsed.arguments;
    read.command = which;
    if (which == Command::Cat) {
        if (auto output = readOutput(line.get("output"), read); !output)
            return output.error();
    }
    if (which == Command::Diff)
        read.at = line.all("at");
    if (which == Command::Convert)
        read.isRedacted = !line.has("no-redact");
    if (which != Command::Verify) {
        read.filterText = line.get("filter");
        auto filter = filterOf(read.filterText);
        if (!filter)
            return filter.error();
        read.filter = std::move(filter).value();
    }
    if (auto words = readWords(line, table, read); !words)
        return words.error();
    return parsed;
}

} // namespace

CommandSyntax catSyntax()
{
    CommandSyntax command(QStringLiteral("cat"), ArgumentsTr::tr("Print the events of a recording, in their order."));
    command.choice({QStringLiteral("o"), QStringLiteral("output")},
                   ArgumentsTr::tr("wide: with what changed; json or yaml: all that is known of each event; jsonl: "
                                   "watch JSON Lines, as kubectl prints them; csv. Default: a line of text each."),
                   ArgumentsTr::tr("form"), outputNames());
    addFilter(command);
    command.words(QStringLiteral("FILE"), aFile(), {Offer::Files, Offer::Nothing});
    return command;
}

CommandSyntax statsSyntax()
{
    CommandSyntax command(
        QStringLiteral("stats"),
        ArgumentsTr::tr("Print what is in a recording: by kind, namespace, object and writer, with rates, "
                        "and where changes may be missing."));
    addFilter(command);
    command.words(QStringLiteral("FILE"), aFile(), {Offer::Files, Offer::Nothing});
    return command;
}

CommandSyntax verifySyntax()
{
    CommandSyntax command(QStringLiteral("verify"),
                          ArgumentsTr::tr("Check that a recording is whole, and that its watches kept list-watch's "
                                          "contract: 0 it is so, 1 it is not, and where, 2 it could not be checked."));
    command.words(QStringLiteral("FILE"), aFile(), {Offer::Files, Offer::Nothing});
    return command;
}

CommandSyntax diffSyntax()
{
    CommandSyntax command(
        QStringLiteral("diff"),
        ArgumentsTr::tr("Print which objects differ between two moments of a recording, or between the ends of two, in "
                        "what, and who wrote it: 0 nothing differs, 1 something does, 2 there was trouble."));
    command.value({QStringLiteral("at")},
                  ArgumentsTr::tr("A moment, twice: 13:58:02, 2026-11-21T13:58:02Z, or -15m before the end."),
                  ArgumentsTr::tr("time"));
    addFilter(command);
    command.words(QStringLiteral("FILE [FILE]"), aFile(), {Offer::Files, Offer::Files, Offer::Nothing});
    return command;
}

CommandSyntax convertSyntax()
{
    CommandSyntax command(QStringLiteral("convert"),
                          ArgumentsTr::tr("Write a recording as watch JSON Lines, or such lines as a recording: what "
                                          "ends with .wklog is one."));
    addFilter(command);
    command.flag({QStringLiteral("no-redact")},
                 ArgumentsTr::tr("Write values that look like secrets, too, which are replaced else."));
    command.words(QStringLiteral("FILE FILE"),
                  ArgumentsTr::tr("What to read, and what to write; - for standard input and standard output."),
                  {Offer::Files, Offer::Files, Offer::Nothing});
    return command;
}

std::optional<Result<ParsedReading>> parseReading(const QString &command, const QStringList &arguments)
{
    for (const auto &[which, table] :
         {std::pair{Command::Cat, catSyntax()}, std::pair{Command::Stats, statsSyntax()},
          std::pair{Command::Verify, verifySyntax()}, std::pair{Command::Diff, diffSyntax()},
          std::pair{Command::Convert, convertSyntax()}}) {
        if (table.name() == command)
            return parse(which, table, arguments);
    }
    return {};
}

void addFilter(CommandSyntax &command)
{
    command.value({QStringLiteral("filter")},
                  ArgumentsTr::tr("Only events that answer this, as in the window: kind:Pod ns:web phase != Running."),
                  ArgumentsTr::tr("filter"));
}

Result<Filter> filterOf(const QString &text)
{
    if (text.trimmed().isEmpty())
        return Filter();
    FilterParse parsed = parseFilter(text.toStdString());
    if (parsed.filter)
        return *std::move(parsed.filter);
    return usageError(
        ArgumentsTr::tr("--filter cannot be read: %1").arg(QString::fromStdString(parsed.error.sentence)));
}

} // namespace wk
