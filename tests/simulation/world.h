// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/memorystorage.h"
#include "core/apiserver/registry.h"
#include "core/apiserver/resourcetable.h"
#include "core/apiserver/router.h"
#include "core/apiserver/watchcache.h"
#include "core/base/clock.h"
#include "core/resource/resourceinfo.h"
#include "tests/simulation/history.h"
#include "tests/simulation/plan.h"
#include "tests/simulation/random.h"

#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

namespace wk::sim {

/// The model cluster: the storage, the watch cache and the handlers of the embedded API server, without a socket, and
/// beside them the log that the validators judge by. One thread. Its objects are some 400 bytes.
class World
{
public:
    World(const Plan &plan, const Clock &clock);
    ~World();

    static int typeCount();
    static bool isNamespaced(int type);
    static ResourceInfo resourceInfo(int type);

    apiserver::Router &router() { return *m_router; }
    apiserver::ResourceTable &types() { return m_types; }
    apiserver::MemoryStorage &storage() { return m_storage; }
    /// Called after each change, with the collection's name.
    void onChange(std::function<void(const std::string &resource)> wake) { m_cache->onChange(std::move(wake)); }

    int kindCount() const { return int(m_kinds.size()); }
    const KindPlan &kindPlan(int kind) const { return m_kinds[std::size_t(kind)]->plan; }
    const ResourceInfo &info(int kind) const { return m_kinds[std::size_t(kind)]->info; }
    /// The kind whose objects are at "/api/v1/pods", "/api/v1/namespaces/ns1/pods", …; -1: none of ours.
    int kindAt(std::string_view path) const;
    int kindOf(const std::string &resource) const;
    std::string labelSelector(int kind) const;
    std::string fieldSelector(int kind) const;
    std::string nameSpace(int kind) const;
    /// Whether an object with this namespace, name and tier is within what is watched of the kind.
    bool isSelected(int kind, std::string_view ns, std::string_view name, std::string_view tier) const;

    /// The objects there are before the client comes.
    void fill(Random &random);
    /// One change somewhere: 30 creations, 50 updates, 15 deletions, 5 deletions and creations under the same name.
    void operate(Random &random);
    void operate(int kind, Random &random);
    /// A change that every watcher of the kind hears.
    Revision touch(int kind, Random &random);
    /// An object of the kind goes and comes back under another uid.
    void recreate(int kind, Random &random);
    /// Most of what is selected leaves the selection.
    void leaveSelection(int kind, Random &random);
    /// Makes sure that at least `count` objects are selected.
    void ensureSelected(int kind, int count, Random &random);
    void compact() { m_cache->compact(); }
    void takeSnapshot();
    /// Back to the last snapshot, at a revision far above all that was given out.
    void restore();
    /// Back to the last snapshot, revision and all: its log tells no story any more.
    void restoreBare();

    Revision revision() const { return m_storage.revision(); }
    /// The last revision at which something selected of the kind changed.
    Revision lastRevision(int kind) const;
    const KindHistory &history(int kind) const { return m_kinds[std::size_t(kind)]->history; }
    /// What there is now, in the selection.
    std::vector<State> selected(int kind) const;
    int selectedCount(int kind) const { return m_kinds[std::size_t(kind)]->selected; }
    /// Changes of all kinds, selected or not.
    std::uint64_t written() const { return m_written; }

private:
    struct Known {
        std::string ns;
        std::string name;
        State state;
        bool isSelected = false;
        std::size_t place = 0; ///< in Kind::keys
    };
    struct Kind {
        KindPlan plan;
        ResourceInfo info;
        apiserver::TypePtr type;
        std::string resource;
        std::string path;
        std::unordered_map<std::uint64_t, Known> known;
        std::vector<std::uint64_t> keys;
        KindHistory history;
        int selected = 0;
        int made = 0;
    };

    Kind &kind(int index) { return *m_kinds[std::size_t(index)]; }
    void create(Kind &kind, Random &random, std::string tier = {});
    void create(Kind &kind, const std::string &ns, const std::string &name, Random &random, std::string tier);
    void update(Kind &kind, std::uint64_t key, Random &random, std::string tier = {});
    void remove(Kind &kind, std::uint64_t key);
    std::uint64_t anyKey(Kind &kind, Random &random) const;
    void note(Kind &kind, Known &known, const apiserver::ObjectPtr &object, std::string_view tier);
    void log(Kind &kind, EntryType type, const State &state);
    std::string drawTier(Random &random) const;
    void restoreAt(Revision revision);

    apiserver::ResourceTable m_types;
    apiserver::MemoryStorage m_storage;
    std::unique_ptr<apiserver::WatchCache> m_cache;
    std::unique_ptr<apiserver::Registry> m_registry;
    std::unique_ptr<apiserver::Router> m_router;
    std::vector<std::unique_ptr<Kind>> m_kinds;
    apiserver::MemoryStorage::Snapshot m_snapshot;
    std::uint64_t m_written = 0;
};

} // namespace wk::sim
