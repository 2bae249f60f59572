// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/get/objectprinter.h"

#include <optional>

namespace wk {

/// kubectl's tables, under each other; names have their kind before them where there are several kinds:
/// "deployment.apps/web". One thread.
class TablePrinter : public ObjectPrinter
{
public:
    explicit TablePrinter(const GetArguments &arguments);
    ~TablePrinter() override;

    Printed lists(const std::vector<Listed> &kinds) override;
    /// A change is its row, whose columns are as wide as those of the list: what a watch adds lines up, however much of
    /// it comes at a time. With --output-watch-events its type stands in front, and that of what was listed, "ADDED",
    /// too.
    Printed change(const Entry &entry) override;

private:
    class Table;
    GetArguments m_arguments;
    std::unique_ptr<Table> m_table;
};

} // namespace wk
