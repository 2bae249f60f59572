// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/foldbytes.h"
#include "core/history/rows/historywatch.h"
#include "core/history/segment.h"
#include "core/informer/entry.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// What the records of a history's segments are. Numbers are part of the format, which resources/help/format.md
/// describes byte by byte; a reader skips those that it does not know.
enum class HistoryRecord : std::uint32_t {
    Part = 15, ///< the first bytes of a record that is longer than a frame; the next one of another type goes on
    Head = 16,
    Watch = 17,
    Texts = 18,
    Sets = 19,
    Table = 20,
    Reference = 21,
    Dictionary = 22,
    Bodies = 23,
    Besides = 24,
    Rows = 25,
    Folds = 26,
    Piece = 27,
    Closing = 28,
    Standing = 29,
    Stood = 30, ///< all that stood at the segment's beginning has been told
    Known = 31,
    Packed = 32,  ///< another one, by zstd
    Note = 33,    ///< what a recording is of
    Cluster = 34, ///< what one is called for people
};

/// Adds a record; one that is longer than a frame takes goes in parts.
Result<> addRecord(SegmentWriter &to, HistoryRecord type, std::string_view bytes);
/// The same packed, where that is shorter, for what is read once: nobody can read it where it lies.
Result<> addPacked(SegmentWriter &to, HistoryRecord type, std::string_view bytes);
/// What a Packed record holds.
struct UnpackedRecord {
    HistoryRecord type = HistoryRecord::Packed;
    std::shared_ptr<const char[]> memory{};
    std::string_view bytes{};
};
/// Nothing for one that addPacked() did not write.
std::optional<UnpackedRecord> takePacked(FoldReader &from);

/// Whose numbers a record of texts or sets says the meaning of.
enum class TextPool : std::uint64_t { Kinds, Namespaces, Names, Managers, Paths };
constexpr std::size_t TextPools = 5;

/// The first record of a file, and of what another process writes behind it.
struct HistoryHead {
    /// Anew in each process: numbers of lives mean the same in all that it has written.
    std::uint64_t writer = 0;
    WallTime created{};
    std::string tool;
    std::string cluster;       ///< ClusterId::text(); empty: of several, or none
    RowId first = 0;           ///< no row in the file is before it
    std::uint64_t segment = 0; ///< counts up within a set
};
/// With this program as the tool.
Result<> addHead(SegmentWriter &to, const HistoryHead &head);
HistoryHead takeHead(FoldReader &from);
/// All that had happened by then is in the file.
Result<> addKnown(SegmentWriter &to, WallTime known);

/// What somebody has recorded, for whoever opens it. A value.
struct RecordingNote {
    bool isRedacted = false; ///< what looks like a secret was replaced before it was written
    std::string filter{};    ///< of the events; empty: all

    bool operator==(const RecordingNote &) const = default;
};
Result<> addNote(SegmentWriter &to, const RecordingNote &note);
RecordingNote takeNote(FoldReader &from);

struct NamedCluster {
    ClusterId id;
    std::string name;
};
Result<> addCluster(SegmentWriter &to, const NamedCluster &cluster);
/// Nothing for an id that is none.
std::optional<NamedCluster> takeCluster(FoldReader &from);

/// What the history knows of a watch; tables are named by their numbers, which `tableOf` gives: 0 is none.
using TableNumber = std::uint64_t;
void put(FoldWriter &to, WatchId id, const HistoryWatch &watch, TableNumber columns, TableNumber listedUnder);
struct TakenWatch {
    WatchId id = 0;
    HistoryWatch watch; ///< without tables, kind and namespace
    TableNumber columns = 0;
    TableNumber listedUnder = 0;
};
TakenWatch takeWatch(FoldReader &from);

void put(FoldWriter &to, const std::vector<Column> &columns);
std::vector<Column> takeColumns(FoldReader &from);

/// What a watch says of itself: an entry without objects and columns.
void put(FoldWriter &to, const Entry &word);
Entry takeWord(FoldReader &from);

/// An object without anything beside it: what a fold upon an empty one says. The store is 1 + the number of the one
/// that keeps its body; 0: nobody does.
void put(FoldWriter &to, const Object &object, std::uint64_t store);
/// `keeperOf` gives a body of a store, null for one that is not known. Null for bytes that put() did not make.
using KeeperOf = std::function<Body(std::uint64_t store)>;
ObjectPtr takeObject(FoldReader &from, const KeeperOf &keeperOf);

} // namespace wk
