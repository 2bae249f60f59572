// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/validators/finding.h"

#include <unordered_map>

namespace wk::sim {

namespace {

/// The version that the client had come to before each of its watches.
void checkResumePoints(const KindHistory &kind, Findings &found)
{
    Revision version = 0;
    auto next = kind.delivered.begin();
    for (const Request &request : kind.requests) {
        if (request.verb != Verb::Watch)
            continue;
        for (; next != kind.delivered.end() && next->order < request.order; ++next) {
            if (isSeen(*next) || isState(*next) || next->type == EntryType::Bookmark)
                version = next->state.revision;
        }
        if (request.from < request.bookmarked)
            found.add(kind, "stream " + std::to_string(request.stream) + " was asked for from " +
                                std::to_string(request.from) + " behind the bookmark " +
                                std::to_string(request.bookmarked));
        if (request.from != version)
            found.add(kind, "stream " + std::to_string(request.stream) + " was asked for from " +
                                std::to_string(request.from) + " where " + std::to_string(version) + " had been seen");
    }
}

} // namespace

/// V5: a stream goes on exactly where the last one ended: it is asked for from the last version seen, bookmarks among
/// them, and its first event is the first in the log after that. etcd: validateResumable.
Violations checkResumable(const History &history)
{
    Findings found("V5");
    for (const KindHistory &kind : history.kinds) {
        checkResumePoints(kind, found);
        std::unordered_map<std::uint32_t, Revision> from;
        for (const Request &request : kind.requests) {
            if (request.verb == Verb::Watch)
                from[request.stream] = request.from;
        }
        for (const Delivery &delivery : kind.delivered) { // a list that came by the stream itself
            if (isState(delivery))
                from.try_emplace(delivery.stream, delivery.state.revision);
        }
        std::uint32_t stream = 0;
        for (const Delivery &delivery : kind.delivered) {
            if (!isSeen(delivery) || delivery.stream == stream)
                continue;
            stream = delivery.stream;
            const auto first = after(kind, from[stream]);
            if (first == kind.log.end() || first->state.revision != delivery.state.revision)
                found.add(kind, nameOf(kind, delivery) + " is not the first after " + std::to_string(from[stream]));
        }
    }
    return found.take();
}

} // namespace wk::sim
