// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/sampledata.h"

#include <sstream>

namespace wk::sample {

namespace {

using namespace std::chrono_literals;

ResourceInfo info(std::string group, std::string resource, std::string kind, bool namespaced)
{
    ResourceInfo made;
    made.gvr = {std::move(group), "v1", std::move(resource)};
    made.kind = std::move(kind);
    made.verbs = {"get", "list", "watch"};
    made.namespaced = namespaced;
    return made;
}

Columns columns(std::vector<Column> list)
{
    return std::make_shared<const std::vector<Column>>(std::move(list));
}

Column column(std::string name, std::string type = "string", int priority = 0)
{
    Column made;
    made.format = name == "Name" ? "name" : "";
    made.name = std::move(name);
    made.type = std::move(type);
    made.priority = priority;
    return made;
}

Entry entry(WatchId watch, EntryType type, WallTime at)
{
    Entry made;
    made.watch = watch;
    made.type = type;
    made.arrived = at;
    return made;
}

EntryPtr done(Entry entry)
{
    return std::make_shared<const Entry>(std::move(entry));
}

ResourceVersion version(int number)
{
    return ResourceVersion(std::to_string(number));
}

FieldChange change(std::string_view words)
{
    std::istringstream stream{std::string(words)};
    FieldChange made;
    stream >> made.path >> made.before >> made.after;
    return made;
}

Object object(std::string ns, std::string name, int number, std::chrono::seconds age)
{
    Object made;
    made.ns = std::move(ns);
    made.uid = "uid-" + name;
    made.name = std::move(name);
    made.version = version(number);
    made.created = Now - age;
    return made;
}

std::string phaseOf(const std::string &status)
{
    if (status == "Pending" || status == "ContainerCreating")
        return "Pending";
    if (status == "Completed")
        return "Succeeded";
    return status == "Unknown" || status == "Failed" ? status : "Running";
}

} // namespace

ResourceInfo podInfo()
{
    return info("", "pods", "Pod", true);
}

ResourceInfo deploymentInfo()
{
    return info("apps", "deployments", "Deployment", true);
}

ResourceInfo nodeInfo()
{
    return info("", "nodes", "Node", false);
}

ResourceInfo eventInfo()
{
    return info("", "events", "Event", true);
}

WatchScope scopeOf(const ResourceInfo &resource, std::string ns)
{
    WatchScope scope;
    scope.resource = resource;
    scope.ns = std::move(ns);
    return scope;
}

Columns podColumns()
{
    static const Columns made =
        columns({column("Name"), column("Ready"), column("Status"), column("Restarts"), column("Age"),
                 column("IP", "string", 1), column("Node", "string", 1), column("Nominated Node", "string", 1),
                 column("Readiness Gates", "string", 1)});
    return made;
}

Columns eventColumns()
{
    static const Columns made = columns({column("Last Seen"), column("Type"), column("Reason"), column("Object"),
                                         column("Message"), column("Count", "string", 1), column("Name", "string", 1)});
    return made;
}

Columns deploymentColumns()
{
    static const Columns made = columns({column("Name"), column("Ready"), column("Up-to-date", "integer"),
                                         column("Available", "integer"), column("Age")});
    return made;
}

Columns nodeColumns()
{
    static const Columns made =
        columns({column("Name"), column("Status"), column("Roles"), column("Age"), column("Version")});
    return made;
}

Object pod(const PodRow &row, int number)
{
    Object made = object(row.ns, row.name, number, row.age);
    const std::size_t dash = row.name.find_last_of('-');
    made.labels = {{"app", row.name.substr(0, row.name.find('-'))},
                   {"pod-template-hash", dash == std::string::npos ? "" : row.name.substr(dash + 1)}};
    made.node = row.node;
    made.phase = phaseOf(row.status);
    if (row.status == "Terminating")
        made.deleting = Now - 2s;
    made.ready = row.ready.starts_with("0/") ? Readiness::False : Readiness::True;
    made.cells = {row.name,
                  row.ready,
                  row.status,
                  row.restarts,
                  humanDuration(row.age),
                  std::string("10.0.0.7"),
                  row.node.empty() ? "<none>" : row.node,
                  std::string("<none>"),
                  std::string("<none>")};
    return made;
}

Object deployment(std::string name, int ready, int replicas, int number)
{
    Object made = object("web", name, number, 72h);
    made.ready = ready == replicas ? Readiness::True : Readiness::False;
    made.cells = {name, std::to_string(ready) + "/" + std::to_string(replicas), std::int64_t(replicas),
                  std::int64_t(ready), std::string("3d")};
    return made;
}

Object node(std::string name, std::string status, int number)
{
    Object made = object("", name, number, 984h);
    made.ready = status == "Ready" ? Readiness::True : Readiness::False;
    made.cells = {name, status, std::string("worker"), std::string("41d"), std::string("v1.31.4")};
    return made;
}

Object kubeEvent(std::string name, std::string type, std::string reason, std::chrono::seconds seenAgo)
{
    Object made = object("web", name, 1000, seenAgo);
    made.seen = Now - seenAgo;
    const std::string ago = std::to_string(seenAgo.count()) + "s";
    made.cells = {ago,
                  std::move(type),
                  std::move(reason),
                  "pod/api-7c9f4d5b6-q8k4m",
                  "a sentence about what has happened to a pod, and why",
                  "1",
                  std::move(name)};
    return made;
}

ObjectPtr shared(Object object)
{
    return makeCounted<const Object>(std::move(object));
}

EntryPtr added(WatchId watch, const ObjectPtr &object, WallTime at)
{
    Entry made = entry(watch, EntryType::Added, at);
    made.version = object->version;
    made.object = object;
    return done(std::move(made));
}

EntryPtr modified(WatchId watch, const ObjectPtr &before, const ObjectPtr &after,
                  std::initializer_list<std::string_view> changes, std::string manager)
{
    Entry made = entry(watch, EntryType::Modified, Now);
    made.version = after->version;
    made.object = after;
    made.previous = before;
    auto what = std::make_shared<Changes>();
    std::vector<FieldChange> first;
    for (const std::string_view words : changes)
        first.push_back(change(words));
    what->first = first;
    what->total = static_cast<int>(what->first.size());
    what->managers = {std::move(manager)};
    made.changes = std::move(what);
    return done(std::move(made));
}

EntryPtr deleted(WatchId watch, const ObjectPtr &object, WallTime at)
{
    Entry made = entry(watch, EntryType::Deleted, at);
    made.version = object->version;
    made.object = object;
    made.previous = object;
    return done(std::move(made));
}

EntryPtr bookmark(WatchId watch, int number, WallTime at)
{
    Entry made = entry(watch, EntryType::Bookmark, at);
    made.version = version(number);
    return done(std::move(made));
}

EntryPtr failed(WatchId watch, ErrorKind kind, std::string text, WallTime at)
{
    Entry made = entry(watch, EntryType::Error, at);
    made.error.kind = kind;
    made.error.text = std::move(text);
    return done(std::move(made));
}

EntryPtr listed(WatchId watch, const Columns &columns, std::vector<ObjectPtr> objects, WallTime at)
{
    Entry made = entry(watch, EntryType::List, at);
    made.version = version(8'123'000);
    made.objects = std::make_shared<const std::vector<ObjectPtr>>(std::move(objects));
    made.columns = columns;
    made.took = 120ms;
    made.origin = EntryClass::Initial;
    return done(std::move(made));
}

EntryPtr relisted(WatchId watch, const Columns &columns, int number, WallTime at)
{
    Entry made = entry(watch, EntryType::Relist, at);
    made.version = version(number);
    made.columns = columns;
    made.took = 129ms;
    return done(std::move(made));
}

EntryPtr reconnected(WatchId watch, int number, WallTime at)
{
    Entry made = entry(watch, EntryType::Reconnect, at);
    made.version = version(number);
    made.error.kind = ErrorKind::Cancelled;
    return done(std::move(made));
}

EntryPtr gap(WatchId watch, int from, int to, WallTime at)
{
    Entry made = entry(watch, EntryType::Gap, at);
    made.gap.from = version(from);
    made.gap.to = version(to);
    made.gap.since = at - 20s;
    made.gap.reason = "410 Expired";
    return done(std::move(made));
}

EntryPtr at(const EntryPtr &entry, WallTime arrived)
{
    Entry made = *entry;
    made.arrived = arrived;
    return done(std::move(made));
}

EntryPtr as(const EntryPtr &entry, EntryClass origin)
{
    Entry made = *entry;
    made.origin = origin;
    return done(std::move(made));
}

WatchStatus live(WatchId watch, int number)
{
    WatchStatus made;
    made.watch = watch;
    made.state = WatchState::Live;
    made.version = version(number);
    made.lastList = Now;
    made.lastEvent = Now;
    return made;
}

Batch batch(std::vector<EntryPtr> entries, std::vector<WatchStatus> statuses)
{
    return {std::move(entries), std::move(statuses)};
}

std::vector<PodRow> picturePods()
{
    return {
        {"web", "cart-84c5f6d7b9-5ns2j", "1/1", "Running", "0", 264h, "node-03"},
        {"web", "cart-84c5f6d7b9-tk6rr", "1/1", "Running", "0", 264h, "node-07"},
        {"web", "checkout-6b7d9c8f5d-2k9vb", "1/1", "Running", "1 (22m ago)", 6h, "node-08"},
        {"web", "checkout-6b7d9c8f5d-f7wtn", "1/1", "Running", "0", 6h, "node-02"},
        {"web", "checkout-6b7d9c8f5d-zq4xl", "1/1", "Running", "0", 6h, "node-09"},
        {"web", "web-5d8c6b97f4-4tqpz", "1/1", "Running", "0", 72h, "node-02"},
        {"web", "web-5d8c6b97f4-d6r2w", "0/1", "Terminating", "0", 72h, "node-05"},
        {"web", "web-5d8c6b97f4-jx9fk", "1/1", "Running", "0", 72h, "node-03"},
        {"web", "web-5d8c6b97f4-p8gcb", "1/1", "Running", "0", 72h, "node-06"},
        {"web", "web-7c9f4d5b6-hv7jd", "0/1", "CrashLoopBackOff", "6 (11s ago)", 9min, "node-07"},
        {"web", "web-7c9f4d5b6-q8k4m", "1/1", "Running", "6 (40s ago)", 9min, "node-01"},
        {"web", "web-7c9f4d5b6-x2x8k", "0/1", "Running", "0", 9min, "node-03"},
        {"payments", "api-5f7b8d4c9-2xvhq", "1/1", "Running", "0", 24h, "node-02"},
        {"payments", "api-5f7b8d4c9-8mlpd", "1/1", "Running", "0", 24h, "node-05"},
        {"payments", "api-5f7b8d4c9-c4znw", "1/1", "Running", "2 (14m ago)", 24h, "node-08"},
        {"payments", "fraud-7d5b9f8c66-gl2tv", "1/1", "Running", "0", 120h, "node-01"},
        {"payments", "fraud-7d5b9f8c66-wr5kp", "0/1", "Unknown", "0", 120h, "node-11"},
        {"payments", "ledger-0", "2/2", "Running", "0", 984h, "node-04"},
        {"payments", "ledger-1", "2/2", "Running", "0", 984h, "node-06"},
        {"payments", "ledger-2", "1/2", "Running", "4 (27s ago)", 984h, "node-09"},
        {"payments", "report-66d7c5b8fd-s2x9t", "1/1", "Running", "0", 48h, "node-05"},
        {"payments", "settle-28764210-v6b8x", "0/1", "Pending", "0", 38s, ""},
        {"payments", "tokens-75c6d9b84f-x8k2r", "1/1", "Running", "0", 456h, "node-10"},
        {"payments", "webhook-68f9c7b5d4-bn7sz", "1/1", "Running", "0", 288h, "node-02"},
        {"payments", "webhook-68f9c7b5d4-qd4mh", "1/1", "Running", "0", 288h, "node-07"},
    };
}

std::vector<ObjectPtr> manyPods(int count)
{
    static const char *const spaces[] = {"web", "payments", "kube-system", "search"};
    static const char *const states[] = {"Running", "Running", "Running", "Pending", "CrashLoopBackOff"};
    std::vector<ObjectPtr> pods;
    pods.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        PodRow row;
        row.ns = spaces[i % 4];
        row.name = "app-" + std::to_string(i % 97) + "-" + std::to_string(100'000 + i);
        row.status = states[i % 5];
        row.ready = i % 5 < 3 ? "1/1" : "0/1";
        row.restarts = std::to_string(i % 7);
        row.age = std::chrono::seconds(60 + i);
        row.node = "node-" + std::to_string(10 + i % 50);
        pods.push_back(shared(pod(row, 1000 + i)));
    }
    return pods;
}

} // namespace wk::sample
