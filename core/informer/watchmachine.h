// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/backoff.h"
#include "core/informer/watchstatus.h"

#include <QVarLengthArray>

#include <optional>
#include <string>
#include <variant>

namespace wk {

/// Decides what a Reflector does next, and nothing else: it holds no connection, no object and no clock. A value, any
/// thread.
///
///     start ──> Listing ──last page──> Opening ──head──> Watching ──end──> Opening …
///                 │ ^                     │                  │
///                 │ └──────elapsed────────┴── Pausing <──────┘   Gap + Listing on Expired, VersionTooLarge,
///                 ├── expired token: from the start, then whole   a version lost or going back, a poison frame or an
///                 └── what cannot be watched: Pausing, as Polled  ERROR twice
///
/// What cannot be watched (discovery offers no watch of it, the server refuses one with 405, or nothing of it has a
/// version) is listed again every 30 to 36 s instead. What comes and goes between two such looks nobody could have
/// seen; a gap is only where a look was not to be had for twice as long.
///
/// The rules are C1–C30 of the list-watch contract; the shape is kube-rs's watcher::State, the numbers client-go's.
class WatchMachine
{
public:
    /// Between two looks at what cannot be watched, and up to as much more.
    static constexpr std::chrono::seconds LookPause{30};
    static constexpr std::chrono::seconds LookJitter{6};

    // What happened.
    /// With an error: the server is known to be away. Nothing is asked until RetryNow or Distrust (C20). With a version
    /// (it may be empty): the state is held that an earlier watch had come to, and the first list is a relist.
    struct Start {
        std::optional<Error> away{};
        bool canWatch = true;
        std::optional<ResourceVersion> held{};
        bool sharesVersions = false; ///< see ListerWatcher::sharesVersions()
    };
    struct Page {
        ResourceVersion version;
        std::string continueToken;
        std::size_t items = 0;
    };
    struct ListFailed {
        Error error;
    };
    struct Opened {};
    /// An event of the watch. `known`: this very revision has been delivered already (a server that repeats itself).
    struct Event {
        bool isBookmark = false;
        ResourceVersion version;
        bool known = false;
    };
    /// An ERROR event of the watch. The stream is over.
    struct Erred {
        Error error;
    };
    /// The end of the stream: empty for an orderly one.
    struct Ended {
        std::optional<Error> error;
    };
    struct Elapsed {};
    /// The user's "Retry now", or the session's word that the server answers again.
    struct RetryNow {};
    /// No connection of then or before can be trusted (suspend, a server that was away): what was asked for by then is
    /// asked again at once. A stream whose head came since stays; it is no half-dead one (C22, C33).
    struct Distrust {
        Instant since{};
    };
    /// What was asked of the server at `since` has been answered: a stream that was asked for by then and has no head
    /// yet may have got lost on the way, and is asked for again. A list may merely take its time.
    struct Overtaken {
        Instant since{};
    };
    /// What is held is not what the server has, and the stream will not mend it (C16, C29): list again.
    struct Disproved {
        std::string reason;
    };
    struct Stop {};
    /// Why changes are Lost with a kind that has Vanished.
    static constexpr const char *KindGone = "the kind is no longer served";
    using Input = std::variant<Start, Page, ListFailed, Opened, Event, Erred, Ended, Elapsed, RetryNow, Distrust,
                               Overtaken, Disproved, Stop>;

    // What to do about it, in order.
    struct List {
        int limit = 0;
        std::string continueToken;
    };
    struct Watch {
        ResourceVersion from;
    };
    /// Come back with Elapsed after `delay` and up to `jitter` more.
    struct Wait {
        std::chrono::milliseconds delay{0};
        std::chrono::milliseconds jitter{0};
    };
    struct Abort {};     ///< end the call under way
    struct TakePage {};  ///< keep the page that has just come
    struct DropPages {}; ///< forget the pages kept so far
    struct Replace {};   ///< the pages kept are the whole state now
    struct Apply {};     ///< the event that has just come is good
    struct Reconnected { ///< the stream goes on after a break
        Error because;
    };
    struct Lost { ///< changes after this version may pass unseen until the next Replace
        std::string reason;
        bool isOtherHistory = false; ///< versions known so far mean nothing any more (C16)
    };
    struct Vanished {}; ///< the kind is gone, and with it every object
    using Effect =
        std::variant<List, Watch, Wait, Abort, TakePage, DropPages, Replace, Apply, Reconnected, Lost, Vanished>;
    using Effects = QVarLengthArray<Effect, 2>;

