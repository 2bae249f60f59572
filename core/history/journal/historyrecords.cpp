// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/historyrecords.h"

#include "core/history/foldedobject.h"
#include "core/history/revisiontools.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

constexpr std::size_t PartBytes = segment::LongFrameBytes - limits::KiB;
/// A stranger's says that it is longer with few bytes.
constexpr std::size_t MostPackedBytes = limits::MiB;

void putTime(FoldWriter &to, WallTime time)
{
    to.signedNumber(time.time_since_epoch().count());
}

WallTime takeTime(FoldReader &from)
{
    return WallTime(WallTime::duration(from.signedNumber()));
}

std::string takeText(FoldReader &from)
{
    return std::string(from.text());
}

void putTexts(FoldWriter &to, const std::vector<std::string> &texts)
{
    to.number(texts.size());
    for (const std::string &text : texts)
        to.text(text);
}

std::vector<std::string> takeTexts(FoldReader &from)
{
    std::vector<std::string> texts(from.count());
    std::ranges::generate(texts, [&from] { return takeText(from); });
    return texts;
}

template <class Enum>
Enum takeEnum(FoldReader &from, Enum last)
{
    const std::uint64_t value = from.number();
    if (value <= static_cast<std::uint64_t>(last))
        return static_cast<Enum>(value);
    from.fail();
    return {};
}

void putScope(FoldWriter &to, const WatchScope &scope)
{
    const ResourceInfo &resource = scope.resource;
    for (const std::string &text : {resource.gvr.group, resource.gvr.version, resource.gvr.resource, resource.kind,
                                    resource.singular, scope.ns, scope.labelSelector, scope.fieldSelector})
        to.text(text);
    putTexts(to, resource.shortNames);
    putTexts(to, resource.categories);
    putTexts(to, resource.verbs);
    to.number(resource.namespaced ? 1 : 0);
}

WatchScope takeScope(FoldReader &from)
{
    WatchScope scope;
    ResourceInfo &resource = scope.resource;
    for (std::string *text : {&resource.gvr.group, &resource.gvr.version, &resource.gvr.resource, &resource.kind,
                              &resource.singular, &scope.ns, &scope.labelSelector, &scope.fieldSelector})
        *text = takeText(from);
    resource.shortNames = takeTexts(from);
    resource.categories = takeTexts(from);
    resource.verbs = takeTexts(from);
    resource.namespaced = from.number() != 0;
    return scope;
}

void putError(FoldWriter &to, const Error &error)
{
    to.number(static_cast<std::uint64_t>(error.kind));
    to.text(error.text);
    to.text(error.place);
    to.signedNumber(error.httpStatus);
    to.signedNumber(error.retryAfter.count());
    to.text(error.reason);
}

Error takeError(FoldReader &from)
{
    Error error;
    error.kind = takeEnum(from, ErrorKind::ListenFailed);
    error.text = takeText(from);
    error.place = takeText(from);
    error.httpStatus = static_cast<int>(from.signedNumber());
    error.retryAfter = std::chrono::milliseconds(from.signedNumber());
    error.reason = takeText(from);
    return error;
}

template <class T, class Put>
void putMaybe(FoldWriter &to, const std::optional<T> &value, Put put)
{
    to.number(value ? 1 : 0);
    if (value)
        put(*value);
}

template <class Take>
auto takeMaybe(FoldReader &from, Take take) -> std::optional<decltype(take())>
{
    return from.number() != 0 ? std::optional(take()) : std::nullopt;
}

} // namespace

Result<> addRecord(SegmentWriter &to, HistoryRecord type, std::string_view bytes)
{
    for (; bytes.size() > PartBytes; bytes.remove_prefix(PartBytes)) {
        const auto part = static_cast<std::uint32_t>(HistoryRecord::Part);
        if (auto added = to.add({part, bytes.substr(0, PartBytes)}); !added)
            return added;
    }
    return to.add({static_cast<std::uint32_t>(type), bytes});
}

Result<> addPacked(SegmentWriter &to, HistoryRecord type, std::string_view bytes)
{
    const std::string_view packed = RevisionTools::ofThisThread().packer.pack(nullptr, bytes);
    if (bytes.size() > MostPackedBytes || packed.size() >= bytes.size())
        return addRecord(to, type, bytes);
    std::string record;
    FoldWriter(record).number(static_cast<std::uint64_t>(type));
    return addRecord(to, HistoryRecord::Packed, record.append(packed));
}

