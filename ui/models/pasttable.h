// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/historysnapshot.h"
#include "ui/models/pastkind.h"
#include "ui/models/tablequestion.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace wk {

/// A moment of the past that a table is to show.
struct TableMoment {
    WallTime time{};
    RowId upTo = 0;               ///< the first row that had not happened
    std::optional<RowId> event{}; ///< the last that had happened, to be marked; empty: none

    bool operator==(const TableMoment &) const = default;
};

/// What a table shows of a moment of the past: a function of a snapshot, the moment and what is asked of its rows. It
/// takes some ms for ten thousand rows, and as many to let go of. Immutable; any thread.
class PastTable
{
public:
    struct Row : TableRow {
        LifeIndex::Standing standing; ///< what it stands for
    };

    PastTable(const HistorySnapshot &history, const TableMoment &moment, const TableQuestion &question,
              const std::stop_token &stop = {});

    const TableMoment &moment() const { return m_moment; }
    /// What is known of the kind; without its objects, which are the rows.
    const PastKind &kind() const { return m_kind; }
    /// Those that pass, from top to bottom. What an event deleted stands among them, struck through.
    const std::vector<Row> &rows() const { return m_rows; }
    /// Objects that stood then in the namespaces that are looked at, shown or not.
    std::size_t held() const { return m_held; }
    /// … and those of them that are shown.
    std::size_t shown() const { return m_rows.size() - (m_hasGone ? 1 : 0); }
    /// Where an object of the cluster of that number stands; -1 when it is not shown.
    int rowOf(const ObjectRef &object, std::uint16_t cluster) const;

private:
    void read(const HistorySnapshot &history, const WatchClusters &clusters, const std::stop_token &stop);
    void mark(const HistorySnapshot &history, const WatchClusters &clusters);
    void arrange(const TableQuestion &question, const std::stop_token &stop);

    TableMoment m_moment;
    PastKind m_kind;
    GroupVersionResource m_resource;
    std::vector<Row> m_rows;
    std::size_t m_held = 0;
    bool m_hasGone = false;
    std::vector<std::pair<std::size_t, int>> m_byUid; ///< a uid's hash, and a row that may have it; in order
};

} // namespace wk
