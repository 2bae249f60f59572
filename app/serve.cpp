// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/serve.h"

#include "app/interrupt.h"
#include "core/demo/democluster.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QTextStream>

#include <memory>
#include <optional>

namespace wk {

namespace {

struct Flags {
    QCommandLineOption demo{QStringLiteral("demo"), QStringLiteral("A simulated cluster; nothing else can be served.")};
    QCommandLineOption port{QStringLiteral("port"), QStringLiteral("Port on 127.0.0.1; 0 or none: any free one."),
                            QStringLiteral("P")};
    QCommandLineOption tls{
        QStringLiteral("tls"),
        QStringLiteral("HTTPS, with a certificate made for this run; so it is without being asked for.")};
    /// kubectl sends no token without TLS, so it cannot be the default. Source: client-go tools/clientcmd,
    /// ClientConfig().
    QCommandLineOption http{QStringLiteral("http"),
                            QStringLiteral("Plain HTTP, for curl; kubectl would send no token.")};
    QCommandLineOption seed{QStringLiteral("seed"), QStringLiteral("Fixes names, ages and what fails."),
                            QStringLiteral("N"), QStringLiteral("7")};
    QCommandLineOption nodes{QStringLiteral("nodes"), QStringLiteral("1 to 50."), QStringLiteral("N"),
                             QStringLiteral("12")};
    QCommandLineOption speed{QStringLiteral("speed"), QStringLiteral("0.1 to 100 times as fast as life."),
                             QStringLiteral("X"), QStringLiteral("1")};
    QCommandLineOption still{QStringLiteral("still"), QStringLiteral("Nothing happens unless you make it happen.")};
};

void say(const QString &text)
{
    QTextStream(stderr) << text << Qt::endl;
}

/// Empty, and said why, for what cannot be read.
std::optional<DemoOptions> optionsOf(const QStringList &arguments)
{
    const Flags flags;
    QCommandLineParser parser;
    parser.addOptions(
        {flags.demo, flags.port, flags.tls, flags.http, flags.seed, flags.nodes, flags.speed, flags.still});
    const QCommandLineOption help = parser.addHelpOption();
    if (!parser.parse(QStringList{QStringLiteral("watchkeeper serve")} + arguments) || parser.isSet(help) ||
        !parser.isSet(flags.demo) || !parser.positionalArguments().isEmpty()) {
        if (!parser.errorText().isEmpty())
            say(parser.errorText());
        say(parser.helpText());
        return std::nullopt;
    }
    bool isSeed = false;
    bool isNodes = false;
    bool isSpeed = false;
    bool isPort = true;
    DemoOptions options;
    options.seed = parser.value(flags.seed).toULongLong(&isSeed);
    options.nodes = parser.value(flags.nodes).toInt(&isNodes);
    options.speed = parser.value(flags.speed).toDouble(&isSpeed);
    options.port = parser.isSet(flags.port) ? parser.value(flags.port).toUShort(&isPort) : 0;
    options.tls = !parser.isSet(flags.http);
    options.hasScenarios = !parser.isSet(flags.still);
    if (isSeed && isPort && isNodes && isSpeed && options.nodes >= 1 && options.nodes <= DemoOptions::MostNodes &&
        options.speed >= 0.1 && options.speed <= 100)
        return options;
    say(QStringLiteral("A number is not one, or out of its range.") + QLatin1Char('\n') + parser.helpText());
    return std::nullopt;
}

} // namespace

int runServe(const QStringList &arguments)
{
    const auto options = optionsOf(arguments);
    if (!options)
        return 2;
    const Interrupt signals([] { QCoreApplication::quit(); });
    DemoCluster cluster(*options);
    const auto access = cluster.start();
    if (!access) {
        say(QString::fromStdString(describe(access.error())));
        return 1;
    }
    QTextStream(stdout) << QString::fromStdString(cluster.kubeconfigText()) << Qt::flush;
    say(QStringLiteral(
            "A demo cluster on %1. Keep what was printed in a file and use it:\n"
            "    KUBECONFIG=FILE kubectl get pods -A -w\n"
            "    KUBECONFIG=FILE kubectl -n web set image deployment/cart cart=registry.demo/web/cart:1.9.5\n"
            "Tags with -rc or crash exit, oom is killed, missing cannot be pulled. Ctrl+C ends it.")
            .arg(access->server.toString()));
    return QCoreApplication::exec();
}

} // namespace wk
