// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/watchstatus.h"

#include <QStringList>

#include <functional>
#include <string>
#include <unordered_set>

namespace wk {

/// Tells the namespaces of an entry's object and of its list's, those of neighbours that share one once: a list stands
/// in the order of its namespaces, mostly. Any thread.
void eachNamespace(const WatchScope &scope, const Entry &entry, const std::function<void(const std::string &)> &tell);

/// The namespaces that can be chosen: those of every object seen, for where namespaces may not be listed that is all
/// there is. Asked for each object of each list and event, so it costs a look-up and makes no text of what it knows.
/// Gui thread.
class KnownNamespaces
{
public:
    /// What came from a watch: the entry's object and its list's. One that was deleted can be chosen no more, and what
    /// is deleted makes none known: it may be told of only after its namespace went. True if what is known has changed.
    bool learn(const WatchScope &scope, const Entry &entry);
    /// True if it was new. An empty name is none.
    bool learn(const std::string &name);

    /// Sorted, and safe to show.
    QStringList names() const;

private:
    std::unordered_set<std::string> m_seen;
};

} // namespace wk
