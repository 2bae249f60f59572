// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/support/testtable.h"
#include "ui/table/tableview.h"

namespace wk {

/// A table view that follows a history of its own, which its batches are written into.
class TestTableView : public OwnHistory, public TableView
{
public:
    TestTableView(WindowState &state, UiSettings &settings, Clock &clock)
        : TableView(state, settings, clock)
    {
        setHistory(history);
    }

    void setWatches(const ResourceInfo &resource, const std::vector<WatchId> &watches)
    {
        know(resource, watches);
        TableView::setWatches(resource, watches);
    }
    void applyBatch(const Batch &batch) override
    {
        history.append(batch);
        TableView::applyBatch(batch);
    }
};

} // namespace wk
