// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/serve.h"

#include "app/console.h"
#include "app/etcdchoice.h"
#include "app/interrupt.h"
#include "core/base/clock.h"
#include "core/base/displaysafe.h"
#include "core/demo/democluster.h"
#include "ui/style/errorwords.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDateTime>
#include <QFile>
#include <QStandardPaths>
#include <QTextStream>

#include <algorithm>
#include <utility>

namespace wk {

namespace {

struct Flags {
    QCommandLineOption demo{QStringLiteral("demo"), QStringLiteral("A simulated cluster; without it, and with etcd, an "
                                                                   "API server alone.")};
    QCommandLineOption etcdServers{
        QStringLiteral("etcd-servers"),
        QStringLiteral("Keeps the objects in this etcd cluster, which several servers may share, and not in memory."),
        QStringLiteral("URL,…")};
    QCommandLineOption etcdPrefix{QStringLiteral("etcd-prefix"),
                                  QStringLiteral("Below which keys of etcd; nobody else's may be there."),
                                  QStringLiteral("PREFIX"), QStringLiteral("/watchkeeper")};
    QCommandLineOption etcdCaFile{QStringLiteral("etcd-cafile"), QStringLiteral("Who signed etcd's certificates."),
                                  QStringLiteral("FILE")};
    QCommandLineOption etcdCertFile{QStringLiteral("etcd-certfile"), QStringLiteral("What is shown to etcd."),
                                    QStringLiteral("FILE")};
    QCommandLineOption etcdKeyFile{QStringLiteral("etcd-keyfile"), QStringLiteral("Its key."), QStringLiteral("FILE")};
    QCommandLineOption etcdCompaction{
        QStringLiteral("etcd-compaction-interval"),
        QStringLiteral("Of etcd's past twice as much is kept, all others' keys as well: minutes, "
                       "1 to 1440; 0: it is never compacted."),
        QStringLiteral("M"), QStringLiteral("5")};
    QCommandLineOption port{QStringLiteral("port"), QStringLiteral("Port on 127.0.0.1; 0 or none: any free one."),
                            QStringLiteral("P")};
    QCommandLineOption tls{QStringLiteral("tls"),
                           QStringLiteral("HTTPS, with a certificate of its own; so it is without being asked for.")};
    /// kubectl sends no token without TLS, so it cannot be the default. Source: client-go tools/clientcmd,
    /// ClientConfig().
    QCommandLineOption http{QStringLiteral("http"),
                            QStringLiteral("Plain HTTP, for curl; kubectl would send no token.")};
    QCommandLineOption folder{
        QStringLiteral("folder"),
        QStringLiteral("Where certificate and token stay for the next start; empty: nowhere."), QStringLiteral("DIR"),
        QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/serve")};
    QCommandLineOption seed{QStringLiteral("seed"), QStringLiteral("Fixes names, ages and what fails."),
                            QStringLiteral("N"), QStringLiteral("7")};
    QCommandLineOption nodes{QStringLiteral("nodes"), QStringLiteral("1 to 50."), QStringLiteral("N"),
                             QStringLiteral("12")};
    QCommandLineOption speed{QStringLiteral("speed"), QStringLiteral("0.1 to 100 times as fast as life."),
                             QStringLiteral("X"), QStringLiteral("1")};
    QCommandLineOption scale{QStringLiteral("scale"),
                             QStringLiteral("100 to 100000 pods, on as many nodes as they take."), QStringLiteral("N")};
    QCommandLineOption still{QStringLiteral("still"), QStringLiteral("Nothing happens unless you make it happen.")};
};

void say(const QString &text)
{
    QTextStream(stderr) << text << Qt::endl;
}

Error misused(const QString &text)
{
    Error error;
    error.kind = ErrorKind::Invalid;
    error.text = QString(text + QStringLiteral(" “watchkeeper serve --help” says more.")).toStdString();
    return error;
}

/// Empty when the options are within their bounds.
QString faultOf(const QCommandLineParser &parser, const Flags &flags)
{
    if (!parser.isSet(flags.demo) && !parser.isSet(flags.etcdServers))
        return QStringLiteral("There is nothing to serve but the demo cluster: add --demo. With --etcd-servers there "
                              "may be an API server alone.");
    for (const auto *option :
         {&flags.etcdPrefix, &flags.etcdCaFile, &flags.etcdCertFile, &flags.etcdKeyFile, &flags.etcdCompaction}) {
        if (parser.isSet(*option) && !parser.isSet(flags.etcdServers))
            return QStringLiteral("--%1 is about an etcd: name one with --etcd-servers.")
                .arg(option->names().constFirst());
    }
    if (!parser.positionalArguments().isEmpty())
        return QStringLiteral("“%1” is too much.").arg(parser.positionalArguments().constFirst());
    const auto isWithin = [&parser](const QCommandLineOption &option, qlonglong least, qlonglong most) {
        bool isNumber = false;
        const qlonglong number = parser.value(option).toLongLong(&isNumber);
        return isNumber && number >= least && number <= most;
    };
    if (parser.isSet(flags.port) && !isWithin(flags.port, 0, 65535))
        return QStringLiteral("A port is a number from 0 to 65535, not “%1”.").arg(parser.value(flags.port));
    const QString prefix = parser.value(flags.etcdPrefix);
    if (!prefix.startsWith(u'/') || prefix.size() < 2)
        return QStringLiteral("A prefix begins with a slash and a name, like /watchkeeper; “%1” does not.").arg(prefix);
    if (!isWithin(flags.etcdCompaction, 0, 1440))
        return QStringLiteral("Etcd may be compacted each 1 to 1440 minutes, or never (0), not “%1”.")
            .arg(parser.value(flags.etcdCompaction));
    if (!isWithin(flags.nodes, 1, DemoOptions::MostNodes))
        return QStringLiteral("There can be 1 to %1 nodes, not “%2”.")
            .arg(QString::number(DemoOptions::MostNodes), parser.value(flags.nodes));
    if (parser.isSet(flags.scale) && !isWithin(flags.scale, DemoOptions::FewestPods, DemoOptions::MostPods))
        return QStringLiteral("There can be %1 to %2 pods, not “%3”.")
            .arg(QString::number(DemoOptions::FewestPods), QString::number(DemoOptions::MostPods),
                 parser.value(flags.scale));
    if (parser.isSet(flags.scale) && parser.isSet(flags.nodes))
        return QStringLiteral("How many nodes there are follows from --scale: leave --nodes out.");
    const double speed = parser.value(flags.speed).toDouble(); // 0 for what is no number
    if (!(speed >= 0.1 && speed <= 100))
        return QStringLiteral("The speed is a number from 0.1 to 100, not “%1”.").arg(parser.value(flags.speed));
    return {};
}

struct ServeOptions {
    DemoOptions demo;
    std::string folder; ///< empty: nothing is kept
};

/// User and password are taken from etcdctl's variables.
Result<EtcdStorageOptions> etcdOptionsOf(const QCommandLineParser &parser, const Flags &flags)
{
    EtcdArguments etcd;
    etcd.endpoints = parser.value(flags.etcdServers);
    etcd.caFile = parser.value(flags.etcdCaFile);
    etcd.certFile = parser.value(flags.etcdCertFile);
    etcd.keyFile = parser.value(flags.etcdKeyFile);
    const auto access = chooseEtcd(etcd, {});
    if (!access)
        return access.error();
    return EtcdStorageOptions{*access, parser.value(flags.etcdPrefix).toStdString(),
                              std::chrono::minutes(parser.value(flags.etcdCompaction).toInt())};
}

/// ErrorKind::Cancelled when help was asked for: its text is the help.
Result<ServeOptions> optionsOf(const QStringList &arguments)
{
    const Flags flags;
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Run the embedded demo cluster, and print a kubeconfig for it."));
    parser.addOptions({flags.demo, flags.port, flags.tls, flags.http, flags.folder, flags.seed, flags.nodes,
                       flags.speed, flags.scale, flags.still, flags.etcdServers, flags.etcdPrefix, flags.etcdCaFile,
                       flags.etcdCertFile, flags.etcdKeyFile, flags.etcdCompaction});
    const QCommandLineOption help = parser.addHelpOption();
    if (!parser.parse(QStringList{QStringLiteral("watchkeeper")} + arguments))
        return misused(parser.errorText());
    if (parser.isSet(help))
        return Error{
            ErrorKind::Cancelled,
            parser.helpText()
                .replace(QStringLiteral("[options]"), QStringLiteral("serve (--demo | --etcd-servers URL,…) [options]"))
                .toStdString()};
    if (const QString fault = faultOf(parser, flags); !fault.isEmpty())
        return misused(fault);
    ServeOptions serve;
    serve.folder = QFile::encodeName(parser.value(flags.folder)).toStdString();
    DemoOptions &options = serve.demo;
    bool isSeed = false;
    options.seed = parser.value(flags.seed).toULongLong(&isSeed);
    if (!isSeed)
        return misused(QStringLiteral("The seed is a whole number, not “%1”.").arg(parser.value(flags.seed)));
    options.nodes = parser.value(flags.nodes).toInt();
    options.speed = parser.value(flags.speed).toDouble();
    options.port = parser.isSet(flags.port) ? parser.value(flags.port).toUShort() : 0;
    options.tls = !parser.isSet(flags.http);
    options.pods = parser.isSet(flags.scale) ? parser.value(flags.scale).toInt() : 0;
    options.hasScenarios = !parser.isSet(flags.still);
    options.hasComponents = parser.isSet(flags.demo);
    if (parser.isSet(flags.etcdServers)) {
        auto etcd = etcdOptionsOf(parser, flags);
        if (!etcd)
            return etcd.error();
        options.etcd = std::move(etcd).value();
        options.etcd->log = [](const std::string &sentence) {
            say(QDateTime::currentDateTime().toString(Qt::ISODate) + QLatin1Char(' ') +
                QString::fromStdString(terminalSafe(sentence)));
        };
        serve.folder.clear(); // etcd keeps what this would
    }
    return serve;
}

/// Says how far the seeding is, a line for each tenth.
class SeedingLine
{
public:
    explicit SeedingLine(int wanted)
        : m_wanted(wanted)
    {}

