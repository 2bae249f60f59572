// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/historyfeed.h"
#include "core/recording/loglines.h"
#include "ui/export/fileexport.h"

#include <optional>
#include <vector>

namespace wk {

class StreamModel;

/// The rows that a stream shows: as watch JSON Lines, or as CSV when the file's name ends so. Gui thread; what is
/// written is read of a snapshot in the thread of the export.
class StreamExport : public FileExport
{
    Q_OBJECT

public:
    StreamExport(const StreamModel &model, Clock &clock, QObject *parent = nullptr);

    /// From the next start on, rows of the log from this one on are not written: at a moment of the past they have not
    /// happened yet. Empty: all that are shown.
    void setEnd(std::optional<RowId> end) { m_end = end; }

protected:
    std::shared_ptr<ExportSource> source(const std::string &path) override;

private:
    const StreamModel &m_model;
    std::optional<RowId> m_end;
};

/// The columns of the CSV, in English as a program reads them, and one row under them. Any thread.
CsvSource::Cells streamCsvHead();
CsvSource::Cells streamCsvCells(const StreamRow &row, const WatchScope *scope, std::string_view cluster);

} // namespace wk
