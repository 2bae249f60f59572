// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/fileexport.h"

#include <QDeadlineTimer>
#include <QTimer>
#include <QtConcurrentRun>

namespace wk {

namespace {

/// How long a slice of gathering may take, where the turn has as much left.
constexpr std::chrono::milliseconds GatherSlice{4};
constexpr std::chrono::milliseconds ProgressEvery{100};

} // namespace

FileExport::FileExport(Clock &clock, QObject *parent)
    : QObject(parent)
    , m_clock(clock)
    , m_gathering(new QTimer(this))
{
    connect(m_gathering, &QTimer::timeout, this, &FileExport::gatherSlice);
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
    m_total = begin(m_path);
    m_gathering->start();
}

void FileExport::cancel()
{
    m_stop.request_stop();
    if (m_gathering->isActive())
        end(Error{ErrorKind::Cancelled, "the export was cancelled", m_path});
}

void FileExport::gatherSlice()
{
    const QDeadlineTimer deadline(m_turn.share(GatherSlice));
    if (!gather([&deadline] { return !deadline.hasExpired(); }))
        return;
    m_gathering->stop();
    write();
}

void FileExport::write()
{
    m_writing.setFuture(
        QtConcurrent::run([source = source(m_path), path = m_path, stop = m_stop.get_token(), shared = m_shared] {
            return exportToFile(*source, path, stop, [&shared](const ExportProgress &progress) {
                shared->done = progress.done;
                shared->bytes = progress.bytes;
            });
        }));
    tellProgress();
}

void FileExport::tellProgress()
{
    Q_EMIT progressed({m_shared->done, m_total, m_shared->bytes, 0});
    m_tick = m_clock.after(ProgressEvery, [this] { tellProgress(); });
}

void FileExport::end(const Result<ExportProgress> &result)
{
    m_gathering->stop();
    m_tick.cancel();
    m_running = false;
    forget();
    Q_EMIT finished(result);
}

bool isCsvPath(const std::string &path)
{
    return QString::fromStdString(path).endsWith(QStringLiteral(".csv"), Qt::CaseInsensitive);
}

} // namespace wk
