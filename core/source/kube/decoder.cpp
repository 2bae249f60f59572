// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/decoder.h"

#include "core/base/limits.h"
#include "core/cluster/status.h"
#include "core/json/splitter.h"
#include "core/resource/bodystore.h"
#include "core/resource/compare.h"
#include "core/source/kube/envelope.h"
#include "core/source/kube/objectreader.h"
#include "core/source/kube/textparser.h"

#include <string>

namespace wk {

namespace {

namespace dom = simdjson::dom;

Error broken(std::string_view why)
{
    return {ErrorKind::BrokenFrame, std::string(why), {}, 0, {}};
}

Error otherKind(std::string_view said)
{
    return broken("an object of another kind came: " + std::string(said.substr(0, 80)));
}

/// The cells under plainColumns().
Cells plainCells(const Object &object)
{
    const std::string created = object.created ? formatTime(*object.created) : std::string();
    Cells::Builder cells(object.name, object.node);
    cells.add(object.name.view());
    cells.add(created.empty() ? Cell() : Cell(created));
    return cells.cells();
}

/// What of metav1.ListMeta is used.
struct ListMeta {
    ResourceVersion version;
    std::string continueToken;
    std::optional<std::int64_t> remaining;
    bool isShard = false;
};

/// An object without its body.
struct Reading {
    Object object;
    bool hasIdentity = false; ///< it says its kind or apiVersion
};

bool saysWhatItIs(TapeValue root)
{
    return root.has("kind") || root.has("apiVersion");
}

} // namespace

struct Decoder::Private {
    std::unique_ptr<BodyWriter> bodies; ///< null: they are dropped
    bool isLast = false;                ///< the event that is being decoded is a deletion
    bool isInitial = false;             ///< … is one of a list: its object is kept alone
    bool isCompared = false;            ///< … is to be told apart from the revision before
    std::shared_ptr<Changes> difference;
    Body comparedWith;
    std::string kind;
    std::string identity; ///< "kind":"Pod","apiVersion":"v1" for items that come without
    TextParser parser;
    ReadCache cache;

    /// Whether a watch of this kind may bring an object that says it is that.
    bool isOurs(std::string_view said) const
    {
        return said.empty() || kind.empty() || said == kind || said == "PartialObjectMetadata";
    }
    ListMeta listMeta(std::string_view metadata);
    /// Nothing when `text` is not one whole value.
    std::optional<Reading> read(std::string_view text);
    Body keep(const Uid &uid, std::string_view line, std::string_view object);
    /// The event is about what was kept last.
    void give(WatchEvent &event, Object object);
    Object decodeItem(std::string_view text);
    /// `line` is what the object is kept in; empty for an object of a list, which is kept alone.
    Object decodeRow(std::string_view line, std::string_view rowText);
    std::optional<Object> decodeRow(std::string_view line, const Row &row);
    /// In one go, for a row written as API servers do: its object last.
    std::optional<Object> decodeRowFast(std::string_view line, std::string_view rowText);