    void operator()(int pods)
    {
        m_made += pods;
        const int tenth = static_cast<int>(10LL * m_made / m_wanted);
        if (tenth > m_tenth)
            say(QStringLiteral("%1 of %2 pods").arg(QString::number(m_made), QString::number(m_wanted)));
        m_tenth = std::max(m_tenth, tenth);
    }

private:
    int m_wanted;
    int m_made = 0;
    int m_tenth = 0;
};

using apiserver::KeptIdentity;

/// What became of the kubeconfigs that were printed before; empty when they go on working.
QString lossOf(KeptIdentity::Story story)
{
    const QString lost = QStringLiteral(
        "Certificate and token are new (%1): kubeconfigs that were printed before do not work any more.");
    switch (story) {
    case KeptIdentity::Story::First:
    case KeptIdentity::Story::Kept: return {};
    case KeptIdentity::Story::Expired: return lost.arg(QStringLiteral("those of before have expired"));
    case KeptIdentity::Story::Damaged: return lost.arg(QStringLiteral("those of before cannot be read"));
    case KeptIdentity::Story::Exposed: return lost.arg(QStringLiteral("others could read those of before"));
    }
    return {};
}

/// Without a folder to keep it in there is a new one with each start.
void keepIdentity(ServeOptions &options, const Console &console)
{
    if (options.folder.empty())
        return;
    const auto kept = apiserver::keptIdentity(options.folder, "127.0.0.1", SystemClock().wallNow());
    if (!kept) {
        console.sayError(kept.error());
        say(QStringLiteral("Certificate and token are for this run alone."));
        return;
    }
    options.demo.identity = kept->identity;
    // A client that comes back must not take this history for the one that it knows: all of it is newer, as after
    // `etcdutl snapshot restore --bump-revision`. Nothing writes a million times a second.
    options.demo.revision += std::uint64_t(kept->age.count());
    if (const QString loss = lossOf(kept->story); !loss.isEmpty())
        say(loss);
}

} // namespace

int runServe(const QStringList &arguments)
{
    auto parsed = optionsOf(arguments);
    const Console console = Console::standard();
    if (!parsed && parsed.error().kind == ErrorKind::Cancelled) {
        console.out(parsed.error().text);
        return 0;
    }
    if (!parsed) {
        console.sayError(parsed.error());
        return 1;
    }
    const Interrupt signals([] { QCoreApplication::quit(); });
    ServeOptions options = std::move(parsed).value();
    keepIdentity(options, console);
    const DemoOptions &demo = options.demo;
    DemoCluster cluster(demo);
    const auto access = demo.isCrowded() ? cluster.start(SeedingLine(demo.pods)) : cluster.start();
    if (!access) {
        say(QStringLiteral("error: ") + errorWords(access.error()).sentence());
        return 1;
    }
    QTextStream(stdout) << QString::fromStdString(cluster.kubeconfigText()) << Qt::flush;
    if (demo.etcd)
        say(QStringLiteral("Its objects are in etcd, below %1; this kubeconfig is good for each server on it.")
                .arg(QString::fromStdString(demo.etcd->prefix)));
    if (!demo.hasComponents) {
        say(QStringLiteral("An API server on %1, without anybody who acts on what is in it. Ctrl+C ends it.")
                .arg(access->server.toString()));
        return QCoreApplication::exec();
    }
    say(QStringLiteral(
            "A demo cluster on %1. Keep what was printed in a file and use it:\n"
            "    KUBECONFIG=FILE kubectl get pods -A -w\n"
            "    KUBECONFIG=FILE kubectl -n web set image deployment/cart cart=registry.demo/web/cart:1.9.5\n"
            "Tags with -rc or crash exit, oom is killed, missing cannot be pulled. Ctrl+C ends it.")
            .arg(access->server.toString()));
    if (!demo.identity.writeToken.isEmpty())
        say(QStringLiteral("After another start with --port %1 the same kubeconfig works again.")
                .arg(access->server.port()));
    return QCoreApplication::exec();
}

} // namespace wk
