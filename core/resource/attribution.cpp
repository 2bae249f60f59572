// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/attribution.h"

#include "core/json/document.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>

namespace wk {

namespace dom = simdjson::dom;

namespace {

using SetPaths = std::set<std::string>;

/// Names of a field set, down to each member: far more than any entry has.
constexpr std::size_t SetPathsMax = 100'000;

/// An entry of managedFields as it is compared with its older self.
struct WrittenEntry {
    FieldOwner owner;
    std::string fields; ///< its field set as JSON
};

bool isSameWorkflow(const FieldOwner &a, const FieldOwner &b)
{
    return a.manager == b.manager && a.operation == b.operation && a.subresource == b.subresource &&
           a.apiVersion == b.apiVersion;
}

bool isServersOwn(const FieldOwner &owner)
{
    return owner.manager == "before-first-apply" || owner.manager == "ancient-changes";
}

std::vector<WrittenEntry> entriesOf(std::string_view json)
{
    thread_local json::Document document; // its buffers stay
    const Result<dom::element> root = document.parse(json);
    dom::array entries;
    std::vector<WrittenEntry> written;
    if (!root || root->at_pointer("/metadata/managedFields").get(entries) != simdjson::SUCCESS)
        return written;
    for (const dom::element entry : entries) {
        dom::object members;
        dom::element fields;
        if (entry.get(members) != simdjson::SUCCESS || written.size() >= UINT16_MAX)
            continue;
        WrittenEntry &made = written.emplace_back();
        made.owner = {
            std::string(json::memberText(members, "manager")), std::string(json::memberText(members, "operation")),
            std::string(json::memberText(members, "subresource")), std::string(json::memberText(members, "apiVersion")),
            parseTime(json::memberText(members, "time"))};
        if (members["fieldsV1"].get(fields) == simdjson::SUCCESS)
            made.fields = simdjson::minify(fields);
    }
    return written;
}

void addSetPaths(const dom::element &fields, std::string &path, SetPaths &paths)
{
    dom::object members;
    if (fields.get(members) != simdjson::SUCCESS || paths.size() >= SetPathsMax)
        return;
    if (members.size() == 0)
        paths.insert(path);
    for (const auto &member : members) {
        if (member.key == ".") {
            paths.insert(path);
            continue;
        }
        const std::size_t length = path.size();
        path.append(1, '\n').append(member.key);
        addSetPaths(member.value, path, paths);
        path.resize(length);
    }
}

SetPaths setPaths(const std::string &fields)
{
    SetPaths paths;
    json::Document document;
    std::string path;
    if (const auto root = document.parse(fields))
        addSetPaths(*root, path, paths);
    return paths;
}

bool hasGrown(const std::string &before, const std::string &after)
{
    if (before == after)
        return false;
    const auto old = setPaths(before);
    return !std::ranges::includes(old, setPaths(after));
}

/// What the server alone writes. Source: apimachinery, stripmeta.go; metav1.ObjectMeta.
bool isServers(std::string_view path)
{
    constexpr std::array<std::string_view, 13> Paths{"kind",
                                                     "apiVersion",
                                                     "metadata.name",
                                                     "metadata.namespace",
                                                     "metadata.uid",
                                                     "metadata.selfLink",
                                                     "metadata.resourceVersion",
                                                     "metadata.generation",
                                                     "metadata.managedFields",
                                                     "metadata.creationTimestamp",
                                                     "metadata.deletionTimestamp",
                                                     "metadata.deletionGracePeriodSeconds",
                                                     "metadata.clusterName"};
    return std::ranges::find(Paths, path) != Paths.end();
}

} // namespace

struct Attribution::Private {
    FieldOwners before;
    FieldOwners after;
    std::vector<FieldOwner> writers;
    RevisionSpan span = RevisionSpan::OneWrite;
    bool isRewritten = false;

