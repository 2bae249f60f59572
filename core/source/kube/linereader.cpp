// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/linereader.h"

#include "core/cluster/status.h"
#include "core/json/splitter.h"
#include "core/source/kube/objectreader.h"

namespace wk {

namespace {

namespace dom = simdjson::dom;

ReadLine noEvent(std::string_view why)
{
    return {{}, {}, Error{ErrorKind::BrokenFrame, std::string(why), {}, 0, {}}};
}

ReadLine otherKind(std::string_view said)
{
    return noEvent("an object of another kind came: " + std::string(said.substr(0, 80)));
}

/// The cells under Decoder::plainColumns().
Cells plainCells(const Object &object)
{
    const std::string created = object.created ? formatTime(*object.created) : std::string();
    Cells::Builder cells(object.name, object.node);
    cells.add(object.name.view());
    cells.add(created.empty() ? Cell() : Cell(created));
    return cells.cells();
}

bool saysWhatItIs(TapeValue root)
{
    return root.has("kind") || root.has("apiVersion");
}

} // namespace

/// Whether a watch of this kind may bring an object that says it is that.
bool LineReader::isOurs(std::string_view said) const
{
    return said.empty() || m_kind.empty() || said == m_kind || said == "PartialObjectMetadata";
}

ListMeta LineReader::listMeta(std::string_view metadata)
{
    ListMeta meta;
    const auto root = m_parser.parse(metadata);
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

Columns LineReader::columns(std::string_view definitions)
{
    const auto root = definitions.empty() ? std::nullopt : m_parser.parse(definitions);
    return root ? readColumns(*root) : nullptr;
}

/// Nothing when `text` is not one whole value.
std::optional<ReadObject> LineReader::read(std::string_view text)
{
    if (auto object = readObjectText(text, m_cache))
        return object;
    if (!m_parser.parseStrictly(text)) {
        if (json::valueEnd(text, 0) != text.size())
            return {};
        if (!m_parser.parse(text))
            return ReadObject{unreadableObject(text), text, hasIdentity(text)};
    }
    if (const TapeValue object = m_parser.tape(); object.isObject())
        return ReadObject{readObject(object, m_cache), text, saysWhatItIs(object)};
    ReadObject reading{{}, text, false};
    reading.object.unreadable = Unreadable::NoObject;
    return reading;
}

ReadObject LineReader::item(std::string_view text)
{
    ReadObject reading = read(text).value_or(ReadObject{{}, text, false});
    reading.object.cells = plainCells(reading.object);
    return reading;
}

std::optional<ReadObject> LineReader::row(const Row &row)
{
    if (!row.object.starts_with('{'))
        return {};
    auto reading = read(row.object);
    if (!reading)
        return {};
    if (const auto root = m_parser.parse(row.cells))
        reading->object.cells = readCells(*root, reading->object);
    return reading;
}

/// In one go, for a row written as API servers do: its object last.
std::optional<ReadObject> LineReader::rowFast(std::string_view rowText)
{
    if (auto object = readRowText(rowText, m_cache))
        return object;
    const Row parts = openRowFast(rowText);
    if (m_parser.parseStrictly(rowText)) {
        if (auto object = readRow(m_parser.tape(), m_cache))
            return ReadObject{*std::move(object), parts.object, true};
    }
    return row(parts);
}

ReadObject LineReader::row(std::string_view rowText)
{
    if (auto object = rowFast(rowText))
        return *std::move(object);
    const Row parts = openRow(rowText);
    if (auto object = row(parts))
        return *std::move(object);
    ReadObject alone;
    alone.object.unreadable = Unreadable::RowAlone;
    if (const auto root = m_parser.parse(parts.cells))
        alone.object.cells = readCells(*root, alone.object);
    return alone;
}

/// Nothing when the line was not split where its object ends.
std::optional<ReadLine> LineReader::eventOf(std::string_view line, const json::EventParts &parts)
{
    const auto type = eventType(parts.type);
    if (!type)
        return noEvent("the event's type is unknown: " + std::string(parts.type.substr(0, 40)));
    WatchEvent event;
    event.type = *type;
    event.wireBytes = line.size() + 1;
    if (*type == EventType::Error) {
        event.error = eventError(parts.object);
        return ReadLine{std::move(event), {}, {}};
    }
    if (!parts.object.starts_with('{'))
        return noEvent("the event has no object");
    const std::string_view said = kindOf(parts.object);
    if (said == "Table") {
        if (auto whole = tableEventFast(event, parts.object))
            return whole;
        return tableEvent(std::move(event), parts.object);
    }
    if (!isOurs(said))
        return otherKind(said);
    auto reading = read(parts.object);
    if (!reading)
        return {};
    event.version = reading->object.version;
    if (*type == EventType::Bookmark) {
        event.endsInitial = marksInitialEnd(parts.object);
        return ReadLine{std::move(event), {}, {}};
    }
    reading->object.cells = plainCells(reading->object);
    return ReadLine{std::move(event), std::move(reading), {}};
}

ReadLine LineReader::line(std::string_view line)
{
    ReadLine read = anyLine(line);
    const bool hasBody = read.event.type != EventType::Bookmark && read.event.type != EventType::Error;
    if (!hasBody && line.size() <= LineKept)
        read.event.line = line;
    return read;
}

ReadLine LineReader::anyLine(std::string_view line)
{
    if (const auto parts = json::splitEventFast(line)) {
        if (auto event = eventOf(line, *parts))
            return *std::move(event);
    }
    const auto parts = json::splitEvent(line);
    if (!parts)
        return noEvent("the line is no watch event");
    if (auto event = eventOf(line, *parts))
        return *std::move(event);
    return noEvent("the event's object cannot be read");
}

std::optional<ReadLine> LineReader::tableEventFast(const WatchEvent &event, std::string_view table)
{
    const SingleRow single = openSingleRowFast(table);
    if (event.type == EventType::Bookmark || single.row.empty())
        return {};
    const bool ours = isOurs(kindOf(openRowFast(single.row).object));
    auto object = ours ? rowFast(single.row) : std::nullopt;
    if (!object)
        return {};
    ReadLine read{event, std::move(object), {}};
    const ResourceVersion &version = read.object->object.version;
    read.event.version = version.isEmpty() ? listMeta(single.metadata).version : version;
    if (single.columns.starts_with('['))
        read.event.columns = columns(single.columns);
    return read;
}

std::optional<ReadLine> LineReader::tableEvent(WatchEvent event, std::string_view table)
{
    const Envelope envelope = openEnvelope(table);
    if (!envelope.isWhole)
        return {};
    event.version = listMeta(envelope.metadata).version;
    event.columns = columns(envelope.columns);
    json::Elements rows(envelope.rows);
    const bool hasRow = rows.next();
    // The one row of a bookmark is made up: an empty name and cells of nothing.
    if (event.type == EventType::Bookmark) {
        event.endsInitial = hasRow && marksInitialEnd(openRow(rows.value()).object);
        return ReadLine{std::move(event), {}, {}};
    }
    if (hasRow && !isOurs(kindOf(openRow(rows.value()).object)))
        return otherKind(kindOf(openRow(rows.value()).object));
    if (!hasRow)
        return noEvent("the event's table has no row");
    ReadObject object = row(rows.value());
    if (rows.next())
        return noEvent("the event's table has several rows");
    if (!object.object.version.isEmpty())
        event.version = object.object.version;
    return ReadLine{std::move(event), std::move(object), {}};
}

} // namespace wk
