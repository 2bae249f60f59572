// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/entry.h"
#include "core/source/watchscope.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace wk {

/// Writes entries as the lines that `kubectl get --watch --output-watch-events -o json` prints: {"type":…,"object":…},
/// keys sorted, every object with its kind, managedFields kept. Of a Secret only what identifies it is written, never
/// its data nor its annotations, which may repeat it. Any thread, one at a time.
class WatchLines
{
public:
    WatchLines();
    ~WatchLines();

    /// What a watch covers; its group, version and kind stand in each object that came without them, as a list's do.
    void setWatch(WatchId watch, const WatchScope &scope);

    /// The lines of an entry, each ended by a newline; of a list one ADDED an object. Empty for what no API server
    /// says: RELIST, RECONNECT, GAP.
    std::string linesOf(const Entry &entry);
    /// A single row of the stream: `object` is the one of the list's, or null for the entry itself, which is then no
    /// line for a LIST.
    std::string lineOf(const Entry &entry, const Object *object);
    /// … about an object of which the JSON is at hand: ADDED, MODIFIED or DELETED. Only of a watch that
    /// writesBodiesOf(): of another nothing is written.
    std::string lineOf(EntryType type, std::string_view json, WatchId watch);
    /// False for one of Secrets.
    bool writesBodiesOf(WatchId watch) const;

    /// How many objects could not be written, being no JSON.
    std::uint64_t unreadable() const { return m_unreadable; }

private:
    struct Private;

    std::string eventLine(EntryType type, const std::string &json);
    const WatchScope &scopeOf(WatchId watch);

    std::map<WatchId, WatchScope> m_scopes;
    std::unique_ptr<Private> d;
    std::uint64_t m_unreadable = 0;
};

} // namespace wk
