// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/envelope.h"

#include "core/json/splitter.h"

namespace wk {

namespace {

/// A raw string value as far as it can be had without a parser: without its quotes, if it has no escapes.
std::string_view plainString(std::string_view value)
{
    if (value.size() < 2 || value.front() != '"' || value.find('\\') != std::string_view::npos)
        return {};
    return value.substr(1, value.size() - 2);
}

} // namespace

Envelope openEnvelope(std::string_view text)
{
    Envelope envelope;
    json::Members members(text);
    while (members.next()) {
        if (members.key() == "kind")
            envelope.kind = plainString(members.value());
        else if (members.key() == "metadata")
            envelope.metadata = members.value();
        else if (members.key() == "items")
            envelope.items = members.value();
        else if (members.key() == "rows")
            envelope.rows = members.value();
        else if (members.key() == "columnDefinitions")
            envelope.columns = members.value();
    }
    envelope.isWhole = members.isWhole();
    return envelope;
}

Row openRow(std::string_view text)
{
    Row row;
    json::Members members(text);
    while (members.next()) {
        if (members.key() == "cells")
            row.cells = members.value();
        else if (members.key() == "object")
            row.object = members.value();
    }
    return row;
}

Row openRowFast(std::string_view text)
{
    Row row;
    if (!text.ends_with('}'))
        return row;
    json::Members members(text);
    while (members.next()) {
        if (members.key() == "cells") {
            row.cells = members.value();
        } else if (members.key() == "object") {
            row.object = json::trimmed(members.rest().substr(0, members.rest().size() - 1));
            break;
        }
    }
    return row;
}

SingleRow openSingleRowFast(std::string_view table)
{
    SingleRow single;
    json::Members members(table);
    while (members.next()) {
        if (members.key() == "metadata") {
            single.metadata = members.value();
        } else if (members.key() == "columnDefinitions") {
            single.columns = members.value();
        } else if (members.key() == "rows") {
            const std::string_view rows = members.rest();
            if (rows.starts_with("[{") && rows.ends_with("}]}"))
                single.row = rows.substr(1, rows.size() - 3);
            break;
        }
    }
    return single;
}

std::string_view kindOf(std::string_view object)
{
    json::Members members(object);
    while (members.next()) {
        if (members.key() == "kind")
            return plainString(members.value());
        if (members.key() == "metadata" || members.key() == "spec")
            break;
    }
    return {};
}

Uid uidFast(std::string_view line)
{
    constexpr std::string_view Key = "uid\":\""; // quotes are many, this letter is rare
    constexpr std::size_t LookedAt = 4096;       // a row's cells and the object's names stand before it
    constexpr std::size_t UuidBytes = 36;
    const std::size_t key = line.substr(0, LookedAt).find(Key);
    if (key == std::string_view::npos || key == 0 || line[key - 1] != '"')
        return {};
    const std::string_view rest = line.substr(key + Key.size());
    return rest.substr(0, UuidBytes + 1).find('"') == UuidBytes ? Uid(rest.substr(0, UuidBytes)) : Uid();
}

bool hasIdentity(std::string_view object)
{
    json::Members members(object);
    while (members.next()) {
        if (members.key() == "kind" || members.key() == "apiVersion")
            return true;
    }
    return false;
}

bool marksInitialEnd(std::string_view object)
{
    const auto metadata = json::member(object, "metadata");
    const auto annotations = metadata ? json::member(*metadata, "annotations") : std::nullopt;
    const auto mark = annotations ? json::member(*annotations, "k8s.io/initial-events-end") : std::nullopt;
    return mark && plainString(*mark) == "true";
}

Object unreadableObject(std::string_view text)
{
    Object object;
    object.unreadable = Unreadable::BrokenJson;
    const auto metadata = json::member(text, "metadata");
    if (!metadata)
        return object;
    json::Members members(*metadata);
    while (members.next()) {
        if (members.key() == "name")
            object.name = plainString(members.value());
        else if (members.key() == "namespace")
            object.ns = plainString(members.value());
        else if (members.key() == "uid")
            object.uid = plainString(members.value());
        else if (members.key() == "resourceVersion")
            object.version = ResourceVersion(plainString(members.value()));
    }
    return object;
}

std::optional<EventType> eventType(std::string_view text)
{
    if (text == "ADDED")
        return EventType::Added;
    if (text == "MODIFIED")
        return EventType::Modified;
    if (text == "DELETED")
        return EventType::Deleted;
    if (text == "BOOKMARK")
        return EventType::Bookmark;
    if (text == "ERROR")
        return EventType::Error;
    return {};
}

} // namespace wk
