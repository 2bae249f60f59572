// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/arguments.h"

#include "app/goflags.h"
#include "core/demo/demooptions.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <algorithm>

namespace wk {

namespace {

struct ArgumentsTr {
    Q_DECLARE_TR_FUNCTIONS(Arguments)
};

Error mistake(const QString &text)
{
    Error error;
    error.kind = ErrorKind::Invalid;
    error.text = text.toStdString();
    return error;
}

/// The parser of one subcommand: its options by name, so that reading them is a look-up.
class Command
{
public:
    /// `name` is the word that chooses it; empty for the window.
    explicit Command(const QString &description, const QString &name = {})
        : m_name(name.isEmpty() ? name : QString(QLatin1Char(' ') + name))
    {
        m_parser.setApplicationDescription(description);
        m_parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsCompactedShortOptions);
        flag({QStringLiteral("h"), QStringLiteral("help")}, ArgumentsTr::tr("Show this help."));
    }

    void flag(const QStringList &names, const QString &description)
    {
        m_parser.addOption({names, description});
        m_flags.addFlag(names);
    }
    void value(const QStringList &names, const QString &description, const QString &valueName)
    {
        m_parser.addOption({names, description, valueName});
        m_flags.addValue(names);
    }
    void positional(const QString &name, const QString &description)
    {
        m_parser.addPositionalArgument(name, description);
    }

    void addClusterOptions()
    {
        value({QStringLiteral("kubeconfig")},
              ArgumentsTr::tr("The kubeconfig to use; else KUBECONFIG, else ~/.kube/config."), ArgumentsTr::tr("file"));
        value({QStringLiteral("context")}, ArgumentsTr::tr("The context to use instead of the current one."),
              ArgumentsTr::tr("name"));
        flag({QStringLiteral("demo")}, ArgumentsTr::tr("Use the embedded demo cluster."));
        flag({QStringLiteral("allow-exec")}, ArgumentsTr::tr("Run the context's credential plugin without asking."));
        flag({QStringLiteral("allow-insecure")},
             ArgumentsTr::tr("Accept a context that switches certificate checks off."));
    }

    void addSelectionOptions()
    {
        value({QStringLiteral("n"), QStringLiteral("namespace")}, ArgumentsTr::tr("The namespace to look into."),
              ArgumentsTr::tr("name"));
        flag({QStringLiteral("A"), QStringLiteral("all-namespaces")}, ArgumentsTr::tr("Look into all namespaces."));
        value({QStringLiteral("l"), QStringLiteral("selector")}, ArgumentsTr::tr("A label selector."),
              ArgumentsTr::tr("selector"));
        value({QStringLiteral("field-selector")}, ArgumentsTr::tr("A field selector."), ArgumentsTr::tr("selector"));
    }

    Result<> parse(const QStringList &arguments)
    {
        const auto rest = m_flags.takenFrom(arguments);
        if (!rest)
            return mistake(
                ArgumentsTr::tr("%1 takes true or false, and not “%2”.")
                    .arg(QString::fromStdString(rest.error().place), QString::fromStdString(rest.error().text)));
        if (!m_parser.parse(QStringList(QStringLiteral("watchkeeper")) + *rest))
            return mistake(m_parser.errorText());
        return success();
    }
    bool has(const char *name) const
    {
        const QString option = QString::fromLatin1(name);
        return m_flags.isOn(option) || m_parser.isSet(option);
    }
    QString get(const char *name) const { return m_parser.value(QString::fromLatin1(name)); }
    QStringList positionals() const { return m_parser.positionalArguments(); }
    /// The parser takes the program's name from the application, and there is none yet.
    QString help() const
    {
        return m_parser.helpText().replace(QStringLiteral("<executable_name>"), QStringLiteral("watchkeeper") + m_name);
    }