std::optional<UnpackedRecord> takePacked(FoldReader &from)
{
    const auto type = static_cast<HistoryRecord>(from.number());
    const std::string_view packed = from.rest();
    const auto size = expandedBytes(packed);
    if (from.isBroken() || type == HistoryRecord::Packed || !size || *size > MostPackedBytes)
        return {};
    const auto memory = std::make_shared<char[]>(*size);
    const auto filled = expand(nullptr, packed, {memory.get(), *size});
    if (!filled || *filled != *size)
        return {};
    return UnpackedRecord{type, memory, {memory.get(), *size}};
}

Result<> addHead(SegmentWriter &to, const HistoryHead &head)
{
    std::string bytes;
    FoldWriter record(bytes);
    record.raw(head.writer);
    putTime(record, head.created);
    record.text("Watchkeeper " WATCHKEEPER_VERSION);
    record.text(head.cluster);
    record.number(head.first);
    record.number(head.segment);
    return addRecord(to, HistoryRecord::Head, bytes);
}

Result<> addKnown(SegmentWriter &to, WallTime known)
{
    std::string bytes;
    FoldWriter record(bytes);
    putTime(record, known);
    return addRecord(to, HistoryRecord::Known, bytes);
}

Result<> addNote(SegmentWriter &to, const RecordingNote &note)
{
    std::string bytes;
    FoldWriter record(bytes);
    record.number(note.isRedacted);
    record.text(note.filter);
    return addRecord(to, HistoryRecord::Note, bytes);
}

RecordingNote takeNote(FoldReader &from)
{
    RecordingNote note;
    note.isRedacted = from.number() != 0;
    note.filter = takeText(from);
    return note;
}

Result<> addCluster(SegmentWriter &to, const NamedCluster &cluster)
{
    std::string bytes;
    FoldWriter record(bytes);
    record.text(cluster.id.text());
    record.text(cluster.name);
    return addRecord(to, HistoryRecord::Cluster, bytes);
}

std::optional<NamedCluster> takeCluster(FoldReader &from)
{
    const auto id = ClusterId::fromText(takeText(from));
    std::string name = takeText(from);
    return id ? std::optional(NamedCluster{*id, std::move(name)}) : std::nullopt;
}

HistoryHead takeHead(FoldReader &from)
{
    HistoryHead head;
    head.writer = from.raw();
    head.created = takeTime(from);
    head.tool = takeText(from);
    head.cluster = takeText(from);
    head.first = from.number();
    head.segment = from.number();
    return head;
}

void put(FoldWriter &to, WatchId id, const HistoryWatch &watch, TableNumber columns, TableNumber listedUnder)
{
    to.number(id);
    to.text(watch.cluster.text());
    putMaybe(to, watch.scope, [&to](const WatchScope &scope) { putScope(to, scope); });
    to.number(columns);
    to.number(listedUnder);
    putMaybe(to, watch.listedAt, [&to](WallTime time) { putTime(to, time); });
    to.number(watch.listedBefore);
    putMaybe(to, watch.closedAt, [&to](RowId row) { to.number(row); });
    putMaybe(to, watch.closedOn, [&to](WallTime time) { putTime(to, time); });
    to.number(watch.ofItsKind.size());
    for (const WatchId other : watch.ofItsKind)
        to.number(other);
    putMaybe(to, watch.unknownSince ? watch.unknownSince : watch.brokenSince,
             [&to](WallTime time) { putTime(to, time); });
    to.number(watch.openedAgain.size());
    for (const RowId row : watch.openedAgain)
        to.number(row);
    to.number(watch.store + 1); // None is 0
    to.number(watch.storesBefore.size());
    for (const HistoryWatch::Store &before : watch.storesBefore) {
        to.number(before.upTo);
        to.number(before.number + 1);
    }
}

