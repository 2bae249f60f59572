// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/plainbody.h"
#include "tests/ui/support/sampledata.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// The rollout of the design's picture of the timeline, as batches: 50 seconds up to sample::Now.
namespace wk::rollout {

constexpr WatchId Deployments = 1;
constexpr WatchId ReplicaSets = 2;
constexpr WatchId Pods = 3;
constexpr WatchId Events = 4;

inline ResourceInfo infoOf(std::string group, std::string resource, std::string kind)
{
    ResourceInfo info;
    info.gvr = {std::move(group), "v1", std::move(resource)};
    info.kind = std::move(kind);
    info.namespaced = true;
    return info;
}

inline std::vector<std::pair<WatchId, WatchScope>> scopes()
{
    return {{Deployments, sample::scopeOf(sample::deploymentInfo())},
            {ReplicaSets, sample::scopeOf(infoOf("apps", "replicasets", "ReplicaSet"))},
            {Pods, sample::scopeOf(sample::podInfo())},
            {Events, sample::scopeOf(infoOf("", "events", "Event"))}};
}

/// A moment of the picture, in seconds from its left edge.
inline WallTime at(double seconds)
{
    return sample::Now - std::chrono::seconds(50) + std::chrono::microseconds(std::int64_t(seconds * 1e6));
}

inline ObjectPtr note(const std::string &uid, double seconds, bool warning, const std::string &reason)
{
    Object event;
    event.ns = "web";
    event.name = uid + '.' + std::to_string(seconds);
    event.uid = event.name.view();
    event.body = Body(makeCounted<PlainBody>("{\"involvedObject\":{\"uid\":\"" + uid + "\"},\"type\":\"" +
                                                  (warning ? "Warning" : "Normal") + "\",\"reason\":\"" + reason +
                                                  "\",\"message\":\"said the kubelet\",\"eventTime\":\"" +
                                                  formatMicroTime(at(seconds)) + "\"}"));
    return makeCounted<const Object>(std::move(event));
}

/// Tells a story object by object and hands it out as one batch in order of time.
class Story
{
public:
    /// From the beginning: it was there when the list came.
    void there(WatchId watch, Object object, const Columns &columns)
    {
        m_lists[watch].push_back(remember(watch, std::move(object)));
        m_columns[watch] = columns;
    }
    void added(WatchId watch, double seconds, Object object)
    {
        m_entries.push_back(sample::added(watch, remember(watch, std::move(object)), at(seconds)));
    }
    /// The object takes up a status; its name finds it.
    void becomes(WatchId watch, double seconds, const std::string &name, const std::string &status = {})
    {
        Object next = *m_last.at({watch, name});
        if (!status.empty() && watch == Pods) {
            auto cells = next.cells.vector();
            cells[2] = status;
            next.cells = cells;
            next.phase = status == "CrashLoopBackOff" || status == "Terminating" ? "Running" : status;
        }
        const ObjectPtr before = m_last.at({watch, name});
        const ObjectPtr after = remember(watch, std::move(next));
        m_entries.push_back(
            sample::at(sample::modified(watch, before, after, {"status.phase Pending Running"}), at(seconds)));
    }
    void deleted(WatchId watch, double seconds, const std::string &name)
    {
        m_entries.push_back(sample::deleted(watch, m_last.at({watch, name}), at(seconds)));
    }
    void says(double seconds, const std::string &uid, bool warning)
    {
        m_entries.push_back(
            sample::added(Events, note(uid, seconds, warning, warning ? "BackOff" : "Pulled"), at(seconds)));
    }
    void entry(EntryPtr entry) { m_entries.push_back(std::move(entry)); }

    Batch batch(double listedAt) const
    {
        std::vector<EntryPtr> all = m_entries;
        std::stable_sort(all.begin(), all.end(),
                         [](const EntryPtr &a, const EntryPtr &b) { return a->arrived < b->arrived; });
        std::vector<EntryPtr> lists;
        for (const auto &[watch, objects] : m_lists)
            lists.push_back(sample::listed(watch, m_columns.at(watch), objects, at(listedAt)));
        all.insert(all.begin(), lists.begin(), lists.end());
        return sample::batch(std::move(all),
                             {sample::live(Deployments), sample::live(ReplicaSets), sample::live(Pods)});
    }

private:
    ObjectPtr remember(WatchId watch, Object object)
    {
        const std::string name = object.name;
        return m_last[{watch, name}] = makeCounted<const Object>(std::move(object));
    }

