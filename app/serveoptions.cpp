// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/serveoptions.h"

#include "app/commandline.h"
#include "app/etcdchoice.h"

#include <QFile>
#include <QStandardPaths>

#include <array>
#include <utility>

namespace wk {

namespace {

Error misused(const QString &text)
{
    return usageError(text + QStringLiteral(" “watchkeeper serve --help” says more."));
}

bool isWithin(const QString &text, qlonglong least, qlonglong most)
{
    bool isNumber = false;
    const qlonglong number = text.toLongLong(&isNumber);
    return isNumber && number >= least && number <= most;
}

/// Of `serve FILE`.
QString recordingFaultOf(const CommandLine &command)
{
    if (command.positionals().size() > 1)
        return QStringLiteral("“%1” is too much: one recording is served.").arg(command.positionals()[1]);
    for (const char *option : {"demo", "etcd-servers", "etcd-prefix", "seed", "nodes", "scale", "still"}) {
        if (command.has(option))
            return QStringLiteral("--%1 is not about a recording: serve one or the other.").arg(QLatin1String(option));
    }
    if (command.has("port") && !isWithin(command.get("port"), 0, 65535))
        return QStringLiteral("A port is a number from 0 to 65535, not “%1”.").arg(command.get("port"));
    if (!ReplayArguments::isSpeed(command.get("speed").toDouble()))
        return QStringLiteral("The speed of a recording is a number from 0.1 to 1000, not “%1”.")
            .arg(command.get("speed"));
    return {};
}

/// Empty when the options are within their bounds.
QString faultOf(const CommandLine &command)
{
    if (!command.positionals().isEmpty())
        return recordingFaultOf(command);
    for (const char *option : {"from", "cluster"}) {
        if (command.has(option))
            return QStringLiteral("--%1 is about a recording: name its file.").arg(QLatin1String(option));
    }
    if (!command.has("demo") && !command.has("etcd-servers"))
        return QStringLiteral("Say what to serve: add --demo for the demo cluster, or name a recording's file. With "
                              "--etcd-servers there may be an API server alone.");
    constexpr std::array OfEtcd{"etcd-prefix", "etcd-cafile", "etcd-certfile", "etcd-keyfile",
                                "etcd-compaction-interval"};
    for (const char *option : OfEtcd) {
        if (command.has(option) && !command.has("etcd-servers"))
            return QStringLiteral("--%1 is about an etcd: name one with --etcd-servers.").arg(QLatin1String(option));
    }
    if (command.has("port") && !isWithin(command.get("port"), 0, 65535))
        return QStringLiteral("A port is a number from 0 to 65535, not “%1”.").arg(command.get("port"));
    const QString prefix = command.get("etcd-prefix");
    if (!prefix.startsWith(u'/') || prefix.size() < 2)
        return QStringLiteral("A prefix begins with a slash and a name, like /watchkeeper; “%1” does not.").arg(prefix);
    const QString compaction = command.get("etcd-compaction-interval");
    if (!isWithin(compaction, 0, 1440))
        return QStringLiteral("Etcd may be compacted each 1 to 1440 minutes, or never (0), not “%1”.").arg(compaction);
    if (!isWithin(command.get("nodes"), 1, DemoOptions::MostNodes))
        return QStringLiteral("There can be 1 to %1 nodes, not “%2”.")
            .arg(QString::number(DemoOptions::MostNodes), command.get("nodes"));
    if (command.has("scale") && !isWithin(command.get("scale"), DemoOptions::FewestPods, DemoOptions::MostPods))
        return QStringLiteral("There can be %1 to %2 pods, not “%3”.")
            .arg(QString::number(DemoOptions::FewestPods), QString::number(DemoOptions::MostPods),
                 command.get("scale"));
    if (command.has("scale") && command.has("nodes"))
        return QStringLiteral("How many nodes there are follows from --scale: leave --nodes out.");
    const double speed = command.get("speed").toDouble(); // 0 for what is no number
    if (!(speed >= 0.1 && speed <= 100))
        return QStringLiteral("The speed is a number from 0.1 to 100, not “%1”.").arg(command.get("speed"));
    return {};
}

/// User and password are taken from etcdctl's variables.
Result<EtcdStorageOptions> storageOf(const CommandLine &command)
{
    EtcdArguments etcd;
    etcd.endpoints = command.get("etcd-servers");
    etcd.caFile = command.get("etcd-cafile");
    etcd.certFile = command.get("etcd-certfile");
    etcd.keyFile = command.get("etcd-keyfile");
    const auto access = chooseEtcd(etcd, {});
    if (!access)
        return access.error();
    return EtcdStorageOptions{*access, command.get("etcd-prefix").toStdString(),
                              std::chrono::minutes(command.get("etcd-compaction-interval").toInt())};
}

QString usualFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/serve");
}

void addStorageOptions(CommandSyntax &command)
{
    const QString file = ArgumentsTr::tr("file");
    command.value(
        {QStringLiteral("etcd-servers")},
        ArgumentsTr::tr("Keep the objects in this etcd cluster, which several servers may share, and not in memory."),
        QStringLiteral("URL,…"));
    command
        .value({QStringLiteral("etcd-prefix")},
               ArgumentsTr::tr("Below which keys of etcd; nobody else's may be there."), ArgumentsTr::tr("prefix"))
        .usual = QStringLiteral("/watchkeeper");
    command.value({QStringLiteral("etcd-cafile")}, ArgumentsTr::tr("The CA that has signed etcd's certificates."), file,
                  Offer::Files);
    command.value({QStringLiteral("etcd-certfile")}, ArgumentsTr::tr("The client certificate that is shown to etcd."),
                  file, Offer::Files);
    command.value({QStringLiteral("etcd-keyfile")}, ArgumentsTr::tr("That certificate's key."), file, Offer::Files);
    command
        .value({QStringLiteral("etcd-compaction-interval")},
               ArgumentsTr::tr("Of etcd's past twice as much is kept, all others' keys as well: minutes, 1 to 1440; "
                               "0: it is never compacted."),
               ArgumentsTr::tr("minutes"))
        .usual = QStringLiteral("5");
}

} // namespace

