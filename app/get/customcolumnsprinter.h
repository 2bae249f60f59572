// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/get/columnwriter.h"
#include "app/get/documents.h"
#include "core/json/pathreader.h"

namespace wk {

/// -o custom-columns: a table of what each path finds in each object. One thread. Source: k8s.io/kubectl
/// pkg/cmd/get/customcolumn.go.
class CustomColumnsPrinter : public ObjectPrinter
{
public:
    explicit CustomColumnsPrinter(const GetArguments &arguments);

    Printed lists(const std::vector<Listed> &kinds) override;
    Printed change(const Entry &entry) override;

private:
    using Row = std::vector<std::string>;
    Result<Row> row(const Document &document);

    Documents m_documents;
    Row m_headings; ///< empty: without
    std::size_t m_columns;
    json::PathReader m_reader;
    ColumnWriter m_lines;
};

} // namespace wk
