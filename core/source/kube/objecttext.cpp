// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/objecttext.h"

#include "core/json/plainscalar.h"
#include "core/json/textcursor.h"
#include "core/json/valuereader.h"
#include "core/resource/kubeevent.h"
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
    ObjectText(std::string_view text, ReadCache &cache, const json::ReadText *before)
        : m_cursor(text)
        , m_cache(cache)
        , m_before(before)
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
        m_values.emplace(m_cursor.text(), begin, m_before);
        const bool isRead = m_cursor.takeObject([this](std::string_view key) { return takeMember(key); });
        m_read.text = m_cursor.text().substr(begin, m_cursor.at() - begin);
        m_read.values = m_values->takeValues();
        m_read.object.seen = m_seen.time();
        if (m_read.object.name.empty())
            m_read.object.unreadable = Unreadable::NoName;
        return isRead;
    }

    bool takeMember(std::string_view key)
    {
        if (json::isKey(key, "metadata"))
            return takeAround([this](std::string_view inner) { return takeMetadata(inner); });
        if (json::isKey(key, "spec"))
            return takeSpec();
        if (json::isKey(key, "status"))
            return takeStatus();
        if (EventSeen::isAsked(key))
            return takeSeen(key);
        m_read.hasIdentity = m_read.hasIdentity || json::isKey(key, "kind") || json::isKey(key, "apiVersion");
        return skipValue();
    }

    /// Of the object: as the cursor's, but quicker for what the revision before had too.
    bool takeValue(std::string_view &value) { return m_cursor.takeUpTo(m_values->valueEnd(m_cursor.at()), value); }
    bool skipValue()
    {
        std::string_view value;
        return takeValue(value);
    }

    /// What is no time, as null, says nothing.
    bool takeSeen(std::string_view member)
    {
        std::string_view value;
        if (!takeValue(value) || !addSeen(member, value))
            return false;
        json::TextCursor series(value);
        return member != EventSeen::Members.front() || !series.isAt('{') ||
               series.takeObject([&](std::string_view key) {
                   std::string_view time;
                   return series.takeValue(time) && (key != EventSeen::SeriesMember || addSeen(member, time));
               });
    }

    bool addSeen(std::string_view member, std::string_view json)
    {
        json::TextCursor cursor(json);
        std::string_view time;
        const bool isRead = !cursor.isAt('"') || cursor.takeString(time);
        m_seen.add(member, time);
        return isRead;
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
        return skipValue();
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
        if (!takeValue(json))
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
        if (!takeManagersText(m_cursor, *m_values, entries))
            return false;
        m_read.object.managers = Managers(m_cache.writers(entries), entries);
        return true;
    }

    template <class Member>
    bool takeAround(Member member)
    {
        const std::size_t entered = m_values->enter(m_cursor.at());
        const bool isRead = m_cursor.takeObject(member);
        m_values->leave(entered, m_cursor.at());
        return isRead;
    }

    /// Of what stands there only one name is wanted: it is looked at member by member, each at once. Most often all of
    /// it stands as before.
    bool takeSpec()
    {
        if (const auto same = m_values->pass(m_cursor.at())) {
            if (same->mark > 0) {
                m_cursor.goTo(same->mark);
                takeNode();
            }
            m_cursor.goTo(same->end);
            return true;
        }
        const std::size_t entered = m_values->enter(m_cursor.at(), json::ReadValue::Kind::Marked);
        const bool isRead = m_cursor.takeObject([&](std::string_view key) {
            if (!json::isKey(key, "nodeName"))
                return skipValue();
            m_values->setMark(entered, m_cursor.at());
            return takeNode();
        });
        m_values->leave(entered, m_cursor.at());
        return isRead;
    }

    bool takeNode()
    {
        return takeText([this](std::string_view text) { m_read.object.node = m_cache.text(text); });
    }

    bool takeStatus()
    {
        return takeAround([this](std::string_view key) {
            if (json::isKey(key, "conditions"))
                return takeConditions();
            if (!json::isKey(key, "phase"))
                return skipValue();
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
                return json::isKey(key, "status") ? m_cursor.takeString(status) : skipValue();
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
    const json::ReadText *m_before;
    std::optional<json::ValueReader> m_values; ///< of the object, once it has begun
    EventSeen m_seen;
    ReadObject m_read;
};

} // namespace

std::optional<ReadObject> readObjectText(std::string_view text, ReadCache &cache, const json::ReadText *before)
{
    return ObjectText(text, cache, before).wholeObject();
}

std::optional<ReadObject> readRowText(std::string_view row, ReadCache &cache, const json::ReadText *before)
{
    return ObjectText(row, cache, before).wholeRow();
}

} // namespace wk
