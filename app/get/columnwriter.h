// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace wk {

/// Lines up rows of text as kubectl does: each column as wide as its widest cell and three spaces, six at least, the
/// last one as it is. Widths are remembered, so that what a watch adds later stands under what was listed. Source:
/// k8s.io/cli-runtime printers.GetNewTabWriter (tabwriter with minwidth 6, padding 3, RememberWidths).
class ColumnWriter
{
public:
    /// The rows, each ended by a newline. A cell is counted in code points.
    std::string write(const std::vector<std::vector<std::string>> &rows);

private:
    std::vector<std::size_t> m_widths;
};

} // namespace wk
