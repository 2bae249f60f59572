// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/fileexport.h"

#include <QtConcurrentRun>

namespace wk {

namespace {

constexpr std::chrono::milliseconds ProgressEvery{100};

} // namespace

FileExport::FileExport(Clock &clock, QObject *parent)
    : QObject(parent)
    , m_clock(clock)
{
    connect(&m_writing, &QFutureWatcherBase::finished, this, [this] { end(m_writing.result()); });
}

FileExport::~FileExport()
{
    m_stop.request_stop();
    m_writing.waitForFinished();
}

void FileExport::start(const QString &path)
{
    if (m_running)
        return;
    m_running = true;
    m_path = path.toStdString();
    m_stop = std::stop_source();
    m_shared = std::make_shared<Shared>();
    std::shared_ptr<ExportSource> shown = source(m_path);
    m_total = shown->total();
    m_writing.setFuture(QtConcurrent::run(
        [shown = std::move(shown), path = m_path, stop = m_stop.get_token(), shared = m_shared]() mutable {
            const auto source = std::move(shown); // let go of in this thread
            return exportToFile(*source, path, stop, [&shared](const ExportProgress &progress) {
                shared->done = progress.done;
                shared->bytes = progress.bytes;
            });
        }));
    tellProgress();
}

void FileExport::cancel()
{
    m_stop.request_stop();
}

void FileExport::tellProgress()
{
    Q_EMIT progressed({m_shared->done, m_total, m_shared->bytes, 0});
    m_tick = m_clock.after(ProgressEvery, [this] { tellProgress(); });
}

void FileExport::end(const Result<ExportProgress> &result)
{
    m_tick.cancel();
    m_running = false;
    Q_EMIT finished(result);
}

bool isCsvPath(const std::string &path)
{
    return QString::fromStdString(path).endsWith(QStringLiteral(".csv"), Qt::CaseInsensitive);
}

} // namespace wk
