// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/manualclock.h"
#include "tests/ui/models/tablewords.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testtable.h"

#include <QAbstractItemModelTester>

#include <memory>
#include <optional>
#include <utility>

namespace wk::sample {

/// A table that shows moments of a log, as TableView has it do.
struct PastBench {
    PastBench()
    {
        clock.setWall(Now);
        model.setSource(podInfo(), {pods});
    }
    void feed(const Batch &batch) { model.applyBatch(batch); }
    void feed(EntryPtr entry) { feed(batch({std::move(entry)})); }
    void show(RowId upTo, WallTime time = Now, bool marks = false)
    {
        model.showPast({time, upTo, marks ? std::optional(upTo - 1) : std::nullopt});
        waitFor(model);
    }
    /// Each row's name and restarts, from top to bottom.
    QString cells() const
    {
        QStringList rows;
        for (int row = 0; row < model.rowCount(); ++row)
            rows.append(model.text(row, model.columnOf(QStringLiteral("@name"))) + u':' +
                        model.text(row, model.columnOf(QStringLiteral("Restarts"))));
        return rows.join(u' ');
    }

    ManualClock clock;
    TestTable model{clock};
    TestHistory &log = model.history;
    std::unique_ptr<QAbstractItemModelTester> tester =
        std::make_unique<QAbstractItemModelTester>(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
};

} // namespace wk::sample
