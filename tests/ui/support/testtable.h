// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"
#include "ui/models/resourcetablemodel.h"

namespace wk {

/// The base of whoever follows a history of its own: it is there first, and goes last.
struct OwnHistory {
    /// As a program has it: whoever is shown these watches finds that the history knows them.
    void know(const ResourceInfo &resource, const std::vector<WatchId> &watches)
    {
        for (const WatchId watch : watches) {
            if (!history.now().scope(watch))
                history.setWatch(watch, sample::scopeOf(resource));
        }
    }

    TestHistory history;
};

/// A table that follows a history of its own, which its batches are written into.
class TestTable : public OwnHistory, public ResourceTableModel
{
public:
    explicit TestTable(Clock &clock)
        : ResourceTableModel(clock)
    {
        setHistory(history);
    }

    void setSource(const ResourceInfo &resource, const std::vector<WatchId> &watches)
    {
        know(resource, watches);
        ResourceTableModel::setSource(resource, watches);
    }
    void applyBatch(const Batch &batch)
    {
        history.append(batch);
        ResourceTableModel::applyBatch(batch);
    }
};

} // namespace wk
