// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/eventlog.h"
#include "tests/support/manualclock.h"
#include "tests/ui/models/tablewords.h"
#include "tests/ui/support/sampledata.h"
#include "ui/models/resourcetablemodel.h"

#include <QAbstractItemModelTester>

#include <memory>

namespace wk::sample {

/// A table that shows moments of a log, as TableView has it do.
struct PastBench {
    PastBench()
    {
        clock.setWall(Now);
        log.setWatch(pods, scopeOf(podInfo()));
        model.setSource(podInfo(), {pods});
    }
    void feed(Batch batch)
    {
        model.applyBatch(batch);
        log.append(batch);
        while (log.step()) {
        }
    }
    void feed(EntryPtr entry) { feed(batch({std::move(entry)})); }
    void show(RowId upTo, WallTime time = Now, bool marks = false)
    {
        model.showPast(log, {time, pastKind(log, podInfo(), {}, upTo), marks ? log.entry(upTo - 1) : nullptr,
                             marks ? log.changesOf(upTo - 1) : 0, upTo - 1});
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
    EventLog log;
    ResourceTableModel model{clock};
    std::unique_ptr<QAbstractItemModelTester> tester =
        std::make_unique<QAbstractItemModelTester>(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
};

} // namespace wk::sample
