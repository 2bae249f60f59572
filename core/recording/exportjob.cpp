// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/exportjob.h"

#include "core/base/privatefile.h"
#include "core/recording/csvwriter.h"

namespace wk {

namespace {

/// How many pieces are written between two words of progress: some milliseconds' worth.
constexpr std::size_t PiecesAtOnce = 500;

} // namespace

Result<ExportProgress> exportToFile(ExportSource &source, const std::string &path, const std::stop_token &stop,
                                    const std::function<void(const ExportProgress &)> &progress)
{
    auto file = PrivateFileWriter::create(path);
    if (!file)
        return file.error();
    PrivateFileWriter writer = std::move(file).value();
    if (const auto written = writer.write(source.head()); !written)
        return written.error();
    ExportProgress state{.total = source.total(), .bytes = writer.sizeBytes()};
    while (state.done < state.total && !stop.stop_requested()) {
        if (const auto written = writer.write(source.piece(state.done)); !written)
            return written.error();
        ++state.done;
        state.bytes = writer.sizeBytes();
        state.leftOut = source.leftOut();
        state.unsayable = source.unsayable();
        if (progress && state.done % PiecesAtOnce == 0)
            progress(state);
    }
    if (stop.stop_requested()) // also while the last was written
        return Error{ErrorKind::Cancelled, "the export was cancelled", path};
    if (const auto committed = writer.commit(); !committed)
        return committed.error();
    if (progress)
        progress(state);
    return state;
}

CsvSource::CsvSource(Cells head, std::size_t rows, std::function<Cells(std::size_t)> cells)
    : m_head(std::move(head))
    , m_rows(rows)
    , m_cells(std::move(cells))
{}

std::string CsvSource::head() const
{
    return csvRecord(m_head);
}

std::string CsvSource::piece(std::size_t index)
{
    return csvRecord(m_cells(index));
}

} // namespace wk
