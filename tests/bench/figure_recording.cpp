// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recorder.h"
#include "tests/bench/figure.h"
#include "tests/bench/fleetteller.h"
#include "tests/bench/loopturns.h"
#include "tests/bench/measure.h"
#include "tests/bench/windowbench.h"

#include <QFile>
#include <QFileInfo>
#include <QProcessEnvironment>
#include <QTimer>

#include <cmath>
#include <utility>

#include <unistd.h>

/// Recordings, as the program writes and opens them.
///
/// record: what `watchkeeper record` spends of CPU on an event, from the socket to the file, redacted, while 50,000
/// come as fast as they are written to the server, in µs; yardstick: curl that reads the same stream and throws it
/// away. open: from the start of `watchkeeper FILE` until the rows of a recording of a million events stand in the
/// window, in ms; the yardstick has 10,000 events of as many pods. open-times: how many times as long the former takes.
/// file-bytes: what an event takes in a finished recording of 50,000 on 2,000 pods, the list of these among it,
/// redacted, in bytes; yardstick: `zstd -19` of the same lines as they came.
namespace wk::bench {

namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t Pods = 2'000;
constexpr std::uint64_t Burst = 50'000;

QString programPath()
{
    return QCoreApplication::applicationDirPath() + QStringLiteral("/../../app/watchkeeper");
}

QString pathIn(const QTemporaryDir &folder, const char *name)
{
    return folder.filePath(QString::fromLatin1(name));
}

/// The lines too, where they are wanted.
void makeRecording(const QString &path, std::uint64_t events, std::string *lines = nullptr)
{
    Recorder recorder({.path = path.toStdString()});
    {
        FleetTeller teller(recorder, ClusterId::known("bench"), Pods);
        if (lines)
            teller.copyTo(*lines);
        teller.list();
        teller.run(events);
    }
    if (!recorder.finish())
        give("recording: the file cannot be written");
}

std::vector<Figure> measureFileBytes()
{
    constexpr std::uint64_t Events = 50'000;
    return inApplication([] {
        const QTemporaryDir folder;
        const QString path = pathIn(folder, "all.wklog");
        const QString raw = pathIn(folder, "raw.jsonl");
        std::string lines;
        makeRecording(path, Events, &lines);
        QFile file(raw);
        if (!file.open(QIODevice::WriteOnly) || file.write(lines.data(), qint64(lines.size())) != qint64(lines.size()))
            give("recording: the lines cannot be written");
        file.close();
        QProcess zstd;
        zstd.start(QStringLiteral("zstd"), {QStringLiteral("-19"), QStringLiteral("-q"), raw});
        if (!zstd.waitForFinished(600'000) || zstd.exitCode() != 0)
            give("recording: there is no zstd");
        const double ours = double(QFileInfo(path).size()) / double(Events);
        const double yardstick = double(QFileInfo(raw + QStringLiteral(".zst")).size()) / double(Events);
        return std::vector<Figure>{{.name = "file-bytes",
                                    .value = ours,
                                    .unit = "bytes",
                                    .runs = 1,
                                    .yardstick = yardstick,
                                    .ratio = yardstick / ours}};
    });
}

/// In ms, as the program says it.
double openingTime(const QString &path)
{
    const QTemporaryDir home;
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char *name : {"HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"})
        environment.insert(QString::fromLatin1(name), home.path());
    program.setProcessEnvironment(environment);
    program.start(programPath(), {path, QStringLiteral("--time-start")});
    bool isNumber = false;
    const bool hasEnded = program.waitForFinished(60'000);
    const double time = program.readAllStandardOutput().trimmed().toDouble(&isNumber);
    if (!hasEnded || !isNumber)
        give("recording: the program has not said when its rows were there");
    return time;
}

std::vector<Figure> measureOpen()
{
    constexpr int Runs = 5;
    return inApplication([] {
        const QTemporaryDir folder;
        makeRecording(pathIn(folder, "few.wklog"), 10'000);
        makeRecording(pathIn(folder, "many.wklog"), 1'000'000);
        std::vector<double> few;
        std::vector<double> many;
        for (int run = 0; run < Runs; ++run) {
            few.push_back(openingTime(pathIn(folder, "few.wklog")));
            many.push_back(openingTime(pathIn(folder, "many.wklog")));
        }
        const double ours = median(many);
        const double yardstick = median(few);
        return std::vector<Figure>{{.name = "open",
                                    .value = ours,
                                    .unit = "ms",
                                    .runs = Runs,
                                    .yardstick = yardstick,
                                    .ratio = yardstick / ours},
                                   {.name = "open-times", .value = ours / yardstick, .unit = "times", .runs = Runs}};
    });
}

/// What a process has spent of CPU, in seconds.
double spentBy(qint64 process)
{
    QFile file(QStringLiteral("/proc/%1/stat").arg(process));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray stat = file.readAll();
    const QByteArrayList fields = stat.mid(stat.lastIndexOf(')') + 2).split(' '); // from the third on
    return (fields.value(11).toDouble() + fields.value(12).toDouble()) / double(sysconf(_SC_CLK_TCK));
}

/// What a client that watches the pods spends on an event, in µs: between when it has listed and when it spends nothing
/// any more.
double spentOnAnEvent(PodServer &server, QProcess &client)
{
    constexpr std::uint64_t Some = 1'000;
    constexpr std::uint64_t PerSecond = 10'000;
    QTimer tick;
    tick.start(100ms);
    double spent = 0;
    double grown = wallSeconds(); // when it had spent that
    const auto isQuiet = [&] {
        const double now = spentBy(client.processId());
        if (now > std::exchange(spent, now) + 0.02)
            grown = wallSeconds();
        return spent > 0 && wallSeconds() > grown + 2;
    };
    if (!client.waitForStarted() || !LoopTurns().run(25s, isQuiet))
        give("recording: the pods have not been listed");
    const double listed = spent;
    for (std::uint64_t asked = 0; asked < Burst; asked += Some)
        server.happen(Some, PerSecond);
    grown = wallSeconds();
    if (!LoopTurns().run(60s, isQuiet))
        give("recording: the events have not come");
    return (spent - listed) * 1e6 / double(Burst);
}

double curlsCost()
{
    PodServer server(Pods);
    QProcess curl;
    curl.start(QStringLiteral("curl"), server.curlArguments("timeoutSeconds=300"));
    const double cost = spentOnAnEvent(server, curl);
    curl.kill();
    curl.waitForFinished();
    return cost;
}

double recordsCost()
{
    const QTemporaryDir folder;
    PodServer server(Pods);
    QFile config(pathIn(folder, "kubeconfig"));
    const QByteArray text = "apiVersion: v1\nkind: Config\ncurrent-context: pods\nclusters:\n- name: pods\n  cluster:\n"
                            "    server: " +
                            server.url + "\n    certificate-authority-data: " + server.authority.toBase64() +
                            "\nusers:\n- name: pods\n  user:\n    token: " + server.token +
                            "\ncontexts:\n- name: pods\n  context:\n    cluster: pods\n    user: pods\n";
    if (!config.open(QIODevice::WriteOnly) || config.write(text) != text.size())
        give("recording: there is no place for a kubeconfig");
    config.close();
    QProcess record;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("HOME"), folder.path());
    record.setProcessEnvironment(environment);
    const QString path = pathIn(folder, "all.wklog");
    record.start(programPath(), {QStringLiteral("record"), path, QStringLiteral("pods"), QStringLiteral("-A"),
                                 QStringLiteral("--kubeconfig"), config.fileName()});
    const double cost = spentOnAnEvent(server, record);
    record.terminate();
    if (!record.waitForFinished(60'000) || record.exitCode() != 0 || !QFileInfo::exists(path))
        give("recording: it has not ended well");
    QProcess stats;
    stats.start(programPath(), {QStringLiteral("stats"), path});
    stats.waitForFinished(60'000);
    const QByteArray all = "CHANGES   " + QByteArray::number(qulonglong(Burst));
    if (!stats.readAllStandardOutput().contains(all))
        give("recording: not all events are in the file");
    return cost;
}

std::vector<Figure> measureRecord()
{
    return inApplication([] {
        const double yardstick = curlsCost();
        const double ours = recordsCost();
        return std::vector<Figure>{{.name = "record",
                                    .value = ours,
                                    .unit = "µs",
                                    .runs = 1,
                                    .yardstick = yardstick,
                                    .ratio = yardstick / ours}};
    });
}

const Registration fileBytes("file-bytes", measureFileBytes);
const Registration open("open", measureOpen);
const Registration record("record", measureRecord);

} // namespace

} // namespace wk::bench
