// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/get/getarguments.h"

#include "app/commandline.h"
#include "app/get/outputformat.h"
#include "app/targetwords.h"

#include <algorithm>

namespace wk {

namespace {

void addOutputOptions(CommandSyntax &command)
{
    command.choice({QStringLiteral("o"), QStringLiteral("output")},
                   ArgumentsTr::tr("wide, json, yaml, name, jsonpath=TEMPLATE, jsonpath-as-json=TEMPLATE, "
                                   "jsonpath-file=FILE, custom-columns=HEADING:PATH,… or custom-columns-file=FILE."),
                   ArgumentsTr::tr("format"), outputFormatNames());
    command.value({QStringLiteral("template")}, ArgumentsTr::tr("The template, or its file, if -o does not name it."),
                  ArgumentsTr::tr("template"));
    command.flag({QStringLiteral("allow-missing-template-keys")},
                 ArgumentsTr::tr("What a template names and an object lacks is nothing, and no error (the default)."));
    command.value({QStringLiteral("sort-by")}, ArgumentsTr::tr("Sort by the value at a JSONPath of the objects."),
                  ArgumentsTr::tr("path"));
    command.value({QStringLiteral("L"), QStringLiteral("label-columns")},
                  ArgumentsTr::tr("Labels to show as columns, with commas between; may be repeated."),
                  ArgumentsTr::tr("labels"));
    command.flag({QStringLiteral("show-labels")}, ArgumentsTr::tr("Add the labels as the last column."));
    command.flag({QStringLiteral("show-kind")}, ArgumentsTr::tr("Write the kind before each name."));
    command.flag({QStringLiteral("no-headers")}, ArgumentsTr::tr("Leave out the headings."));
    command.flag({QStringLiteral("show-managed-fields")},
                 ArgumentsTr::tr("Keep metadata.managedFields in json and yaml."));
}

void addListOptions(CommandSyntax &command)
{
    command.flag({QStringLiteral("w"), QStringLiteral("watch")},
                 ArgumentsTr::tr("Watch after listing, until interrupted."));
    command.flag({QStringLiteral("output-watch-events")},
                 ArgumentsTr::tr("With -w: print each event with its type; tables do, unless “=false”."));
    command.flag({QStringLiteral("ignore-not-found")},
                 ArgumentsTr::tr("An object that is not there is nothing, and no error."));
    command.value({QStringLiteral("chunk-size")},
                  ArgumentsTr::tr("How many objects to ask for at a time (without -w); 0: all at once. Default: 500."),
                  ArgumentsTr::tr("number"));
    command.refused({QStringLiteral("f"), QStringLiteral("filename")});
    command.refused({QStringLiteral("k"), QStringLiteral("kustomize")});
}

void addRecordingOptions(CommandSyntax &command)
{
    command.value({QStringLiteral("from")},
                  ArgumentsTr::tr("Look into this recording, and not at a cluster; -: standard input."),
                  ArgumentsTr::tr("file"), Offer::Files);
    command.value({QStringLiteral("at")},
                  ArgumentsTr::tr("With --from: as of that time, 13:58:02, RFC 3339 or -15m; else as of its end."),
                  ArgumentsTr::tr("time"));
    command
        .value({QStringLiteral("speed")}, ArgumentsTr::tr("With --from and -w: 0.1 to 1000 times as fast as it was."),
               ArgumentsTr::tr("number"))
        .usual = QStringLiteral("1");
    command.value({QStringLiteral("cluster")}, ArgumentsTr::tr("With --from: which cluster of several."),
                  ArgumentsTr::tr("name"));
}

/// With -w what came then comes again.
Result<> readRecording(GetArguments &get, const CommandLine &command)
{
    for (const char *option : {"at", "cluster", "speed"}) {
        if (command.has(option) && !command.has("from"))
            return usageError(
                ArgumentsTr::tr("--%1 is about a recording: name one with --from.").arg(QLatin1String(option)));
    }
    if (!command.has("from"))
        return success();
    for (const char *option : {"kubeconfig", "context", "demo", "etcd", "as", "as-group", "as-uid"}) {
        if (command.has(option))
            return usageError(ArgumentsTr::tr("--from names a recording, and --%1 is about a cluster: one of them.")
                                  .arg(QLatin1String(option)));
    }
    const double speed = command.get("speed").toDouble(); // 0 for what is no number
    if (!ReplayArguments::isSpeed(speed))
        return usageError(ArgumentsTr::tr("The speed of a recording is a number from 0.1 to 1000, not “%1”.")
                              .arg(command.get("speed")));
    get.recording = ReplayArguments{command.get("from"), command.get("cluster"), command.given("at"), !get.watch,
                                    get.watch ? speed : 0.0};
    return success();
}

void readFlags(GetArguments &get, const CommandLine &command)
{
    get.watch = command.has("watch");
    get.outputWatchEvents = command.has("output-watch-events");
    get.showManagedFields = command.has("show-managed-fields");
    get.showLabels = command.has("show-labels");
    get.showKind = command.has("show-kind");
    get.noHeaders = command.has("no-headers");
    get.ignoreNotFound = command.has("ignore-not-found");
    get.missingKeysAreErrors = command.isOff("allow-missing-template-keys");
    for (const QString &labels : command.all("label-columns")) {
        for (const QString &label : labels.split(u',', Qt::SkipEmptyParts))
            get.labelColumns.push_back(label.toStdString());
    }
}

Result<> readSort(GetArguments &get, const QString &text)
{
    if (text.isEmpty())
        return success();
    auto path = json::parsePath(text.toStdString());
    if (!path)
        return usageError(QString::fromStdString(path.error().text));
    const QString inside = text.startsWith(u'{') ? text.mid(1, text.size() - 2) : text;
    get.sortText =
        QString(QStringLiteral("{") + (inside.startsWith(u'.') ? QString() : QStringLiteral(".")) + inside + u'}')
            .toStdString();
    get.sortPath = std::move(path).value();
    return success();
}

Result<> readChunkSize(GetArguments &get, const CommandLine &command)
{
    if (!command.has("chunk-size"))
        return success();
    bool isNumber = false;
    const int size = command.get("chunk-size").toInt(&isNumber);
    if (!isNumber)
        return usageError(
            ArgumentsTr::tr("--chunk-size takes a whole number, and not “%1”.").arg(command.get("chunk-size")));
    get.selection.chunkSize = std::max(size, 0);
    return success();
}

/// What goes together with nothing else, in the order in which kubectl looks for it.
Result<> checkGet(const GetArguments &get, const CommandLine &command)
{
    if (get.showLabels && !isTable(get.format))
        return usageError(
            QStringLiteral("--show-labels option cannot be used with %1 printer").arg(command.get("output")));
    if (get.outputWatchEvents && !get.watch)
        return usageError(QStringLiteral("--output-watch-events option can only be used with --watch or --watch-only"));
    const SelectionArguments &selection = get.selection;
    const bool isSelecting = !selection.labelSelector.empty() || !selection.fieldSelector.empty();
    if (get.cluster.etcd)
        return isSelecting ? usageError(ArgumentsTr::tr("etcd knows no selectors: name a prefix of keys.")) : success();
    const QString kinds = command.positionals().constFirst();
    if (isSelecting && (kinds.contains(u'/') || (kinds.contains(u',') && !selection.targets.front().name.empty())))
        return usageError(
            QStringLiteral("selectors and the all flag cannot be used when passing resource/name arguments"));
    if (isSelecting && !selection.targets.front().name.empty())
        return usageError(QStringLiteral("name cannot be provided when a selector is specified"));
    return success();
}

} // namespace

CommandSyntax getSyntax()
{
    CommandSyntax command(QStringLiteral("get"),
                          ArgumentsTr::tr("List objects, and with -w watch them, as kubectl get does."));
    command.addClusterOptions();
    command.addEtcdOptions();
    command.addSelectionOptions();
    addOutputOptions(command);
    addListOptions(command);
    addRecordingOptions(command);
    command.words(QStringLiteral("KIND [NAME]"),
                  ArgumentsTr::tr(
                      "What to list: pods, deploy,rs, deploy/web, all, widgets.example.com, widgets.v1.example.com, …"),
                  {Offer::Kinds, Offer::Nothing});
    return command;
}

Result<Arguments> parseGet(const QStringList &arguments)
{
    const CommandSyntax table = getSyntax();
    CommandLine command(table);
    if (auto parsed = command.parse(arguments); !parsed)
        return parsed.error();
    if (command.has("help"))
        return Arguments(HelpArguments{table.help()});
    GetArguments get;
    get.cluster = command.cluster();
    get.selection = command.selection();
    readFlags(get, command);
    if (command.has("filename") || command.has("kustomize"))
        return usageError(
            ArgumentsTr::tr("No files are read here: name the kinds and the objects, as in “get deployment/web”."));
    auto targets = get.cluster.etcd ? prefixesOf(command.positionals()) : targetsOf(command.positionals());
    if (!targets)
        return targets.error();
    get.selection.targets = std::move(targets).value();
    if (auto done = readOutputFormat(get, command.get("output"), command.get("template")); !done)
        return done.error();
    if (auto done = readSort(get, command.get("sort-by")); !done)
        return done.error();
    if (auto done = readChunkSize(get, command); !done)
        return done.error();
    if (const auto checked = checkGet(get, command); !checked)
        return checked.error();
    if (const auto done = readRecording(get, command); !done)
        return done.error();
    if (get.watch && isTable(get.format))
        get.outputWatchEvents = !command.isOff("output-watch-events");
    return Arguments(get);
}

} // namespace wk
