// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/serve.h"

#include "app/console.h"
#include "app/interrupt.h"
#include "app/recordings/servedrecording.h"
#include "core/base/clock.h"
#include "core/base/displaysafe.h"
#include "core/base/time.h"
#include "core/demo/democluster.h"
#include "ui/style/errorwords.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTextStream>

#include <algorithm>
#include <utility>

namespace wk {

namespace {

void say(const QString &text)
{
    QTextStream(stderr) << text << Qt::endl;
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
void keepIdentity(ServeArguments &options)
{
    if (options.folder.empty())
        return;
    const auto kept = apiserver::keptIdentity(options.folder, "127.0.0.1", SystemClock().wallNow());
    if (!kept) {
        say(QStringLiteral("Certificate and token are for this run alone. ") + errorWords(kept.error()).sentence());
        return;
    }
    options.demo.identity = kept->identity;
    // A client that comes back must not take this history for the one that it knows: all of it is newer, as after
    // `etcdutl snapshot restore --bump-revision`. Nothing writes a million times a second.
    options.demo.revision += std::uint64_t(kept->age.count());
    if (const QString loss = lossOf(kept->story); !loss.isEmpty())
        say(loss);
}

QString timeText(WallTime time)
{
    return QString::fromStdString(formatTime(time));
}

/// What a kubeconfig calls it: two that are served at a time are two contexts.
std::string contextOf(const QString &file)
{
    if (file == QStringLiteral("-"))
        return "recording";
    QString name = QFileInfo(file).fileName();
    name = name.left(name.indexOf(QStringLiteral(".wklog"))); // all of it without
    static const QRegularExpression others(QStringLiteral("[^A-Za-z0-9._-]+"));
    name.replace(others, QStringLiteral("-"));
    return "recording-" + name.toStdString();
}

/// How to ask it; kubectl sends no token that is not encrypted.
QString howToAsk(const std::string &url, const QString &kind)
{
    if (url.starts_with("https:"))
        return QStringLiteral("Keep what was printed in a file and use it:\n    KUBECONFIG=FILE kubectl get %1 -A -w")
            .arg(kind);
    return QStringLiteral("kubectl sends no token over HTTP. With the token that was printed:\n"
                          "    curl -H \"Authorization: Bearer TOKEN\" %1/api/v1/")
        .arg(QString::fromStdString(url));
}

int runServeRecording(ServeArguments &options, const Console &console)
{
    keepIdentity(options);
    RecordingServer::Options server;
    server.port = options.demo.port;
    server.tls = options.demo.tls;
    server.identity = options.demo.identity;
    server.atEnd = [] { // behind what it serves is said, also where that is the very end
        QMetaObject::invokeMethod(
            QCoreApplication::instance(), [] { say(QStringLiteral("The recording is at its end, and stands still.")); },
            Qt::QueuedConnection);
    };
    const auto served = ServedRecording::open(*options.recording, std::move(server), console);
    if (!served)
        return 1;
    const auto endpoint = served->server->start();
    if (!endpoint) {
        console.sayError(endpoint.error());
        return 1;
    }
    console.out(kubeconfigText(*endpoint, contextOf(options.recording->file)));
    QStringList kinds;
    for (const std::string &resource : served->server->resources())
        kinds += QString::fromStdString(terminalSafe(resource));
    say(QStringLiteral(
            "A recording as of %1 on %2, until %3, where it stands still. Nobody can write to it. It has %4.\n"
            "%5\nCtrl+C ends it.")
            .arg(timeText(served->server->wallNow()), QString::fromStdString(endpoint->url),
                 timeText(served->server->end()), kinds.join(QStringLiteral(", ")),
                 howToAsk(endpoint->url,
                          kinds.contains(QStringLiteral("pods")) ? QStringLiteral("pods") : kinds.constFirst())));
    return QCoreApplication::exec();
}

} // namespace

int runServe(ServeArguments options)
{
    const Console console = Console::standard();
    const Interrupt signals([] { QCoreApplication::quit(); });
    if (options.recording)
        return runServeRecording(options, console);
    if (options.demo.etcd) {
        options.demo.etcd->log = [](const std::string &sentence) {
            say(QDateTime::currentDateTime().toString(Qt::ISODate) + QLatin1Char(' ') +
                QString::fromStdString(terminalSafe(sentence)));
        };
    }
    keepIdentity(options);
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