    ClusterArguments cluster() const
    {
        return {get("kubeconfig").toStdString(),
                get("context").toStdString(),
                has("demo"),
                0,
                has("allow-exec"),
                has("allow-insecure")};
    }
    SelectionArguments selection() const
    {
        SelectionArguments selection;
        selection.ns = get("namespace").toStdString();
        selection.allNamespaces = has("all-namespaces");
        selection.labelSelector = get("selector").toStdString();
        selection.fieldSelector = get("field-selector").toStdString();
        return selection;
    }

private:
    QString m_name;
    QCommandLineParser m_parser;
    GoFlags m_flags;
};

Result<OutputFormat> outputFormat(const QString &name)
{
    if (name.isEmpty())
        return OutputFormat::Table;
    if (name == QStringLiteral("wide"))
        return OutputFormat::Wide;
    if (name == QStringLiteral("json"))
        return OutputFormat::Json;
    if (name == QStringLiteral("yaml"))
        return OutputFormat::Yaml;
    if (name == QStringLiteral("name"))
        return OutputFormat::Name;
    return mistake(ArgumentsTr::tr("There is no output format “%1”; there are wide, json, yaml and name.").arg(name));
}

/// KIND/NAME…
Result<std::vector<TargetArguments>> slashedTargets(const QStringList &words)
{
    std::vector<TargetArguments> targets;
    for (const QString &word : words) {
        const QStringList halves = word.split(u'/');
        if (halves.size() != 2 || halves[0].isEmpty() || halves[0].contains(u',') || halves[1].isEmpty())
            return mistake(
                ArgumentsTr::tr("“%1” is not one kind and one name: write KIND/NAME for each object.").arg(word));
        targets.push_back({halves[0].toStdString(), halves[1].toStdString()});
    }
    return targets;
}

/// KIND[,KIND…] [NAME…] or KIND/NAME…
Result<std::vector<TargetArguments>> targetsOf(const QStringList &words)
{
    if (words.isEmpty() || words[0].isEmpty())
        return mistake(ArgumentsTr::tr("Name the kind of objects, for example “pods”."));
    if (std::any_of(words.begin(), words.end(), [](const QString &word) { return word.contains(u'/'); }))
        return slashedTargets(words);
    std::vector<TargetArguments> targets;
    for (const QString &kind : words[0].split(u',')) {
        if (kind.isEmpty())
            return mistake(ArgumentsTr::tr("A kind is missing in “%1”.").arg(words[0]));
        if (words.size() == 1)
            targets.push_back({kind.toStdString(), {}});
        for (const QString &name : words.mid(1)) {
            if (name.isEmpty())
                return mistake(ArgumentsTr::tr("The name of an object is empty."));
            targets.push_back({kind.toStdString(), name.toStdString()});
        }
    }
    return targets;
}

Result<Arguments> parseGet(const QStringList &arguments)
{
    Command command(ArgumentsTr::tr("List objects, and with -w watch them, as kubectl get does."),
                    QStringLiteral("get"));
    command.addClusterOptions();
    command.addSelectionOptions();
    command.value({QStringLiteral("o"), QStringLiteral("output")}, ArgumentsTr::tr("wide, json, yaml or name."),
                  ArgumentsTr::tr("format"));
    command.flag({QStringLiteral("w"), QStringLiteral("watch")},
                 ArgumentsTr::tr("Watch after listing, until interrupted."));
    command.flag({QStringLiteral("output-watch-events")},
                 ArgumentsTr::tr("With -w and json or yaml: print each event with its type."));
    command.flag({QStringLiteral("show-managed-fields")},
                 ArgumentsTr::tr("Keep metadata.managedFields in json and yaml."));
    command.flag({QStringLiteral("show-labels")}, ArgumentsTr::tr("Add the labels as the last column."));
    command.flag({QStringLiteral("no-headers")}, ArgumentsTr::tr("Leave out the headings."));
    command.positional(QStringLiteral("KIND [NAME]"),
                       ArgumentsTr::tr("What to list: pods, deploy,rs, deploy/web, all, widgets.example.com, …"));
    if (auto parsed = command.parse(arguments); !parsed)
        return parsed.error();
    if (command.has("help"))
        return Arguments(HelpArguments{command.help()});
    GetArguments get;
    get.cluster = command.cluster();
    get.selection = command.selection();
    auto targets = targetsOf(command.positionals());
    if (!targets)
        return targets.error();
    get.selection.targets = std::move(targets).value();
    const auto format = outputFormat(command.get("output"));
    if (!format)
        return format.error();
    get.format = *format;
    get.watch = command.has("watch");
    get.outputWatchEvents = command.has("output-watch-events");
    get.showManagedFields = command.has("show-managed-fields");
    get.showLabels = command.has("show-labels");
    get.noHeaders = command.has("no-headers");
    return Arguments(get);
}

Result<Arguments> parseRecord(const QStringList &arguments)
{
    Command command(
        ArgumentsTr::tr(
            "List a kind, watch it, and write every event to a file as watch JSON Lines, until interrupted."),
        QStringLiteral("record"));
    command.addClusterOptions();
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
        return mistake(ArgumentsTr::tr("Name the file to write, for example “watchkeeper record pods.jsonl pods -A”."));
    record.file = words.takeFirst();
    auto targets = targetsOf(words);
    if (!targets)
        return targets.error();
    record.selection.targets = std::move(targets).value();
    return Arguments(record);
}

QString overview(const Command &window)
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
    return mistake(ArgumentsTr::tr("The demo can have %1 to %2 pods, not “%3”.")
                       .arg(QString::number(DemoOptions::FewestPods), QString::number(DemoOptions::MostPods), text));
}

Result<Arguments> parseWindow(const QStringList &arguments)
{
    Command command(
        ArgumentsTr::tr("Watchkeeper shows what happens in a Kubernetes cluster, live. It only ever reads."));
    command.addClusterOptions();
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
    if (!command.positionals().isEmpty())
        return mistake(ArgumentsTr::tr("There is no command “%1”. The commands are get, record and serve.")
                           .arg(command.positionals().constFirst()));
    WindowArguments window;
    window.cluster = command.cluster();
    if (command.has("demo-scale")) {
        const auto pods = demoPods(command.get("demo-scale"));
        if (!pods)
            return pods.error();
        window.cluster.demo = true;
        window.cluster.demoPods = *pods;
    }
    window.tourFolder = command.get("tour");
    window.timeStart = command.has("time-start");
    window.language = command.get("language");
    window.theme = command.get("theme");
    static const QStringList languages{QString(), QStringLiteral("en"), QStringLiteral("zh_CN")};
    static const QStringList themes{QString(), QStringLiteral("light"), QStringLiteral("dark"),
                                    QStringLiteral("system")};
    if (!languages.contains(window.language))
        return mistake(ArgumentsTr::tr("There is no language “%1”; there are en and zh_CN.").arg(window.language));
    if (!themes.contains(window.theme))
        return mistake(ArgumentsTr::tr("There is no theme “%1”; there are light, dark and system.").arg(window.theme));
    return Arguments(window);
}

/// Where the command stands: options may come before it, as in “kubectl -n web get pods”. -1 when there is none.
qsizetype commandAt(const QStringList &arguments)
{
    static const QStringList withValue{
        QStringLiteral("--kubeconfig"), QStringLiteral("--context"),  QStringLiteral("-n"),
        QStringLiteral("--namespace"),  QStringLiteral("-l"),         QStringLiteral("--selector"),
        QStringLiteral("-o"),           QStringLiteral("--output"),   QStringLiteral("--field-selector"),
        QStringLiteral("--theme"),      QStringLiteral("--language"), QStringLiteral("--tour"),
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
