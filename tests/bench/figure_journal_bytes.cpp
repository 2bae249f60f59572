// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/journalstart.h"
#include "core/history/rows/historywriter.h"
#include "tests/bench/figure.h"
#include "tests/bench/fleetteller.h"

#include <QCoreApplication>
#include <QDirIterator>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTemporaryFile>

#include <cstdlib>

/// journal-bytes: what an event takes on the disk, of 20,000 on 2,000 pods, the list of these among it: all files of
/// the cluster's folder once the writer has ended. The yardstick is `zstd -19` of the same lines as they came.
/// journal-bytes-tail: how much of that is in no segment yet.
namespace wk::bench {

namespace {

constexpr std::uint32_t Pods = 2'000;
constexpr std::uint64_t Events = 20'000;
constexpr int ZstdWithinMs = 300'000;

double bytesIn(const QString &folder, const QStringList &names)
{
    double bytes = 0;
    for (QDirIterator it(folder, names, QDir::Files, QDirIterator::Subdirectories); it.hasNext();)
        bytes += double(QFileInfo(it.next()).size());
    return bytes;
}

double zstdBytes(const std::string &lines)
{
    QTemporaryFile file;
    if (!file.open() || file.write(lines.data(), qint64(lines.size())) != qint64(lines.size()) || !file.flush())
        std::abort();
    QProcess zstd;
    zstd.start(QStringLiteral("zstd"), {QStringLiteral("-19"), QStringLiteral("-qc"), file.fileName()});
    if (!zstd.waitForFinished(ZstdWithinMs) || zstd.exitCode() != 0)
        std::abort();
    return double(zstd.readAllStandardOutput().size());
}

std::vector<Figure> measureJournalBytes()
{
    int argc = 1;
    std::string program = "wk_bench";
    char *argv[] = {program.data(), nullptr};
    const QCoreApplication application(argc, argv); // the writer's thread has an event loop
    const QTemporaryDir directory;
    const auto root = JournalRoot::open(directory.filePath(QStringLiteral("history")).toStdString());
    if (!root)
        std::abort();
    const ClusterId cluster = ClusterId::known("bench");
    std::string lines;
    {
        auto claim = claimSet(*root, {cluster, "bench"}, SystemClock().wallNow(), 1);
        if (!claim)
            std::abort();
        HistoryWriter writer({}, filesOf(std::move(claim).value(), cluster), [](HistoryPtr) {});
        FleetTeller teller(writer, cluster, Pods);
        teller.copyTo(lines);
        teller.list();
        teller.run(Events);
        writer.flush();
    }
    const QString folder = QString::fromStdString(root->path());
    const double all = bytesIn(folder, {QStringLiteral("*")}) / double(Events);
    const double yardstick = zstdBytes(lines) / double(Events);
    return {{.name = "journal-bytes",
             .value = all,
             .unit = "bytes",
             .runs = 1,
             .yardstick = yardstick,
             .ratio = yardstick / all},
            {.name = "journal-bytes-tail",
             .value = bytesIn(folder, {QStringLiteral("*.tail")}) / double(Events),
             .unit = "bytes",
             .runs = 1}};
}

const Registration registration("journal-bytes", measureJournalBytes);

} // namespace

} // namespace wk::bench
