// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/historycursor.h"

#include <QStringList>

#include <cstdint>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

namespace wk {

class UiSettings;

/// The namespaces that can be chosen: those of every object seen, for where namespaces may not be listed that is all
/// there is. A value.
class KnownNamespaces
{
public:
    /// Goes over what is new. A namespace that was deleted can be chosen no more, and what is deleted makes none known:
    /// it may be told of only after its namespace went.
    void follow(const HistoryPtr &now, RowId end);
    /// The first row that it has not come to.
    RowId next() const { return m_cursor.next(); }
    /// How often what is known has changed.
    std::uint64_t changes() const { return m_changes; }
    /// True if it was new. An empty name is none.
    bool learn(const std::string &name);

    /// What was entered of the cluster by hand before is known from now on. The settings outlive it.
    void remember(UiSettings &settings, const QString &cluster);
    /// These are looked at: what nobody has told of was entered by hand, and is kept for the next time. True if some
    /// were new.
    bool enter(const std::vector<std::string> &names);
    /// By hand, some time.
    const std::set<std::string> &entered() const { return m_entered; }

    /// Sorted, and safe to show.
    QStringList names() const;

private:
    void take(const HistorySnapshot &history, RowId row);

    HistoryCursor m_cursor;
    std::string m_last; ///< a list stands in the order of its namespaces, mostly
    std::unordered_set<std::string> m_seen;
    std::uint64_t m_changes = 0;
    std::set<std::string> m_entered;
    UiSettings *m_settings = nullptr; ///< null: nothing is kept
    QString m_cluster;
};

} // namespace wk