    std::map<std::pair<WatchId, std::string>, ObjectPtr> m_last;
    std::map<WatchId, std::vector<ObjectPtr>> m_lists;
    std::map<WatchId, Columns> m_columns;
    std::vector<EntryPtr> m_entries;
};

inline Object ownedBy(Object object, const std::string &kind, const std::string &owner, const std::string &ns = "web")
{
    object.ns = ns;
    object.owners = {{"apps/v1", kind, owner, "uid-" + owner, true}};
    return object;
}

inline Object podOf(const std::string &replicaSet, const std::string &suffix, const std::string &status,
                    const std::string &ns = "web")
{
    sample::PodRow row;
    row.ns = ns;
    row.name = replicaSet + '-' + suffix;
    row.status = status;
    Object pod = sample::pod(row);
    pod.phase = status;
    return ownedBy(std::move(pod), "ReplicaSet", replicaSet, ns);
}

inline Object replicaSetOf(const std::string &deployment, const std::string &hash, const std::string &ns = "web")
{
    Object set;
    set.name = deployment + '-' + hash;
    set.uid = "uid-" + set.name;
    set.cells = {set.name, std::int64_t(2), std::int64_t(2), std::int64_t(2)};
    set.created = sample::Now - std::chrono::hours(3);
    return ownedBy(std::move(set), "Deployment", deployment, ns);
}

inline Columns replicaSetColumns()
{
    std::vector<Column> columns;
    for (const char *name : {"Name", "Desired", "Current", "Ready"})
        columns.push_back({name, "string", "", "", 0});
    return std::make_shared<const std::vector<Column>>(std::move(columns));
}

/// A deployment of web rolls out and crashes; payments/api stands by and loses sight of its pods for a while.
inline Batch picture()
{
    Story story;
    Object web = sample::deployment("web", 4, 4);
    Object api = sample::deployment("api", 3, 3);
    api.ns = "payments";
    story.there(Deployments, web, sample::deploymentColumns());
    story.there(Deployments, api, sample::deploymentColumns());
    story.there(ReplicaSets, replicaSetOf("web", "5d8c6b97f4"), replicaSetColumns());
    story.there(ReplicaSets, replicaSetOf("api", "5f7b8d4c9", "payments"), replicaSetColumns());
    for (const char *suffix : {"4tqpz", "b7w2s", "d6r2w", "jx9fk"})
        story.there(Pods, podOf("web-5d8c6b97f4", suffix, "Running"), sample::podColumns());
    for (const char *suffix : {"2xvhq", "8mlpd", "c4znw"})
        story.there(Pods, podOf("api-5f7b8d4c9", suffix, "Running", "payments"), sample::podColumns());

    for (const double t : {10.1, 17.2, 20.1, 25.3, 31.2, 36.0, 44.0})
        story.becomes(Deployments, t, "web");
    story.added(ReplicaSets, 10.15, replicaSetOf("web", "7c9f4d5b6"));
    for (const double t : {10.9, 17.1, 20.16, 36.0})
        story.becomes(ReplicaSets, t, "web-7c9f4d5b6");
    story.added(Pods, 10.5, podOf("web-7c9f4d5b6", "x2x8k", "Pending"));
    story.becomes(Pods, 13.9, "web-7c9f4d5b6-x2x8k", "Running");
    story.added(Pods, 20.21, podOf("web-7c9f4d5b6", "q8k4m", "Pending"));
    for (const auto &[t, status] : std::vector<std::pair<double, std::string>>{{25, "Running"},
                                                                               {28.5, "CrashLoopBackOff"},
                                                                               {31, "Running"},
                                                                               {33.2, "CrashLoopBackOff"},
                                                                               {45, "Running"},
                                                                               {46.6, "CrashLoopBackOff"}})
        story.becomes(Pods, t, "web-7c9f4d5b6-q8k4m", status);
    story.added(Pods, 36.1, podOf("web-7c9f4d5b6", "hv7jd", "Pending"));
    story.becomes(Pods, 40, "web-7c9f4d5b6-hv7jd", "Running");
    story.becomes(Pods, 44.5, "web-7c9f4d5b6-hv7jd", "CrashLoopBackOff");
    story.becomes(Pods, 17.7, "web-5d8c6b97f4-b7w2s", "Terminating");
    story.deleted(Pods, 31.3, "web-5d8c6b97f4-b7w2s");
    story.becomes(Pods, 4.2, "api-5f7b8d4c9-c4znw", "CrashLoopBackOff");
    story.becomes(Pods, 8.8, "api-5f7b8d4c9-c4znw", "Running");
    for (const auto &[t, warns] : std::vector<std::pair<double, bool>>{
             {20.7, false}, {23, false}, {29.4, true}, {33.6, true}, {38.5, true}, {47, true}})
        story.says(t, "uid-web-7c9f4d5b6-q8k4m", warns);
    story.says(4.6, "uid-api-5f7b8d4c9-c4znw", true);
    auto gap = std::make_shared<Entry>(*sample::gap(Pods, 8121640, 8121702, at(25.4)));
    gap->gap.since = at(22.2);
    story.entry(gap);
    return story.batch(-120);
}

} // namespace wk::rollout
