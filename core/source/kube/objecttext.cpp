// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/objecttext.h"

#include "core/json/plainscalar.h"
#include "core/json/textcursor.h"
#include "core/source/kube/managerstext.h"
#include "core/source/kube/objectreader.h"

#include <charconv>

namespace wk {

namespace {

/// Of a sound value; false for what is no scalar, or not plain.
bool addCell(Cells::Builder &row, std::string_view json)
{
    if (json.front() == '"') {
        thread_local std::string text;
        text.clear();
        const bool isPlain = json::appendUnescaped(text, json.substr(1, json.size() - 2));
        row.add(std::string_view(text));
        return isPlain;
    }
    std::int64_t number = 0;
    if (json == "null")
        row.add(std::monostate{});
    else if (json == "true" || json == "false")
        row.add(json == "true");
    else if (std::from_chars(json.data(), json.data() + json.size(), number).ec == std::errc())
        row.add(number);
    else
        return false;
    return true;
}

class ObjectText
{
public:
    ObjectText(std::string_view text, ReadCache &cache)
        : m_cursor(text)
        , m_cache(cache)
    {}

    std::optional<ReadObject> wholeObject()
    {
        const bool isRead = takeObject() && m_cursor.isAtEnd();
        return isRead ? std::optional(std::move(m_read)) : std::nullopt;
    }

    std::optional<ReadObject> wholeRow()
    {
        std::string_view cells;
        bool isLast = false;
        const bool isRead = m_cursor.takeObject([&](std::string_view key) {
            if (isLast || (json::isKey(key, "cells") && !cells.empty()))
                return false;
            isLast = json::isKey(key, "object");
            if (isLast)
                return takeObject();
            return json::isKey(key, "cells") ? m_cursor.takeValue(cells) : m_cursor.skipValue();
        });
        if (!isRead || !isLast || !m_cursor.isAtEnd() || !readCells(cells))
            return {};
        m_read.hasIdentity = true;
        return std::move(m_read);
    }

private:
    bool takeObject()
    {
        const std::size_t begin = m_cursor.at();
        const bool isRead = m_cursor.takeObject([this](std::string_view key) { return takeMember(key); });
        m_read.text = m_cursor.text().substr(begin, m_cursor.at() - begin);
        if (m_read.object.name.empty())
            m_read.object.unreadable = Unreadable::NoName;
        return isRead;
    }

    bool takeMember(std::string_view key)
    {
        if (json::isKey(key, "metadata"))
            return m_cursor.takeObject([this](std::string_view inner) { return takeMetadata(inner); });
        if (json::isKey(key, "spec"))
            return takeSpec();
        if (json::isKey(key, "status"))
            return takeStatus();
        m_read.hasIdentity = m_read.hasIdentity || json::isKey(key, "kind") || json::isKey(key, "apiVersion");
        return m_cursor.skipValue();
    }

    bool takeMetadata(std::string_view key)
    {
        Object &object = m_read.object;
        if (json::isKey(key, "labels"))
            return takeList(object.labels, [this](std::string_view json) { return m_cache.labels(json); });
        if (json::isKey(key, "ownerReferences"))
            return takeList(object.owners, [this](std::string_view json) { return m_cache.owners(json); });
        if (json::isKey(key, "managedFields"))
            return takeManagers();
        if (json::isKey(key, "name"))
            return takeText([&](std::string_view text) { object.name = text; });
        if (json::isKey(key, "namespace"))
            return takeText([&](std::string_view text) { object.ns = m_cache.text(text); });
        if (json::isKey(key, "uid"))
            return takeText([&](std::string_view text) { object.uid = text; });
        if (json::isKey(key, "resourceVersion"))
            return takeText([&](std::string_view text) { object.version = ResourceVersion(text); });
        if (json::isKey(key, "creationTimestamp"))
            return takeText([&](std::string_view text) { object.created = parseTime(text); });
        if (json::isKey(key, "deletionTimestamp"))
            return takeText([&](std::string_view text) { object.deleting = parseTime(text); });
        return m_cursor.skipValue();
    }

    template <class Use>
    bool takeText(Use use)
    {
        std::string_view text;
        const bool isRead = m_cursor.takeString(text);
        if (isRead)
            use(text);
        return isRead;
    }

    template <class List, class Read>
    bool takeList(List &list, Read read)
    {
        std::string_view json;
        if (!m_cursor.takeValue(json))
            return false;
        auto known = read(json);
        if (known)
            list = *std::move(known);
        return known.has_value();
    }

    bool takeManagers()
    {
        thread_local std::vector<ManagedFields> entries;
        entries.clear();
        if (!takeManagersText(m_cursor, entries))
            return false;
        m_read.object.managers = Managers(m_cache.writers(entries), entries);
        return true;
    }

    /// Of what stands there only one name is wanted: it is looked at member by member, each at once.
    bool takeSpec()
    {
        return m_cursor.takeObject([this](std::string_view key) {
            if (!json::isKey(key, "nodeName"))
                return m_cursor.skipValue();
            return takeText([this](std::string_view text) { m_read.object.node = m_cache.text(text); });
        });
    }

    bool takeStatus()
    {
        return m_cursor.takeObject([this](std::string_view key) {
            if (json::isKey(key, "conditions"))
                return takeConditions();
            if (!json::isKey(key, "phase"))
                return m_cursor.skipValue();
            return takeText([this](std::string_view text) { m_read.object.phase = m_cache.text(text); });
        });
    }

    bool takeConditions()
    {
        ConditionsReadiness ready;
        const bool isRead = m_cursor.takeArray([&] {
            std::string_view type;
            std::string_view status;
            const bool isOne = m_cursor.takeObject([&](std::string_view key) {
                if (json::isKey(key, "type"))
                    return m_cursor.takeString(type);
                return json::isKey(key, "status") ? m_cursor.takeString(status) : m_cursor.skipValue();
            });
            ready.add(type, status);
            return isOne;
        });
        m_read.object.ready = ready.value();
        return isRead;
    }

    /// False unless they are scalars and plain.
    bool readCells(std::string_view json)
    {
        Cells::Builder row(m_read.object.name, m_read.object.node);
        std::size_t count = 0;
        json::TextCursor cursor(json);
        const bool isRead = cursor.takeArray([&] {
            std::string_view value;
            return ++count <= MostColumns && cursor.takeValue(value) && addCell(row, value);
        });
        m_read.object.cells = row.cells();
        return isRead;
    }

    json::TextCursor m_cursor;
    ReadCache &m_cache;
    ReadObject m_read;
};

} // namespace

std::optional<ReadObject> readObjectText(std::string_view text, ReadCache &cache)
{
    return ObjectText(text, cache).wholeObject();
}

std::optional<ReadObject> readRowText(std::string_view row, ReadCache &cache)
{
    return ObjectText(row, cache).wholeRow();
}

} // namespace wk
