// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/view.h"

namespace wk::apiserver {

namespace {

using namespace std::string_literals;

std::string revisionText(std::uint64_t revision)
{
    return "\"" + std::to_string(revision) + "\"";
}

/// What closes an opened table.
constexpr const char *TableEnd = "]}";

void appendPartial(std::string &text, const StoredObject &object)
{
    const Span &span = object.metadata;
    text += R"({"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/v1","metadata":)";
    text.append(object.json, span.begin, span.end - span.begin);
    text += '}';
}

void appendCell(std::string &text, const Cell &cell, WallTime now)
{
    if (!cell.since) {
        text += cell.json;
        return;
    }
    const auto age = std::chrono::floor<std::chrono::seconds>(now - *cell.since);
    text += jsonString(cell.before + humanDuration(age) + cell.after);
}

std::string columnsJson(const std::vector<Column> &columns)
{
    std::string text = "[";
    for (const Column &column : columns) {
        if (text.size() > 1)
            text += ',';
        text += R"({"name":)" + jsonString(column.name) + R"(,"type":)" + jsonString(column.type) + R"(,"format":)" +
                jsonString(column.format) + R"(,"description":)" + jsonString(column.description) + R"(,"priority":)" +
                std::to_string(column.priority) + "}";
    }
    return text + "]";
}

/// The members of a typed list's metadata, in Go's order. What is not stored has no version.
std::string metaMembers(const ListMeta &meta)
{
    if (meta.revision == 0)
        return {};
    std::string text = R"("resourceVersion":)" + revisionText(meta.revision);
    if (!meta.continuation.empty())
        text += R"(,"continue":)" + jsonString(meta.continuation);
    if (meta.remaining > 0)
        text += R"(,"remainingItemCount":)" + std::to_string(meta.remaining);
    return text;
}

/// The same of a custom resource's list: sorted, and continue always there.
std::string sortedMetaMembers(const ListMeta &meta)
{
    std::string text = R"("continue":)" + jsonString(meta.continuation);
    if (meta.remaining > 0)
        text += R"(,"remainingItemCount":)" + std::to_string(meta.remaining);
    return text + R"(,"resourceVersion":)" + revisionText(meta.revision);
}

std::string objectList(const ResourceType &type, const std::vector<ObjectPtr> &page, const ListMeta &meta)
{
    const std::string kind = jsonString(type.kind + "List");
    const std::string apiVersion = jsonString(type.apiVersion());
    size_t size = 256;
    for (const ObjectPtr &object : page)
        size += object->json.size() + 1;
    std::string text;
    text.reserve(size);
    text = type.isCustom ? R"({"apiVersion":)" + apiVersion + R"(,"items":[)"
                         : R"({"kind":)" + kind + R"(,"apiVersion":)" + apiVersion + R"(,"metadata":{)" +
                               metaMembers(meta) + R"(},"items":[)";
    for (const ObjectPtr &object : page) {
        if (text.back() != '[')
            text += ',';
        text += '{';
        text.append(object->json, object->body);
    }
    text += ']';
    if (type.isCustom)
        text += R"(,"kind":)" + kind + R"(,"metadata":{)" + sortedMetaMembers(meta) + "}";
    text += '}';
    return text;
}

std::string partialList(const std::vector<ObjectPtr> &page, const ListMeta &meta)
{
    std::string text = R"({"kind":"PartialObjectMetadataList","apiVersion":"meta.k8s.io/v1","metadata":{)" +
                       metaMembers(meta) + R"(},"items":[)";
    for (const ObjectPtr &object : page) {
        if (text.back() != '[')
            text += ',';
        appendPartial(text, *object);
    }
    text += "]}";
    return text;
}

} // namespace

std::string View::object(const StoredObject &object, WallTime now) const
{
    std::string text;
    appendObject(text, object, now);
    return text;
}

void View::appendObject(std::string &text, const StoredObject &object, WallTime now) const
{
    switch (m_form) {
    case Form::Object: text += object.json; return;
    case Form::Partial: appendPartial(text, object); return;
    case Form::Table: break;
    }
    openTable(text, {object.revision, {}, -1}, true);
    appendRow(text, object, now);
    text += TableEnd;
}

std::string View::list(const std::vector<ObjectPtr> &page, const ListMeta &meta, WallTime now) const
{
    switch (m_form) {
    case Form::Object: return objectList(*m_type, page, meta);
    case Form::Partial: return partialList(page, meta);
    case Form::Table: break;
    }
    std::string text;
    openTable(text, meta, true);
    std::size_t size = text.size() + 16;
    for (const ObjectPtr &object : page)
        size += rowBytes(*object);
    text.reserve(size);
    for (const ObjectPtr &object : page) {
        if (text.back() != '[')
            text += ',';
        appendRow(text, *object, now);
    }
    text += TableEnd;
    return text;
}

void View::appendEvent(std::string &lines, const char *type, const StoredObject &object, bool isFirst,
                       WallTime now) const
{
    lines += R"({"type":")";
    lines += type;
    lines += R"(","object":)";
    if (m_form == Form::Table) {
        openTable(lines, {object.revision, {}, -1}, isFirst);
        appendRow(lines, object, now);
        lines += TableEnd;
    } else {
        appendObject(lines, object, now);
    }
    lines += "}\n";
}

