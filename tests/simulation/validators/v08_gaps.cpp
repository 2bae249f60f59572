// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/validators/finding.h"

#include <algorithm>
#include <unordered_set>

namespace wk::sim {

namespace {

void checkCoverage(const KindHistory &kind, Findings &found)
{
    std::unordered_set<Revision> seen;
    seen.reserve(kind.delivered.size());
    Revision first = 0;
    for (const Delivery &delivery : kind.delivered) {
        if (isSeen(delivery))
            seen.insert(delivery.state.revision);
        if (delivery.type == EntryType::List && first == 0)
            first = delivery.state.revision;
    }
    const auto gapEnds = [&](Revision revision) {
        for (const Delivery &delivery : kind.delivered) {
            if (delivery.type == EntryType::Gap && delivery.gapFrom < revision && revision <= delivery.gapTo)
                return true;
        }
        return false;
    };
    if (first == 0) {
        if (!kind.log.empty())
            found.add(kind, "nothing was ever listed");
        return;
    }
    for (const LogEntry &entry : kind.log) {
        const Revision revision = entry.at();
        if (revision > first && revision <= kind.end && !seen.contains(revision) && !gapEnds(revision))
            found.add(kind, "lost in silence: " + nameOf(kind, entry.state));
    }
}

/// A gap is declared only after the server did something since the last list that calls for one.
void checkAlarms(const KindHistory &kind, Findings &found)
{
    auto cause = kind.marks.begin();
    std::uint64_t lastState = 0;
    for (const Delivery &delivery : kind.delivered) {
        if (isState(delivery))
            lastState = delivery.order;
        if (delivery.type != EntryType::Gap)
            continue;
        if (delivery.gapTo < delivery.gapFrom)
            found.add(kind, "a gap ends before it begins: " + std::to_string(delivery.gapFrom) + " to " +
                                std::to_string(delivery.gapTo));
        const auto isCause = [&] { return cause->kind != Mark::Kind::Hurry && cause->order >= lastState; };
        while (cause != kind.marks.end() && !isCause())
            ++cause;
        if (cause == kind.marks.end() || cause->order > delivery.order)
            found.add(kind, "a gap without a cause, from " + std::to_string(delivery.gapFrom) + " to " +
                                std::to_string(delivery.gapTo));
    }
}

/// After 410 and where history went back a gap follows (C16, C17): who merely drops what is old would freeze one day.
void checkDueGaps(const KindHistory &kind, Findings &found)
{
    for (const Mark &mark : kind.marks) {
        const bool isFollowed =
            std::any_of(kind.delivered.begin(), kind.delivered.end(), [&](const Delivery &delivery) {
                return delivery.type == EntryType::Gap && delivery.order > mark.order;
            });
        if (mark.kind == Mark::Kind::GapDue && !isFollowed)
            found.add(kind, "no gap followed what the server said at " + std::to_string(mark.at) + " ms");
    }
}

} // namespace

/// V8: what was delivered and what lies in declared gaps make up the log: no silent loss. And no gap for a plain
/// resume: no false alarm.
Violations checkGapHonesty(const History &history)
{
    Findings found("V8");
    for (const KindHistory &kind : history.kinds) {
        checkCoverage(kind, found);
        checkAlarms(kind, found);
        checkDueGaps(kind, found);
        if (kind.falseAlarms > 0)
            found.add(kind, "an audit found a difference where there was none");
    }
    return found.take();
}

} // namespace wk::sim