    Result<WatchEvent> lineEvent(std::string_view line);
    /// Nothing when the line was not split where its object ends.
    std::optional<Result<WatchEvent>> eventOf(std::string_view line, const json::EventParts &parts);
    std::optional<Result<WatchEvent>> tableEvent(WatchEvent event, std::string_view line, std::string_view table);
    std::optional<WatchEvent> tableEventFast(WatchEvent event, std::string_view line, std::string_view table);
};

ListMeta Decoder::Private::listMeta(std::string_view metadata)
{
    ListMeta meta;
    const auto root = parser.parse(metadata);
    if (!root)
        return meta;
    std::string_view text;
    if ((*root)["resourceVersion"].get(text) == simdjson::SUCCESS)
        meta.version = ResourceVersion(text);
    if ((*root)["continue"].get(text) == simdjson::SUCCESS)
        meta.continueToken = text;
    std::int64_t remaining = 0;
    if ((*root)["remainingItemCount"].get(remaining) == simdjson::SUCCESS && remaining >= 0)
        meta.remaining = remaining;
    dom::element shard;
    meta.isShard = (*root)["shardInfo"].get(shard) == simdjson::SUCCESS && !shard.is_null();
    return meta;
}

std::optional<Reading> Decoder::Private::read(std::string_view text)
{
    auto root = parser.parseStrictly(text);
    if (!root) {
        if (json::valueEnd(text, 0) != text.size())
            return {};
        root = parser.parse(text);
    }
    if (!root)
        return Reading{unreadableObject(text), hasIdentity(text)};
    if (const TapeValue object = parser.tape(); object.isObject())
        return Reading{readObject(object, cache), saysWhatItIs(object)};
    Reading reading;
    reading.object.unreadable = Unreadable::NoObject;
    return reading;
}

Body Decoder::Private::keep(const Uid &uid, std::string_view line, std::string_view object)
{
    if (!bodies)
        return {};
    Body body = bodies->keep({uid.text(), isInitial ? object : line, object, isLast});
    if (auto before = bodies->predecessor(); isCompared && !before.body.isNull()) {
        difference = compareFields(before.object, object);
        comparedWith = std::move(before.body);
    }
    return body;
}

void Decoder::Private::give(WatchEvent &event, Object object)
{
    event.object = makeCounted<const Object>(std::move(object));
    event.difference = std::move(difference);
    event.comparedWith = std::move(comparedWith);
}

Object Decoder::Private::decodeItem(std::string_view text)
{
    Reading reading = read(text).value_or(Reading{});
    reading.object.cells = plainCells(reading.object);
    if (reading.hasIdentity || !text.starts_with('{')) {
        reading.object.body = keep(reading.object.uid, text, text);
    } else {
        const std::string_view rest = json::trimmed(text.substr(1));
        std::string whole = "{" + identity + (rest == "}" ? "" : ",");
        whole += rest;
        reading.object.body = keep(reading.object.uid, whole, whole);
    }
    return std::move(reading.object);
}

std::optional<Object> Decoder::Private::decodeRow(std::string_view line, const Row &row)
{
    if (!row.object.starts_with('{'))
        return {};
    auto reading = read(row.object);
    if (!reading)
        return {};
    if (const auto root = parser.parse(row.cells))
        reading->object.cells = readCells(*root, reading->object);
    reading->object.body = keep(reading->object.uid, line.empty() ? row.object : line, row.object);
    return std::move(reading->object);
}

std::optional<Object> Decoder::Private::decodeRowFast(std::string_view line, std::string_view rowText)
{
    const Row row = openRowFast(rowText);
    if (parser.parseStrictly(rowText)) {
        if (auto object = readRow(parser.tape(), cache)) {
            object->body = keep(object->uid, line.empty() ? row.object : line, row.object);
            return object;
        }
    }
    return decodeRow(line, row);
}

Object Decoder::Private::decodeRow(std::string_view line, std::string_view rowText)
{
    if (auto object = decodeRowFast(line, rowText))
        return *std::move(object);
    const Row row = openRow(rowText);
    if (auto object = decodeRow(line, row))
        return *std::move(object);
    Object object;
    object.unreadable = Unreadable::RowAlone;
    if (const auto root = parser.parse(row.cells))
        object.cells = readCells(*root, object);
    return object;
}

std::optional<Result<WatchEvent>> Decoder::Private::eventOf(std::string_view line, const json::EventParts &parts)
{
    const auto type = eventType(parts.type);
    if (!type)
        return broken("the event's type is unknown: " + std::string(parts.type.substr(0, 40)));
    WatchEvent event;
    event.type = *type;
    event.wireBytes = line.size() + 1;
    isLast = *type == EventType::Deleted;
    isCompared = !isLast && !isInitial;
    if (*type == EventType::Error) {
        event.error = eventError(parts.object);
        return event;
    }
    if (!parts.object.starts_with('{'))
        return broken("the event has no object");
    const std::string_view said = kindOf(parts.object);
    if (said == "Table") {
        if (auto whole = tableEventFast(event, line, parts.object))
            return *std::move(whole);
        return tableEvent(std::move(event), line, parts.object);
    }
    if (!isOurs(said))
        return otherKind(said);
    auto reading = read(parts.object);
    if (!reading)
        return {};
    event.version = reading->object.version;
    if (*type == EventType::Bookmark) {
        event.endsInitial = marksInitialEnd(parts.object);
    } else {
        reading->object.cells = plainCells(reading->object);
        reading->object.body = keep(reading->object.uid, line, parts.object);
        give(event, std::move(reading->object));
    }
    return event;
}

Result<WatchEvent> Decoder::Private::lineEvent(std::string_view line)
{
    if (const auto parts = json::splitEventFast(line)) {
        if (auto event = eventOf(line, *parts))
            return *std::move(event);
    }
    const auto parts = json::splitEvent(line);
    if (!parts)
        return broken("the line is no watch event");
    if (auto event = eventOf(line, *parts))
        return *std::move(event);
    return broken("the event's object cannot be read");
}

std::optional<WatchEvent> Decoder::Private::tableEventFast(WatchEvent event, std::string_view line,
                                                           std::string_view table)
{
    const SingleRow single = openSingleRowFast(table);
    if (event.type == EventType::Bookmark || single.row.empty())
        return {};
    const bool ours = isOurs(kindOf(openRowFast(single.row).object));
    auto object = ours ? decodeRowFast(line, single.row) : std::nullopt;
    if (!object)
        return {};
    event.version = object->version.isEmpty() ? listMeta(single.metadata).version : object->version;
    if (single.columns.starts_with('[')) {
        if (const auto root = parser.parse(single.columns))
            event.columns = readColumns(*root);
    }
    give(event, *std::move(object));
    return event;
}

std::optional<Result<WatchEvent>> Decoder::Private::tableEvent(WatchEvent event, std::string_view line,
                                                               std::string_view table)
{
    const Envelope envelope = openEnvelope(table);
    if (!envelope.isWhole)
        return {};
    event.version = listMeta(envelope.metadata).version;
    if (const auto root = envelope.columns.empty() ? std::nullopt : parser.parse(envelope.columns))
        event.columns = readColumns(*root);
    json::Elements rows(envelope.rows);
    const bool hasRow = rows.next();
    // The one row of a bookmark is made up: an empty name and cells of nothing.
    if (event.type == EventType::Bookmark) {
        event.endsInitial = hasRow && marksInitialEnd(openRow(rows.value()).object);
        return event;
    }
    if (hasRow && !isOurs(kindOf(openRow(rows.value()).object)))
        return otherKind(kindOf(openRow(rows.value()).object));
    if (!hasRow)
        return broken("the event's table has no row");
    Object object = decodeRow(line, rows.value());
    if (rows.next())
        return broken("the event's table has several rows");
    if (!object.version.isEmpty())
        event.version = object.version;
    give(event, std::move(object));
    return event;
}

Decoder::Decoder(const ResourceInfo &resource, Bodies bodies)
    : Decoder(resource, bodies == Bodies::Keep ? std::make_unique<BodyStore>() : nullptr)
{}

Decoder::Decoder(const ResourceInfo &resource, std::unique_ptr<BodyWriter> bodies)
    : d(std::make_unique<Private>())
{
    d->kind = resource.kind;
    d->identity = "\"kind\":\"" + resource.kind + "\",\"apiVersion\":\"" + resource.gvr.groupVersion() + "\"";
    d->bodies = std::move(bodies);
}

Decoder::~Decoder() = default;

Result<ListPage> Decoder::page(std::string_view document)
{
    d->parser.setReadable(document);
    d->isLast = false;
    d->isCompared = false;
    const Envelope envelope = openEnvelope(document);
    if (!envelope.isWhole)
        return broken("the list ends before its end");
    const bool table = envelope.kind == "Table";
    const std::string_view array = table ? envelope.rows : envelope.items;
    if (array.empty() || !envelope.metadata.starts_with('{'))
        return Error{ErrorKind::NotKubernetes, "the answer is no list", {}, 0, {}};

    ListPage page;
    ListMeta meta = d->listMeta(envelope.metadata);
    if (meta.isShard)
        return Error{ErrorKind::Invalid, "the server sent only a shard of the list", {}, 0, {}};
    page.version = std::move(meta.version);
    page.continueToken = std::move(meta.continueToken);
    page.remaining = meta.remaining;
    page.wireBytes = document.size();
    if (table) {
        if (const auto root = d->parser.parse(envelope.columns))
            page.columns = readColumns(*root);
    } else {
        page.columns = plainColumns();
    }
    if (array == "null")
        return page;
    json::Elements elements(array);
    while (elements.next()) {
        Object object = table ? d->decodeRow({}, elements.value()) : d->decodeItem(elements.value());
        page.objects.push_back(makeCounted<const Object>(std::move(object)));
    }
    if (!elements.isWhole())
        return broken("the list's items cannot be told apart");
    return page;
}

Result<WatchEvent> Decoder::initialEvent(std::string_view line, std::size_t readableBehind)
{
    d->isInitial = true;
    Result<WatchEvent> made = event(line, readableBehind);
    d->isInitial = false;
    return made;
}

Result<WatchEvent> Decoder::event(std::string_view line, std::size_t readableBehind)
{
    d->parser.setReadable({line.data(), line.size() + readableBehind});
    d->difference.reset();
    return d->lineEvent(json::trimmed(line));
}

Columns Decoder::plainColumns()
{
    static const Columns columns = std::make_shared<const std::vector<Column>>(std::vector<Column>{
        {"Name", "string", "name", {}, 0},
        {"Created At", "date", {}, {}, 0},
    });
    return columns;
}

} // namespace wk
