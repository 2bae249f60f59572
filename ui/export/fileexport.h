// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/recording/exportjob.h"

#include <QFutureWatcher>
#include <QObject>

#include <atomic>
#include <functional>
#include <memory>
#include <stop_token>

namespace wk {

/// Writes what a view shows at this moment into a file. Gui thread; the file is written in Qt's pool, and is there
/// whole or not at all. One export at a time.
class FileExport : public QObject
{
    Q_OBJECT

public:
    explicit FileExport(Clock &clock, QObject *parent = nullptr);
    /// Stops what is under way and returns when the file has been put away.
    ~FileExport() override;

    bool isRunning() const { return m_running; }
    /// What is shown at this moment; nothing happens while an export is under way.
    void start(const QString &path);
    void cancel();

Q_SIGNALS:
    /// Ten times a second at most.
    void progressed(const wk::ExportProgress &progress);
    /// The last word: what was written, or why it was not (Cancelled after cancel()).
    void finished(const wk::Result<wk::ExportProgress> &result);

protected:
    /// What is shown at this moment, as the file of that name wants it. It is read in another thread.
    virtual std::shared_ptr<ExportSource> source(const std::string &path) = 0;

private:
    /// What the pool's thread tells while it writes.
    struct Shared {
        std::atomic<std::size_t> done{0};
        std::atomic<std::uint64_t> bytes{0};
    };

    void tellProgress();
    void end(const Result<ExportProgress> &result);

    Clock &m_clock;
    bool m_running = false;
    std::size_t m_total = 0;
    std::string m_path;
    std::stop_source m_stop;
    std::shared_ptr<Shared> m_shared;
    Clock::Alarm m_tick;
    QFutureWatcher<Result<ExportProgress>> m_writing;
};

/// Whether a file of that name is a spreadsheet: it ends in .csv, in whatever case.
bool isCsvPath(const std::string &path);

} // namespace wk
