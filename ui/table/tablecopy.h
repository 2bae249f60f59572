// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"
#include "core/cluster/clusterid.h"

#include <QString>

#include <cstddef>
#include <functional>
#include <vector>

namespace wk {

class ResourceTableModel;

/// Rows and columns of a table, in the order given, for the clipboard. Gui thread.
struct TableExcerpt {
    const ResourceTableModel &model;
    std::vector<int> rows;
    std::vector<int> columns;
};

/// Cells in columns, padded with spaces, a line each. Asks for each cell twice: to measure it and to write it.
using CellText = std::function<const QString &(std::size_t line, std::size_t column)>;
QString inColumns(std::size_t lines, std::size_t columns, const CellText &cell);

/// Columns padded with spaces under their headers, as kubectl prints them.
QString asText(const TableExcerpt &excerpt);
/// RFC 4180, with a header and the cells that an exported file has, and no end of the last line; a cell that a
/// spreadsheet would take for a formula begins with an apostrophe (SECURITY.md, S20).
QString asCsv(const TableExcerpt &excerpt, WallTime now);
/// The options by which kubectl reaches a cluster, and as whom, with their values; none for one that no kubeconfig has.
using KubectlOptions = std::function<QList<std::pair<QString, QString>>(const ClusterId &cluster)>;
/// "kubectl get pods -n web web-1 web-2": a line a cluster and namespace, with the options in front; quoted for a
/// shell.
QString asKubectl(const TableExcerpt &excerpt, const KubectlOptions &optionsFor);

} // namespace wk