TakenWatch takeWatch(FoldReader &from)
{
    TakenWatch taken;
    taken.id = static_cast<WatchId>(from.number());
    HistoryWatch &watch = taken.watch;
    watch.cluster = ClusterId::fromText(from.text()).value_or(ClusterId());
    watch.scope = takeMaybe(from, [&from] { return takeScope(from); });
    taken.columns = from.number();
    taken.listedUnder = from.number();
    watch.listedAt = takeMaybe(from, [&from] { return takeTime(from); });
    watch.listedBefore = from.number();
    watch.closedAt = takeMaybe(from, [&from] { return RowId(from.number()); });
    watch.closedOn = takeMaybe(from, [&from] { return takeTime(from); });
    watch.ofItsKind.resize(from.count());
    std::ranges::generate(watch.ofItsKind, [&from] { return static_cast<WatchId>(from.number()); });
    watch.unknownSince = takeMaybe(from, [&from] { return takeTime(from); });
    watch.openedAgain.resize(from.count());
    std::ranges::generate(watch.openedAgain, [&from] { return RowId(from.number()); });
    watch.store = static_cast<std::size_t>(from.number()) - 1;
    watch.storesBefore.resize(from.count());
    for (HistoryWatch::Store &before : watch.storesBefore) {
        before.upTo = from.number();
        before.number = static_cast<std::size_t>(from.number()) - 1;
    }
    return taken;
}

void put(FoldWriter &to, const std::vector<Column> &columns)
{
    to.number(columns.size());
    for (const Column &column : columns) {
        to.text(column.name);
        to.text(column.type);
        to.text(column.format);
        to.text(column.description);
        to.signedNumber(column.priority);
    }
}

std::vector<Column> takeColumns(FoldReader &from)
{
    std::vector<Column> columns(from.count());
    for (Column &column : columns) {
        column.name = takeText(from);
        column.type = takeText(from);
        column.format = takeText(from);
        column.description = takeText(from);
        column.priority = static_cast<int>(from.signedNumber());
    }
    return columns;
}

void put(FoldWriter &to, const Entry &word)
{
    to.number(word.watch);
    to.number(static_cast<std::uint64_t>(word.type));
    to.number(static_cast<std::uint64_t>(word.origin));
    putTime(to, word.arrived);
    to.text(word.version.text());
    putError(to, word.error);
    to.text(word.gap.from.text());
    to.text(word.gap.to.text());
    putTime(to, word.gap.since);
    to.text(word.gap.reason);
    putTime(to, word.gap.broke);
    putTime(to, word.broke);
    for (const std::uint32_t count : {word.found.listed, word.found.added, word.found.modified, word.found.deleted})
        to.number(count);
    to.number(word.mayHaveLeftFilter ? 1 : 0);
    to.signedNumber(word.took.count());
    to.number(word.wireBytes);
    to.text(word.line);
}

Entry takeWord(FoldReader &from)
{
    Entry word;
    word.watch = static_cast<WatchId>(from.number());
    word.type = takeEnum(from, EntryType::Gap);
    word.origin = takeEnum(from, EntryClass::Replayed);
    word.arrived = takeTime(from);
    word.version = ResourceVersion(takeText(from));
    word.error = takeError(from);
    word.gap.from = ResourceVersion(takeText(from));
    word.gap.to = ResourceVersion(takeText(from));
    word.gap.since = takeTime(from);
    word.gap.reason = takeText(from);
    word.gap.broke = takeTime(from);
    word.broke = takeTime(from);
    for (std::uint32_t *count : {&word.found.listed, &word.found.added, &word.found.modified, &word.found.deleted})
        *count = static_cast<std::uint32_t>(from.number());
    word.mayHaveLeftFilter = from.number() != 0;
    word.took = std::chrono::milliseconds(from.signedNumber());
    word.wireBytes = static_cast<std::size_t>(from.number());
    word.line = takeText(from);
    return word;
}

void put(FoldWriter &to, const Object &object, std::uint64_t store)
{
    to.number(store);
    Object bare(object);
    Object empty;
    if (store == 0)
        bare.body = {};
    else
        empty.body = bare.body.withKey(0);
    std::string bytes;
    fold(bare, empty, bytes);
    to.text(bytes);
}

ObjectPtr takeObject(FoldReader &from, const KeeperOf &keeperOf)
{
    const std::uint64_t store = from.number();
    Object empty;
    if (store > 0)
        empty.body = keeperOf(store - 1);
    return unfold(from.text(), empty);
}

} // namespace wk