    Effects step(const Input &input, Instant now);

    WatchState state() const { return m_shown; }
    /// It is listed now and then, for it cannot be watched.
    bool isPolled() const { return !m_canWatch || m_noWatch; }
    const ResourceVersion &version() const { return m_version; }
    /// The stream is open, and its head came after `time`; or the last look did.
    bool isOpenSince(Instant time) const
    {
        return m_phase == Phase::Watching ? m_openedAt > time : m_shown == WatchState::Polled && m_listedAt > time;
    }
    /// When the stream under way was opened, or the last one was.
    Instant openedAt() const { return m_openedAt; }
    /// The last failure; empty once live. Of what is polled, why it is, where discovery has not said so.
    const std::optional<Error> &error() const { return m_error; }
    /// A stream that ends in order now was more than an answer: all that happened meanwhile came on it (C12).
    bool hasLived(Instant now) const;
    /// An event that came this soon after a broken stream was opened again happened while it was broken.
    bool isResumed(Instant now) const;

private:
    enum class Phase { Idle, Listing, Opening, Watching, Pausing, Stopped };

    Effects on(const Start &, Instant);
    Effects on(const Page &, Instant);
    Effects on(const ListFailed &, Instant);
    Effects on(const Opened &, Instant);
    Effects on(const Event &, Instant);
    Effects on(const Erred &, Instant);
    Effects on(const Ended &, Instant);
    Effects on(const Elapsed &, Instant);
    Effects on(const RetryNow &, Instant);
    Effects on(const Distrust &, Instant);
    Effects on(const Overtaken &, Instant);
    Effects on(const Disproved &, Instant);
    Effects on(const Stop &, Instant);

    Effects startList(int limit);
    int pageLimit() const;
    Effects restartList(const Error &why, Instant now);
    Effects startWatch();
    Effects lookLater();
    Effects unwatchable(const Error &error, Instant now);
    Effects reopen();
    Effects relist(Error why, Instant now, bool isOtherHistory = false);
    Effects pause(WatchState shown, std::chrono::milliseconds delay, std::chrono::milliseconds jitter);
    Effects backOff(const Error &error, Instant now);
    Effects refused(const Error &error, Instant now);
    Effects denied();
    Effects broken(const Error &error, Instant now);

    Phase m_phase = Phase::Idle;
    WatchState m_shown = WatchState::Connecting;
    ResourceVersion m_version;
    Backoff m_backoff;
    std::optional<Error> m_error;

    // Of the list under way.
    bool m_synced = false;        ///< a list has been applied, or a state is held; the next is a relist
    bool m_listAfterPause = true; ///< what a pause ends in
    int m_pages = 0;
    int m_expiredTokens = 0;
    int m_restarts = 0; ///< since a list was whole
    int m_limit = 0;
    Instant m_listedAt{}; ///< when a list was last whole
    ResourceVersion m_listVersion;
    std::string m_lastToken;

    Instant m_askedAt{}; ///< when the page or the stream under way was asked for

    // Of the stream under way.
    Instant m_openedAt{};
    std::size_t m_events = 0;
    std::optional<Error> m_breach;           ///< what broke the stream before this one
    std::optional<ResourceVersion> m_poison; ///< where a frame could not be read
    std::optional<Instant> m_poisonedAt;     ///< when that last led to a list
    std::optional<ResourceVersion> m_erring; ///< where the server said ERROR
    std::optional<Instant> m_troubleSince;   ///< first of a row of server errors
    bool m_sharesVersions = false;
    bool m_canWatch = true;                  ///< as far as discovery has said
    std::optional<Error> m_noWatch;          ///< refused for good; or an event had no version, nor the list before it
    int m_denials = 0;                       ///< in a row, of what was allowed before
};

} // namespace wk