CommandSyntax serveSyntax()
{
    CommandSyntax command(
        QStringLiteral("serve"),
        ArgumentsTr::tr(
            "Run the embedded demo cluster, an API server on etcd, or one that tells a recording again, and "
            "print a kubeconfig for it."));
    const QString number = ArgumentsTr::tr("number");
    command.flag({QStringLiteral("demo")},
                 ArgumentsTr::tr("A simulated cluster; without it, and with etcd, an API server alone."));
    command.value({QStringLiteral("port")}, ArgumentsTr::tr("Port on 127.0.0.1; 0 or none: any free one."), number);
    command.flag({QStringLiteral("tls")},
                 ArgumentsTr::tr("HTTPS, with a certificate of its own; so it is without being asked for."));
    // kubectl sends no token without TLS, so it cannot be the default. Source: client-go tools/clientcmd,
    // ClientConfig().
    command.flag({QStringLiteral("http")}, ArgumentsTr::tr("Plain HTTP, for curl; kubectl would send no token."));
    command.value({QStringLiteral("folder")},
                  ArgumentsTr::tr("Where certificate and token stay for the next start; empty: nowhere. Default: "
                                  "~/.local/share/watchkeeper/serve."),
                  ArgumentsTr::tr("folder"), Offer::Folders);
    command.value({QStringLiteral("seed")}, ArgumentsTr::tr("Fixes names, ages and what fails."), number).usual =
        QStringLiteral("7");
    command.value({QStringLiteral("nodes")}, ArgumentsTr::tr("How many nodes, 1 to 50."), number).usual =
        QStringLiteral("12");
    command
        .value({QStringLiteral("speed")},
               ArgumentsTr::tr("0.1 to 100 times as fast as life; of a recording to 1000 times."), number)
        .usual = QStringLiteral("1");
    command.value({QStringLiteral("scale")}, ArgumentsTr::tr("100 to 100000 pods, on as many nodes as they take."),
                  number);
    command.flag({QStringLiteral("still")}, ArgumentsTr::tr("Nothing happens unless you make it happen."));
    command.value({QStringLiteral("from")},
                  ArgumentsTr::tr("Of a recording: from that time on, 13:58:02, RFC 3339 or -15m; else its beginning."),
                  ArgumentsTr::tr("time"));
    command.value({QStringLiteral("cluster")}, ArgumentsTr::tr("Of a recording of several clusters: which."),
                  ArgumentsTr::tr("name"));
    addStorageOptions(command);
    command.words(
        QStringLiteral("[FILE]"),
        ArgumentsTr::tr("A recording: what was listed and watched can be listed and watched again, and nobody "
                        "can write; -: standard input."),
        {Offer::Files});
    return command;
}

Result<Arguments> parseServe(const QStringList &arguments)
{
    const CommandSyntax table = serveSyntax();
    CommandLine command(table);
    if (auto parsed = command.parse(arguments); !parsed)
        return parsed.error();
    if (command.has("help"))
        return Arguments(HelpArguments{table.help()});
    if (const QString fault = faultOf(command); !fault.isEmpty())
        return misused(fault);
    ServeArguments serve;
    const QString folder = command.has("folder") ? command.get("folder") : usualFolder();
    serve.folder = QFile::encodeName(folder).toStdString();
    DemoOptions &options = serve.demo;
    if (!command.positionals().isEmpty())
        serve.recording = ReplayArguments{command.positionals().constFirst(), command.get("cluster"),
                                          command.given("from"), false, command.get("speed").toDouble()};
    bool isSeed = false;
    options.seed = command.get("seed").toULongLong(&isSeed);
    if (!isSeed)
        return misused(QStringLiteral("The seed is a whole number, not “%1”.").arg(command.get("seed")));
    options.nodes = command.get("nodes").toInt();
    options.speed = command.get("speed").toDouble();
    options.port = command.has("port") ? command.get("port").toUShort() : 0;
    options.tls = !command.has("http");
    options.pods = command.has("scale") ? command.get("scale").toInt() : 0;
    options.hasScenarios = !command.has("still");
    options.hasComponents = command.has("demo");
    if (command.has("etcd-servers")) {
        auto storage = storageOf(command);
        if (!storage)
            return storage.error();
        options.etcd = std::move(storage).value();
        serve.folder.clear(); // etcd keeps what this would
    }
    return Arguments(std::move(serve));
}

} // namespace wk
