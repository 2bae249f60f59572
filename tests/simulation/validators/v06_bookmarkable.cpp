// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/validators/finding.h"

namespace wk::sim {

/// V6: after a bookmark nothing at or below it comes in that stream, and bookmarks do not fall. etcd:
/// validateBookmarkable.
Violations checkBookmarkable(const History &history)
{
    Findings found("V6");
    for (const KindHistory &kind : history.kinds) {
        const Delivery *mark = nullptr;
        for (const Delivery &delivery : kind.delivered) {
            const bool isMark = delivery.type == EntryType::Bookmark;
            if (!isMark && !isSeen(delivery))
                continue;
            const bool isSameStream = mark && mark->stream == delivery.stream;
            const Revision revision = delivery.state.revision;
            if (isSameStream && (isMark ? revision < mark->state.revision : revision <= mark->state.revision))
                found.add(kind,
                          nameOf(kind, delivery) + " came after the bookmark " + std::to_string(mark->state.revision));
            if (isMark)
                mark = &delivery;
        }
    }
    return found.take();
}

} // namespace wk::sim
