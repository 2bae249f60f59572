// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/watchstatus.h"
#include "core/query/filtervalue.h"
#include "core/resource/resourceinfo.h"
#include "ui/style/watchmark.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace wk {

struct PastKind;

/// How it stands with a table as a whole, in words. Gui thread.
struct TableState {
    enum class Kind : std::uint8_t {
        Ready,   ///< rows are shown
        Nothing, ///< no kind has been chosen
        Loading,
        Empty,          ///< there are no objects
        NothingMatches, ///< there are, and the filter hides all
        NotWatched,     ///< nothing is known of that moment of the past
        Denied,
        Failing, ///< it cannot be had; it is tried again by itself
        Gone,    ///< the server does not serve the kind any more
    };

    Kind kind = Kind::Nothing;
    QString title;                ///< what stands in the middle of an empty table
    QString detail;               ///< below it: why, and what to try
    QString notice;               ///< a line above rows that may be old or not all; empty when all is well
    bool canRetry = false;        ///< it waits to be tried again, and the user may not want to; also with rows
    bool canCancel = false;       ///< it takes a while, and need not be gone through with
    bool wantsNamespaces = false; ///< not all may be looked at, but some perhaps: they can be entered
    bool isForStream = false;     ///< what the filter asks for is found in the stream
    std::optional<ResourceInfo> kindAskedFor; ///< what the filter asks for is found in its table
    bool isStranded = false;                  ///< there is no way to this cluster, and another may be wanted
    std::optional<WatchLook> look;            ///< of the watch that fares worst; none without a watch
    QString word;                             ///< of the same: "Live", "Waiting 12 s (refused)"
    QString wordTip;                          ///< what there is to say of it, the last error's text included
    WatchId watch = 0;                        ///< which it is
    std::uint64_t listed = 0;                 ///< with Loading
    std::uint64_t total = 0;                  ///< with Loading; 0 when not known

    bool operator==(const TableState &) const = default;
};

/// How it stands with the way to the cluster while there is no connection.
struct ConnectionWord {
    QString sentence;        ///< safe to show; empty when there is a connection
    bool isRetried = false;  ///< it waits to be tried again
    std::uint64_t made = 0;  ///< of the cluster itself, which is being made
    std::uint64_t total = 0; ///< 0: it is not being made
    QString server{};        ///< where it leads, safe to show; empty when that is not known
    bool hasFailed = false;  ///< not only under way
    QString title{};         ///< what stands over the sentence; empty: that there is no connection

    bool operator==(const ConnectionWord &) const = default;
};

struct TableFacts {
    QString kinds;             ///< "pods", for people
    bool isOnlyListed = false; ///< they cannot be watched, and are looked at now and then
    ConnectionWord connection;
    bool isAnyServed = true; ///< the server has told of kinds
    std::vector<WatchStatus> watches;
    std::size_t listed = 0; ///< of the watches, how many have their list
    std::size_t shown = 0;
    std::size_t held = 0;
    std::optional<FilterField> eventField;      ///< that the filter asks for and no object has
    std::optional<WallTime> pausedAt{};         ///< by the user: the rows are of then
    std::optional<ResourceInfo> kindAskedFor{}; ///< by the filter, and of no row of this table
    bool isNamespaced = false;
    std::vector<std::string> namespaces{}; ///< that are looked at; empty: all, or of a kind that is in none
    std::vector<std::string> onlyOf{};     ///< when all are looked at: those that are watched, where not all may be
};

TableState tableState(const TableFacts &facts, WallTime now);

/// Of a moment of the past: how the watches fare now is of no matter, but where it began before that.
TableState pastTableState(const TableFacts &facts, const PastKind &kind, WallTime then, WallTime now);

/// Since when, until when or between which times nothing is known of a kind around a moment; no full stop behind it.
QString notWatchedWords(const QString &kinds, const PastKind &kind, WallTime then);

} // namespace wk