    void findWriters(const std::vector<WrittenEntry> &old, const std::vector<WrittenEntry> &now)
    {
        std::optional<WallTime> newestBefore;
        for (const WrittenEntry &entry : old)
            newestBefore = std::max(newestBefore, entry.owner.time);
        for (const WrittenEntry &entry : now) {
            if (isServersOwn(entry.owner))
                continue;
            const auto same = std::ranges::find_if(
                old, [&](const WrittenEntry &other) { return isSameWorkflow(other.owner, entry.owner); });
            const bool isNew = same == old.end();
            const bool isLater = isNew || entry.owner.time != same->owner.time;
            if (!isLater && !hasGrown(same->fields, entry.fields))
                continue;
            // The server stamps with its clock, which has not been before any other stamp.
            const bool isStampOfNow = entry.owner.time && entry.owner.time >= newestBefore;
            if (isStampOfNow)
                writers.push_back(entry.owner);
            else
                isRewritten = true;
        }
    }

    std::vector<FieldOwner> ownersOf(const PathChange &change) const
    {
        const bool isGone = change.field.kind == FieldChange::Kind::Removed;
        const FieldOwners &side = isGone ? before : after;
        std::vector<FieldOwner> owners;
        for (const std::uint16_t index : side.ownersWithin(isGone ? change.pointerBefore : change.pointerAfter))
            owners.push_back(side.owners()[index]);
        return owners;
    }

    Verdict ofOneWriter(std::vector<FieldOwner> owners) const
    {
        const FieldOwner &writer = writers.front();
        const bool isOwner =
            std::ranges::any_of(owners, [&](const FieldOwner &owner) { return isSameWorkflow(owner, writer); });
        if (isOwner)
            return CertainWriter{writer};
        return AmbiguousWriter{{writer}, Doubt::NotTheWriters};
    }
};

Attribution::Attribution()
    : d(std::make_unique<Private>())
{}

Attribution::Attribution(std::string_view before, std::string_view after, RevisionSpan span)
    : Attribution()
{
    d->before = FieldOwners(before);
    d->after = FieldOwners(after);
    d->span = span;
    d->findWriters(entriesOf(before), entriesOf(after));
}

Attribution Attribution::ofOnly(std::string_view before, std::string_view after, const AllChanges &all)
{
    std::vector<std::string_view> gone;
    std::vector<std::string_view> there;
    bool differ = all.leftOut > 0; // the entries
    for (const PathChange &change : all.changes) {
        const std::string &path = change.field.path;
        differ = differ || path.empty() || path == "metadata" || path == "metadata.managedFields";
        const bool isGone = change.field.kind == FieldChange::Kind::Removed;
        if (!isServers(path))
            (isGone ? gone : there).push_back(isGone ? change.pointerBefore : change.pointerAfter);
    }
    Attribution made;
    made.d->after = FieldOwners(after, there);
    if (differ || !gone.empty())
        made.d->before = FieldOwners(before, gone);
    if (differ)
        made.d->findWriters(entriesOf(before), entriesOf(after));
    return made;
}

Attribution::Attribution(Attribution &&) noexcept = default;

Attribution::~Attribution() = default;

const std::vector<FieldOwner> &Attribution::writers() const
{
    return d->writers;
}

Verdict Attribution::of(const PathChange &change) const
{
    if (isServers(change.field.path))
        return ServerWriter();
    if (d->before.owners().empty() && d->after.owners().empty())
        return UnknownWriter{UnknownWriter::Why::NoManagedFields};
    std::vector<FieldOwner> owners = d->ownersOf(change);
    if (d->isRewritten)
        return AmbiguousWriter{std::move(owners), Doubt::EntriesRewritten};
    if (d->span == RevisionSpan::MaybeSeveral)
        return AmbiguousWriter{std::move(owners), Doubt::SeveralWrites};
    if (d->writers.size() > 1)
        return AmbiguousWriter{std::move(owners), Doubt::SeveralMoved};
    if (d->writers.size() == 1)
        return d->ofOneWriter(std::move(owners));
    if (owners.empty())
        return UnknownWriter{UnknownWriter::Why::NobodyOwns};
    return AmbiguousWriter{std::move(owners), Doubt::NothingMoved};
}

} // namespace wk
