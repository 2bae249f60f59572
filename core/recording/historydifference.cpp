// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/historydifference.h"

#include "core/resource/compare.h"

#include <map>
#include <tuple>

namespace wk {

namespace {

/// Resource, namespace, name, and of several clusters which.
using ObjectKey = std::tuple<std::string, std::string, std::string, std::string>;

struct StandingObject {
    ObjectPtr object;
    std::string kind;
    std::string json;
};

std::map<ObjectKey, StandingObject> standingAt(const HistoryMoment &moment)
{
    std::map<ObjectKey, StandingObject> standing;
    const HistorySnapshot &history = *moment.history;
    const bool isOne = history.clusters().size() < 2; // which may be called otherwise in another file
    for (const auto &[watch, scope] : history.scopes()) {
        const auto known = history.knowledge(watch);
        // What one that was closed before had told may be otherwise by then; at the end of a file all are.
        if (!known || moment.at < known->from || (moment.at > 0 && history.closedBefore(watch, moment.at - 1)))
            continue;
        const ObjectList objects = history.objectsAt(watch, moment.at);
        for (const ObjectPtr &object : *objects) {
            StandingObject one{object, scope.resource.kind,
                               object->body.isNull() ? std::string() : history.json(*object)};
            standing.insert_or_assign(ObjectKey{scope.resource.gvr.qualifiedName(), object->ns,
                                                std::string(object->name),
                                                isOne ? std::string() : std::string(history.clusterNameOf(watch))},
                                      std::move(one));
        }
    }
    return standing;
}

} // namespace

std::vector<ObjectDifference> differenceOf(const HistoryMoment &before, const HistoryMoment &after)
{
    const auto then = standingAt(before);
    const auto now = standingAt(after);
    std::vector<ObjectDifference> found;
    auto old = then.begin();
    auto fresh = now.begin();
    while (old != then.end() || fresh != now.end()) {
        const bool isRemoved = fresh == now.end() || (old != then.end() && old->first < fresh->first);
        const bool isAdded = old == then.end() || (fresh != now.end() && fresh->first < old->first);
        if (isRemoved) {
            found.push_back({ObjectDifference::Kind::Removed, old->second.kind, old->second.object, nullptr, {}});
            ++old;
        } else if (isAdded) {
            found.push_back({ObjectDifference::Kind::Added, fresh->second.kind, nullptr, fresh->second.object, {}});
            ++fresh;
        } else {
            const StandingObject &one = old->second;
            const StandingObject &other = fresh->second;
            ChangesPtr changes = one.json == other.json ? nullptr
                                                        : compareRevisions(one.json, other.json, one.object->managers,
                                                                           other.object->managers);
            if (changes && changes->total > 0)
                found.push_back({ObjectDifference::Kind::Changed, other.kind, one.object, other.object, changes});
            ++old;
            ++fresh;
        }
    }
    return found;
}

} // namespace wk