std::string View::bookmark(std::uint64_t revision, bool endsInitial, bool isFirst) const
{
    const char *mark = R"("annotations":{"k8s.io/initial-events-end":"true"})";
    const std::string version = R"("resourceVersion":)" + revisionText(revision);
    const std::string members = endsInitial ? version + "," + mark : version;
    const std::string row =
        R"({"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/v1","metadata":{)" + members + "}}";
    std::string object;
    if (m_form == Form::Partial) {
        object = row;
    } else if (m_form == Form::Table) {
        // As real servers do it: a row of nothing, which readers must not take for an object.
        std::string cells = R"("")";
        for (size_t i = 1; i < m_type->columns.size(); ++i)
            cells += ",null";
        openTable(object, {revision, {}, -1}, isFirst);
        object += R"({"cells":[)" + cells + R"(],"object":)" + (m_rowObject == RowObject::None ? "null" : row) + "}";
        object += TableEnd;
    } else if (m_type->isCustom) {
        object = R"({"apiVersion":)" + jsonString(m_type->apiVersion()) + R"(,"kind":)" + jsonString(m_type->kind) +
                 R"(,"metadata":{)" + (endsInitial ? mark + ","s + version : version) + "}}";
    } else {
        object = R"({"kind":)" + jsonString(m_type->kind) + R"(,"apiVersion":)" + jsonString(m_type->apiVersion()) +
                 R"(,"metadata":{)" + members + "}" + m_type->bookmarkRest + "}";
    }
    return R"({"type":"BOOKMARK","object":)" + object + "}\n";
}

std::string View::error(const std::string &statusJson)
{
    return R"({"type":"ERROR","object":)" + statusJson + "}\n";
}

/// Up to its rows.
void View::openTable(std::string &text, const ListMeta &meta, bool withColumns) const
{
    text += R"({"kind":"Table","apiVersion":"meta.k8s.io/v1","metadata":{)" + metaMembers(meta) +
            R"(},"columnDefinitions":)" + (withColumns ? columnsJson(m_type->columns) : "null"s) + R"(,"rows":[)";
}

/// About as many as appendRow() adds; a guess, to make room.
std::size_t View::rowBytes(const StoredObject &object) const
{
    constexpr std::size_t CellsBytes = 256;
    switch (m_rowObject) {
    case RowObject::None: return CellsBytes;
    case RowObject::Metadata: return CellsBytes + object.metadata.end - object.metadata.begin;
    case RowObject::Object: break;
    }
    return CellsBytes + object.json.size();
}

void View::appendRow(std::string &text, const StoredObject &object, WallTime now) const
{
    text += R"({"cells":[)";
    for (size_t i = 0; i < object.row.cells.size(); ++i) {
        if (i > 0)
            text += ',';
        appendCell(text, object.row.cells[i], now);
    }
    text += ']';
    if (!object.row.conditions.empty())
        text += R"(,"conditions":)" + object.row.conditions;
    text += R"(,"object":)";
    switch (m_rowObject) {
    case RowObject::None: text += "null"; break;
    case RowObject::Metadata: appendPartial(text, object); break;
    case RowObject::Object: text += object.json; break;
    }
    text += '}';
}

} // namespace wk::apiserver
