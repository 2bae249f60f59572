// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/faultclass.h"

#include <algorithm>

namespace wk::sim {

const std::vector<FaultClass> &faultClasses()
{
    using enum Place;
    static const std::vector<FaultClass> classes{
        // A watch is asked for.
        {"N2", "nobody listens", WatchOpen, 4},
        {"N5", "the connection hangs", WatchOpen, 2, false, false, true},
        {"N6", "reset before the head", WatchOpen, 4},
        {"N11.head", "silence instead of a head", WatchOpen, 2, false, false, true},
        {"A1", "401, and another credential is taken", WatchOpen, 3},
        {"A2", "401 for each credential, for a while", WatchOpen, 1, false, true, true},
        {"A2.refresh", "401, and no other credential is to be had for a while", WatchOpen, 1, false, true, true},
        {"A9.watch", "403 for a while", WatchOpen, 1, false, false, true},
        {"H1", "a redirect", WatchOpen, 1, false, false, true},
        {"H3.watch", "404: the kind is gone", WatchOpen, 1, false, false, true},
        {"H5.watch", "410 as a status", WatchOpen, 4},
        {"H6.watch", "429, with any Retry-After", WatchOpen, 4, false, true, true},
        {"H7.watch", "500, 502, 503, 504, with a Status or a page", WatchOpen, 4},
        {"H8", "too large a version, in words old and new", WatchOpen, 3},
        {"H9.empty", "200 and nothing", WatchOpen, 3},
        {"N19.watch", "200 and a web page", WatchOpen, 1, false, false, true},
        {"P21", "closed at once, again and again", WatchOpen, 2},
        // A watch sends its lines.
        {"N7", "reset in the middle of an event", Frames, 6},
        {"N8", "FIN in the middle of an event", Frames, 6},
        {"N9", "FIN between two events", Frames, 5},
        {"N10", "an orderly end in the middle of an event", Frames, 5},
        {"N11", "silence, the connection open", Frames, 1, false, true},
        {"N12", "a byte at a time, slower than a frame may come", Frames, 1, false, true},
        {"N12.slow", "a byte at a time, but in time", Frames, 2},
        {"C21", "an orderly end", Frames, 5},
        {"P1", "ERROR 410 in the stream", Frames, 5},
        {"P2", "another ERROR in the stream", Frames, 4, false, false, true},
        {"P5", "the last events once more", Frames, 5},
        {"P6", "an event below the resume version", Frames, 3, true},
        {"P9", "a bookmark below the last event", Frames, 2, true},
        {"P12", "ADDED for what is there", Frames, 4},
        {"P13", "MODIFIED for what is not there", Frames, 4},
        {"C15", "an event without a version", Frames, 2},
        {"C23", "a frame that is no event", Frames, 4},
        {"C23.twice", "a frame that is no event, again and again", Frames, 2},
        {"C25", "an event of an unknown type", Frames, 2},
        {"J7", "a byte order mark, two values in a frame", Frames, 2},
        // A list.
        {"A1.list", "401 on a list, and another credential is taken", List, 2},
        {"A9.list", "403 on a list for a while", List, 1, false, true, true},
        {"H5.list", "410 on a list", List, 2},
        {"H6.list", "429 on a list", List, 2, false, true, true},
        {"H7.list", "500 and its like on a list", List, 3},
        {"H3.list", "404 on a list: the kind is gone", List, 1, false, false, true},
        {"H9.list", "an empty body, a web page", List, 2, false, false, true},
        {"N6.list", "reset before the list", List, 2},
        {"N7.list", "reset in the middle of a list", List, 3},
        {"N10.list", "an orderly end in the middle of a list", List, 3},
        {"N11.list", "silence in the middle of a list", List, 1, false, false, true},
        {"P4", "compaction again during the relist", List, 2},
        // A later page.
        {"H5.page", "410 on a token", Page, 4},
        {"N7.page", "reset in the middle of a page", Page, 2},
        {"P18.empty", "an empty page with a token", Page, 2},
        {"P18.loop", "the same token twice", Page, 1, false, false, true},
        {"C2", "another version on a later page", Page, 2},
        // A list by initial events.
        {"H2", "422: no initial events here", Initial, 1},
        {"P14.plain", "their end is not marked", Initial, 1, false, false, true},
        {"P14.false", "their end is marked with false", Initial, 1, false, false, true},
        {"P14.deleted", "DELETED among them", Initial, 3},
        {"P14.modified", "MODIFIED among them", Initial, 3},
        // The cluster.
        {"P10", "compaction while the stream is broken", World, 4},
        {"P15", "deleted and made again while the stream is broken", World, 3},
        {"P17", "many leave the selection", World, 3},
        {"P22", "a burst", World, 1},
        {"P8", "the whole server is away for a while", World, 2},
        {"C16", "restored from an old snapshot", World, 1},
        {"H4", "406: no Table any more", World, 1},
        // The machine.
        {"K1", "the wall clock jumps", Client, 2},
        {"K2", "the machine slept", Client, 2},
        {"N15", "the network changed", Client, 2},
        {"C20", "\"Retry now\"", Client, 2},
    };
    return classes;
}

const FaultClass *faultClass(std::string_view id)
{
    const auto &all = faultClasses();
    const auto found = std::find_if(all.begin(), all.end(), [&](const FaultClass &c) { return id == c.id; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace wk::sim
