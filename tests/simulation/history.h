// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/entry.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// What one run of the convergence test left behind: what the model's server did, what the client was told, what it
/// told us. Plain values, so that a validator can be tested with a history written by hand. Revisions are the model's
/// own numbers, whatever dress they wore on the wire.
namespace wk::sim {

using Revision = std::uint64_t;

/// One object in one state. `key` and `uid` are names, or hashes of them; `content` is a hash of the text without its
/// resourceVersion.
struct State {
    std::uint64_t key = 0;
    std::uint64_t uid = 0;
    Revision revision = 0;
    std::uint64_t content = 0;

    auto operator<=>(const State &) const = default;
};

/// What the server's log says that a watch with the kind's selector has to hear. Of a deletion, and of an object that
/// leaves the selection, `state` is the last content under the revision at which it went.
struct LogEntry {
    EntryType type = EntryType::Added; ///< Added, Modified, Deleted
    State state;
    /// Comes of a restored snapshot, at this revision: no watch can deliver it.
    bool isReset = false;
    Revision resetAt = 0;

    /// Its place in the log.
    Revision at() const { return isReset ? resetAt : state.revision; }
};

/// One entry that the client delivered.
struct Delivery {
    EntryType type = EntryType::Added;
    EntryClass origin = EntryClass::Live;
    std::uint64_t order = 0;  ///< its place among all that happened in the run
    std::uint32_t stream = 0; ///< how many watches had been opened by then
    State state;              ///< of a Bookmark, Reconnect, List and Relist only the revision
    State previous;           ///< revision 0: none
    bool isInScope = true;    ///< by its own labels and namespace
    Revision gapFrom = 0;
    Revision gapTo = 0;
    std::string reason; ///< of a Gap
    RelistCounts found;
    std::vector<State> objects; ///< of a List
};

/// Stream: a list of a watch's initial events, and then that watch.
enum class Verb : std::uint8_t { List, Page, Watch, Stream, Other };

/// One request that the server saw.
struct Request {
    Verb verb = Verb::List;
    bool isGet = true;
    bool isAllowed = true; ///< the path and the selector are those of the kind
    bool hasVersion = false;
    bool hasToken = false;
    bool wantsBookmarks = true;
    int timeoutSeconds = 300; ///< -1: not said
    Revision from = 0;
    std::uint32_t stream = 0; ///< of a watch: its number
    Revision bookmarked = 0;  ///< the last bookmark that had been sent whole since the last list
    std::uint64_t order = 0;
    std::int64_t at = 0;         ///< virtual ms
    std::int64_t answeredAt = 0; ///< when it failed
    bool hasFailed = false;
    bool isUnknownUser = false;  ///< it was answered with 401
    std::int64_t retryAfter = 0; ///< ms that its answer asked to wait
};

/// What else bears on the judgement.
struct Mark {
    enum class Kind : std::uint8_t {
        Cause,  ///< the server said or did what a client may answer by listing again
        Hurry,  ///< the user or the session told the client not to wait any more
        Gone,   ///< the server said that the kind is not served
        GapDue, ///< the server said what a gap has to follow: 410, history that went back, …
    };
    Kind kind = Kind::Cause;
    std::uint64_t order = 0;
    std::int64_t at = 0;
};

/// What a reader of the store saw between two turns.
struct Sight {
    std::uint64_t order = 0;
    Revision version = 0; ///< which state the client said it was
    bool isSynced = true;
    bool isGone = false; ///< the client said that the kind is not served
    std::uint64_t hash = 0;
};

/// One event of a recording, as somebody has it who reads its lines again: Added, Modified, Deleted, Bookmark, Error.
/// `content` is a hash of what the object says, in whichever order.
struct RecordedEvent {
    EntryType type = EntryType::Error;
    State state;

    bool operator==(const RecordedEvent &) const = default;
};

/// What can still be read of a recording that was cut.
struct CutRecording {
    std::size_t lines = 0; ///< whole ones, in what is left
    std::vector<RecordedEvent> read;
};

/// The run as it was for one kind.
struct KindHistory {
    std::string name;
    std::vector<State> before; ///< what there was, in the selection, before the log begins
    std::vector<LogEntry> log;
    std::vector<Delivery> delivered;
    std::vector<Request> requests;
    std::vector<Mark> marks;
    std::vector<Sight> sights;
    std::vector<State> model; ///< at the end, in the selection
    std::vector<State> store; ///< the client's, at the end
    Revision end = 0;         ///< the tombstone's revision
    std::map<std::uint64_t, std::string> names;
    int audits = 0;      ///< that came to an end
    int falseAlarms = 0; ///< audits that found a difference where there was none
    // Of the recording, where there is one.
    bool hasRecording = false;
    std::vector<RecordedEvent> recorded;
    std::vector<CutRecording> cuts;
    std::map<std::uint64_t, std::uint64_t> meanings; ///< by `content` of what was told: what a recorded event has
    int callsLeft = 0;                               ///< still under way after stop()
    int deliveredAfterStop = 0;
};

/// What is left of a whole client that was stopped, and then is gone.
struct Leftovers {
    int alarms = 0;    ///< set in the clock although it was stopped
    int exchanges = 0; ///< requests, and the streams behind them, that still exist
    int objects = 0;   ///< of its stores, that still exist
    int threads = 0;   ///< more than before
    int qObjects = 0;  ///< more than before: replies, sockets, timers
};

/// One planned fault and what came of it.
struct FaultRecord {
    std::string id;
    bool hasFired = false;
};

struct History {
    std::vector<KindHistory> kinds;
    std::vector<FaultRecord> faults;
    Leftovers left;
    std::vector<std::size_t> resident; ///< MiB of memory after each of many runs, when the history is of them all
};

/// A hash of one state; a store's hash is the exclusive or of its objects', so that it can be kept up with each change.
std::uint64_t hashOf(const State &state);
std::uint64_t hashOf(const std::vector<State> &states);

} // namespace wk::sim
