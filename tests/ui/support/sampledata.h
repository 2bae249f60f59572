// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/batch.h"
#include "core/informer/watchstatus.h"
#include "core/source/watchscope.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

/// Objects, entries and batches for tests of the window, as a cluster would have sent them. Every builder
/// sets only what its arguments say; tests change the rest, the structs being open.
namespace wk::sample {

/// 2026-11-21T10:41:12Z: "now" of every sample.
constexpr WallTime Now{std::chrono::seconds(1795257672)};

ResourceInfo podInfo();
ResourceInfo deploymentInfo();
ResourceInfo nodeInfo();
ResourceInfo eventInfo();
WatchScope scopeOf(const ResourceInfo &resource, std::string ns = {});

/// The columns an API server sends for pods (those of `-o wide` included), deployments, nodes and Events.
Columns podColumns();
Columns deploymentColumns();
Columns nodeColumns();
/// As for `kubectl get events`, of which the name and the count are shown only with `-o wide`.
Columns eventColumns();

/// What `kubectl get pods` would print of a pod.
struct PodRow {
    std::string ns = "web";
    std::string name;
    std::string ready = "1/1";
    std::string status = "Running";
    std::string restarts = "0";
    std::chrono::seconds age{std::chrono::hours(3)};
    std::string node = "node-01";
};

/// A pod with cells, uid ("uid-" and its name), version, labels app and pod-template-hash, and status.phase.
Object pod(const PodRow &row, int version = 1000);
Object deployment(std::string name, int ready, int replicas, int version = 1000);
Object node(std::string name, std::string status, int version = 1000);
/// An Event of namespace web, seen for the last time so long before Now.
Object kubeEvent(std::string name, std::string type, std::string reason, std::chrono::seconds seenAgo);
ObjectPtr shared(Object object);

EntryPtr added(WatchId watch, const ObjectPtr &object, WallTime at = Now);
/// With changes as given: "status.phase Pending Running" is a path, before, after.
EntryPtr modified(WatchId watch, const ObjectPtr &before, const ObjectPtr &after,
                  std::initializer_list<std::string_view> changes = {}, std::string manager = "kubelet");
EntryPtr deleted(WatchId watch, const ObjectPtr &object, WallTime at = Now);
EntryPtr bookmark(WatchId watch, int version, WallTime at = Now);
EntryPtr failed(WatchId watch, ErrorKind kind, std::string text, WallTime at = Now);
EntryPtr listed(WatchId watch, const Columns &columns, std::vector<ObjectPtr> objects, WallTime at = Now);
EntryPtr relisted(WatchId watch, const Columns &columns, int version, WallTime at = Now);
EntryPtr reconnected(WatchId watch, int version, WallTime at = Now);
EntryPtr gap(WatchId watch, int from, int to, WallTime at = Now);
/// The entry at another time, or of another class.
EntryPtr at(const EntryPtr &entry, WallTime arrived);
EntryPtr as(const EntryPtr &entry, EntryClass origin);

WatchStatus live(WatchId watch, int version = 8123312);
Batch batch(std::vector<EntryPtr> entries, std::vector<WatchStatus> statuses = {});

/// The pods of the design's picture of the table.
std::vector<PodRow> picturePods();
/// `count` pods of a made-up cluster, names and numbers fixed by their index.
std::vector<ObjectPtr> manyPods(int count);

} // namespace wk::sample
