// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/linereader.h"

#include "core/cluster/status.h"
#include "core/json/splitter.h"
#include "core/source/kube/decoder.h"
#include "core/source/kube/objectreader.h"

namespace wk {

namespace {

namespace dom = simdjson::dom;

/// The line has been read, and is none: true.
bool noEvent(ReadLine &read, std::string_view why)
{
    read = {};
    read.broken = Error{ErrorKind::BrokenFrame, std::string(why), {}, 0, {}};
    return true;
}

bool otherKind(ReadLine &read, std::string_view said)
{
    return noEvent(read, "an object of another kind came: " + std::string(said.substr(0, 80)));
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
    if (auto object = readObjectText(text, m_cache, m_before))
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
    if (auto object = readRowText(rowText, m_cache, m_before))
        return object;
    const Row parts = openRowFast(rowText);
    if (m_parser.parseStrictly(rowText)) {
        if (auto object = readRow(m_parser.tape(), m_cache))
            return ReadObject{*std::move(object), parts.object, true};
    }
    return row(parts);
}

/// Under the columns of etcdtable.
void LineReader::callByKey(Object &object) const
{
    constexpr std::size_t Created = 5;
    if (!m_areKeys || object.cells.size() <= Created)
        return;
    const Cell key = object.cells[0];
    const Cell created = object.cells[Created];
    if (!std::holds_alternative<std::string_view>(key) || !std::holds_alternative<std::int64_t>(created))
        return;
    const std::string name(std::get<std::string_view>(key));
    object.name = name;
    object.ns = {};
    object.uid = name + '@' + std::to_string(std::get<std::int64_t>(created));
}

ReadObject LineReader::row(std::string_view rowText)
{
    if (auto object = rowFast(rowText)) {
        callByKey(object->object);
        return *std::move(object);
    }
    const Row parts = openRow(rowText);
    if (auto object = row(parts)) {
        callByKey(object->object);
        return *std::move(object);
    }
    ReadObject alone;
    alone.object.unreadable = Unreadable::RowAlone;
    if (const auto root = m_parser.parse(parts.cells))
        alone.object.cells = readCells(*root, alone.object);
    callByKey(alone.object);
    return alone;
}

bool LineReader::takeEvent(ReadLine &read, std::string_view line, const json::EventParts &parts)
{
    const auto type = eventType(parts.type);
    if (!type)
        return noEvent(read, "the event's type is unknown: " + std::string(parts.type.substr(0, 40)));
    WatchEvent &event = read.event;
    event.type = *type;
    event.wireBytes = line.size() + 1;
    if (*type == EventType::Error) {
        event.error = eventError(parts.object);
        return true;
    }
    if (!parts.object.starts_with('{'))
        return noEvent(read, "the event has no object");
    const std::string_view said = kindOf(parts.object);
    if (said == "Table")
        return takeTableFast(read, parts.object) || takeTable(read, parts.object);
    if (!isOurs(said))
        return otherKind(read, said);
    auto object = this->read(parts.object);
    if (!object)
        return false;
    event.version = object->object.version;
    if (*type == EventType::Bookmark) {
        event.endsInitial = marksInitialEnd(parts.object);
        return true;
    }
    read.object = std::move(object);
    read.object->object.cells = plainCells(read.object->object);
    event.columns = Decoder::plainColumns();
    return true;
}

ReadLine LineReader::line(std::string_view line, const json::ReadText *before)
{
    ReadLine read;
    m_before = before;
    takeLine(read, line);
    m_before = nullptr;
    const bool hasBody = read.event.type != EventType::Bookmark && read.event.type != EventType::Error;
    if (!hasBody && line.size() <= LineKept)
        read.event.line = line;
    return read;
}

void LineReader::takeLine(ReadLine &read, std::string_view line)
{
    if (const auto parts = json::splitEventFast(line)) {
        if (takeEvent(read, line, *parts))
            return;
        read = {};
    }
    const auto parts = json::splitEvent(line);
    if (!parts)
        noEvent(read, "the line is no watch event");
    else if (!takeEvent(read, line, *parts))
        noEvent(read, "the event's object cannot be read");
}

bool LineReader::takeTableFast(ReadLine &read, std::string_view table)
{
    const SingleRow single = openSingleRowFast(table);
    if (read.event.type == EventType::Bookmark || single.row.empty())
        return false;
    if (!isOurs(kindOf(openRowFast(single.row).object)))
        return false;
    read.object = rowFast(single.row);
    if (!read.object)
        return false;
    callByKey(read.object->object);
    const ResourceVersion &version = read.object->object.version;
    read.event.version = version.isEmpty() ? listMeta(single.metadata).version : version;
    if (single.columns.starts_with('['))
        read.event.columns = columns(single.columns);
    return true;
}

bool LineReader::takeTable(ReadLine &read, std::string_view table)
{
    const Envelope envelope = openEnvelope(table);
    if (!envelope.isWhole)
        return false;
    WatchEvent &event = read.event;
    event.version = listMeta(envelope.metadata).version;
    event.columns = columns(envelope.columns);
    json::Elements rows(envelope.rows);
    const bool hasRow = rows.next();
    // The one row of a bookmark is made up: an empty name and cells of nothing.
    if (event.type == EventType::Bookmark) {
        event.endsInitial = hasRow && marksInitialEnd(openRow(rows.value()).object);
        return true;
    }
    if (hasRow && !isOurs(kindOf(openRow(rows.value()).object)))
        return otherKind(read, kindOf(openRow(rows.value()).object));
    if (!hasRow)
        return noEvent(read, "the event's table has no row");
    read.object = row(rows.value());
    if (rows.next())
        return noEvent(read, "the event's table has several rows");
    if (!read.object->object.version.isEmpty())
        event.version = read.object->object.version;
    return true;
}

} // namespace wk
