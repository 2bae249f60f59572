// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/eventlog.h"
#include "core/recording/loglines.h"
#include "ui/export/fileexport.h"

#include <optional>
#include <vector>

namespace wk {

class StreamModel;

/// The rows that a stream shows: as watch JSON Lines, or as CSV when the file's name ends so. Gui thread; of what lines
/// are made of, next to nothing is gathered in it.
class StreamExport : public FileExport
{
    Q_OBJECT

public:
    StreamExport(const StreamModel &model, Clock &clock, QObject *parent = nullptr);

    /// From the next start on, rows of the log from this one on are not written: at a moment of the past they have not
    /// happened yet. Empty: all that are shown.
    void setEnd(std::optional<RowId> end) { m_end = end; }

protected:
    std::size_t begin(const std::string &path) override;
    bool gather(const std::function<bool()> &mayGoOn) override;
    std::shared_ptr<ExportSource> source(const std::string &path) override;
    void forget() override;

private:
    bool gatherLines(const std::function<bool()> &mayGoOn);

    const StreamModel &m_model;
    std::optional<RowId> m_end;
    std::shared_ptr<LogLinesSource> m_lines; ///< null for CSV
    std::size_t m_next = 0;                  ///< of its rows
    std::vector<RowId> m_wanted;             ///< for CSV
    std::vector<StreamRow> m_rows;           ///< of those
};

/// The columns of the CSV, in English as a program reads them, and one row under them. Any thread.
CsvSource::Cells streamCsvHead();
CsvSource::Cells streamCsvCells(const StreamRow &row, const WatchScope *scope);

} // namespace wk
