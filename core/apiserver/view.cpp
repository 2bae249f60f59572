// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/view.h"

namespace wk::apiserver {

namespace {

using namespace std::string_literals;

std::string revisionText(std::uint64_t revision)
{
    return "\"" + std::to_string(revision) + "\"";
}

std::string partial(const StoredObject &object)
{
    const Span &span = object.metadata;
    return R"({"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/v1","metadata":)" +
           object.json.substr(span.begin, span.end - span.begin) + "}";
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

/// The members of a typed list's metadata, in Go's order.
std::string metaMembers(const ListMeta &meta)
{
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
    return text + "}";
}

std::string partialList(const std::vector<ObjectPtr> &page, const ListMeta &meta)
{
    std::string text = R"({"kind":"PartialObjectMetadataList","apiVersion":"meta.k8s.io/v1","metadata":{)" +
                       metaMembers(meta) + R"(},"items":[)";
    for (const ObjectPtr &object : page) {
        if (text.back() != '[')
            text += ',';
        text += partial(*object);
    }
    return text + "]}";
}

} // namespace

std::string View::object(const StoredObject &object, WallTime now) const
{
    switch (m_form) {
    case Form::Object: return object.json;
    case Form::Partial: return partial(object);
    case Form::Table: break;
    }
    std::string row;
    appendRow(row, object, now);
    return table({object.revision, {}, -1}, row, true);
}

std::string View::list(const std::vector<ObjectPtr> &page, const ListMeta &meta, WallTime now) const
{
    switch (m_form) {
    case Form::Object: return objectList(*m_type, page, meta);
    case Form::Partial: return partialList(page, meta);
    case Form::Table: break;
    }
    std::string rows;
    for (const ObjectPtr &object : page) {
        if (!rows.empty())
            rows += ',';
        appendRow(rows, *object, now);
    }
    return table(meta, rows, true);
}

std::string View::event(const char *type, const StoredObject &object, bool isFirst, WallTime now) const
{
    std::string line = R"({"type":")"s + type + R"(","object":)";
    if (m_form == Form::Table) {
        std::string row;
        appendRow(row, object, now);
        line += table({object.revision, {}, -1}, row, isFirst);
    } else {
        line += this->object(object, now);
    }
    return line + "}\n";
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
        object =
            table({revision, {}, -1},
                  R"({"cells":[)" + cells + R"(],"object":)" + (m_rowObject == RowObject::None ? "null" : row) + "}",
                  isFirst);
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

std::string View::table(const ListMeta &meta, const std::string &rows, bool withColumns) const
{
    return R"({"kind":"Table","apiVersion":"meta.k8s.io/v1","metadata":{)" + metaMembers(meta) +
           R"(},"columnDefinitions":)" + (withColumns ? columnsJson(m_type->columns) : "null"s) + R"(,"rows":[)" +
           rows + "]}";
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
    case RowObject::Metadata: text += partial(object); break;
    case RowObject::Object: text += object.json; break;
    }
    text += '}';
}

} // namespace wk::apiserver
