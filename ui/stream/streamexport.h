// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/recording/exportjob.h"

#include <QFutureWatcher>
#include <QObject>

#include <atomic>
#include <memory>
#include <stop_token>
#include <vector>

class QTimer;

namespace wk {

class StreamModel;

/// Writes the rows that a stream shows into a file: watch JSON Lines, or CSV when the file's name ends so.
/// Gui thread; rows are gathered in slices of a frame, the file is written in Qt's pool, and is there whole
/// or not at all. One export at a time.
class StreamExport : public QObject
{
    Q_OBJECT

public:
    StreamExport(const StreamModel &model, Clock &clock, QObject *parent = nullptr);
    /// Stops what is under way and returns when the file has been put away.
    ~StreamExport() override;

    bool isRunning() const { return m_running; }
    /// What is shown at this moment; nothing happens while an export is under way.
    void start(const QString &path);
    void cancel();

Q_SIGNALS:
    /// Ten times a second at most.
    void progressed(const wk::ExportProgress &progress);
    /// The last word: what was written, or why it was not (Cancelled after cancel()).
    void finished(const wk::Result<wk::ExportProgress> &result);

private:
    /// What the pool's thread tells while it writes.
    struct Shared {
        std::atomic<std::size_t> done{0};
        std::atomic<std::uint64_t> bytes{0};
    };

    void gather();
    void write();
    void tellProgress();
    void end(const Result<ExportProgress> &result);

    const StreamModel &m_model;
    Clock &m_clock;
    bool m_running = false;
    std::string m_path;
    std::vector<RowId> m_wanted;
    std::vector<StreamRow> m_rows;
    std::stop_source m_stop;
    std::shared_ptr<Shared> m_shared;
    Clock::Alarm m_tick;
    QTimer *m_gathering;
    QFutureWatcher<Result<ExportProgress>> m_writing;
};

/// The columns of the CSV, in English as a program reads them, and one row under them. Any thread.
CsvSource::Cells streamCsvHead();
CsvSource::Cells streamCsvCells(const StreamRow &row, const WatchScope *scope);

} // namespace wk
