// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace wk {

/// What can be written to a file, piece by piece. Made in one thread, read in another: whatever it reads is its own.
class ExportSource
{
public:
    virtual ~ExportSource() = default;
    /// What stands before the first piece, also where there is none.
    virtual std::string head() const { return {}; }
    /// How many pieces there are.
    virtual std::size_t total() const = 0;
    /// Piece 0, 1, 2, … in turn; may be empty.
    virtual std::string piece(std::size_t index) = 0;
    /// How many pieces could not be written and were left out.
    virtual std::uint64_t leftOut() const { return 0; }
    /// How many pieces the form of the file has no words for: they are empty.
    virtual std::uint64_t unsayable() const { return 0; }
};

struct ExportProgress {
    std::size_t done = 0;
    std::size_t total = 0;
    std::uint64_t bytes = 0;
    std::uint64_t leftOut = 0;
    std::uint64_t unsayable = 0;
};

/// Writes the source to a file that nobody else may read, and which is there whole or not at all. Blocks; any thread
/// but the gui's. `progress` is called each few hundred pieces and at the end, in this thread. Fails with Cancelled
/// after a stop, FileWriteFailed otherwise.
Result<ExportProgress> exportToFile(ExportSource &source, const std::string &path, const std::stop_token &stop,
                                    const std::function<void(const ExportProgress &)> &progress);

/// A table as CSV, a piece a row.
class CsvSource : public ExportSource
{
public:
    using Cells = std::vector<std::string>;
    /// `cells` gives those of row 0 to rows - 1; it is called in the thread of the export.
    CsvSource(Cells head, std::size_t rows, std::function<Cells(std::size_t row)> cells);

    std::string head() const override;
    std::size_t total() const override { return m_rows; }
    std::string piece(std::size_t index) override;

private:
    Cells m_head;
    std::size_t m_rows;
    std::function<Cells(std::size_t)> m_cells;
};

} // namespace wk
