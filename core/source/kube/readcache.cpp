// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/readcache.h"

#include "core/base/limits.h"
#include "core/json/textcursor.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>

namespace wk {

namespace {

constexpr std::size_t Texts = 4096;
constexpr std::size_t Lists = 4096;
/// A longer one is hardly said twice, and would be held for nothing.
constexpr std::size_t LongestText = 256;
constexpr std::size_t LongestList = 16 * limits::KiB; ///< in JSON

OwnerReference readOwner(TapeValue value)
{
    OwnerReference owner;
    value.eachMember([&](std::string_view key, TapeValue child) {
        if (key == "apiVersion")
            owner.apiVersion = child.text();
        else if (key == "kind")
            owner.kind = child.text();
        else if (key == "name")
            owner.name = child.text();
        else if (key == "uid")
            owner.uid = child.text();
        else if (key == "controller")
            owner.controller = child.isTrue();
    });
    return owner;
}

bool takeOwner(json::TextCursor &cursor, OwnerReference &owner)
{
    return cursor.takeObject([&](std::string_view key) {
        std::string_view value;
        if (json::isKey(key, "controller")) {
            const bool isRead = cursor.takeValue(value);
            owner.controller = value == "true";
            return isRead;
        }
        if (json::isKey(key, "blockOwnerDeletion"))
            return cursor.skipValue();
        if (!cursor.takeString(value))
            return false;
        if (json::isKey(key, "apiVersion"))
            owner.apiVersion = value;
        else if (json::isKey(key, "kind"))
            owner.kind = value;
        else if (json::isKey(key, "name"))
            owner.name = value;
        else if (json::isKey(key, "uid"))
            owner.uid = value;
        return true;
    });
}

bool isSame(const ManagedFields &entry, const FieldsWriter &writer)
{
    return writer.manager == entry.manager && writer.operation == entry.operation &&
           writer.subresource == entry.subresource;
}

/// Of what is cheap to have of them.
std::size_t placeOf(std::span<const ManagedFields> entries)
{
    std::uint64_t all = entries.size();
    const auto mix = [&all](std::uint64_t bits) { all = std::rotl((all ^ bits) * 0x9e3779b97f4a7c15ULL, 29); };
    for (const ManagedFields &entry : entries) {
        std::array<char, sizeof(std::uint64_t)> letters{};
        entry.manager.copy(letters.data(), letters.size());
        mix(std::bit_cast<std::uint64_t>(letters));
        mix(entry.manager.size() << 32 | entry.operation.size() << 16 | entry.subresource.size());
    }
    return static_cast<std::size_t>((all ^ all >> 32) % Lists);
}

} // namespace

ReadCache::ReadCache()
    : m_texts(Texts)
    , m_labels(Lists)
    , m_owners(Lists)
    , m_writers(Lists)
{}

Text ReadCache::text(std::string_view text)
{
    if (text.empty() || text.size() > LongestText)
        return text;
    Text &place = m_texts[std::hash<std::string_view>()(text) % Texts];
    if (place != text)
        place = text;
    return place;
}

template <class List, class Read>
List ReadCache::known(std::vector<Place<List>> &places, TapeValue value, Read read)
{
    const auto hash = value.contentHash();
    if (!hash)
        return read();
    Place<List> &place = places[hash->first % Lists];
    if (place.hash != *hash)
        place = {*hash, read()};
    return place.list;
}

template <class List, class Read>
std::optional<List> ReadCache::known(std::vector<Place<List>> &places, std::string_view json, Read read)
{
    const ContentHash hash = contentHash(json);
    Place<List> &place = places[hash.first % Lists];
    if (place.hash == hash)
        return place.list;
    std::optional<List> made = read();
    if (made && json.size() <= LongestList)
        place = {hash, *made};
    return made;
}

Labels ReadCache::labels(TapeValue value)
{
    return known(m_labels, value, [&] {
        std::vector<std::pair<Text, Text>> labels;
        value.eachMember(
            [&](std::string_view key, TapeValue child) { labels.emplace_back(text(key), text(child.text())); });
        return Labels(std::move(labels));
    });
}

std::optional<Labels> ReadCache::labels(std::string_view json)
{
    return known(m_labels, json, [&]() -> std::optional<Labels> {
        std::vector<std::pair<Text, Text>> labels;
        json::TextCursor cursor(json);
        const bool isSound = cursor.takeObject([&](std::string_view key) {
            std::string_view value;
            const bool isString = cursor.takeString(value);
            labels.emplace_back(text(key), text(value));
            return isString;
        });
        return isSound && cursor.isAtEnd() ? std::optional(Labels(std::move(labels))) : std::nullopt;
    });
}

Owners ReadCache::owners(TapeValue value)
{
    return known(m_owners, value, [&] {
        std::vector<OwnerReference> owners;
        value.eachElement([&](TapeValue owner) { owners.push_back(readOwner(owner)); });
        return Owners(std::move(owners));
    });
}

std::optional<Owners> ReadCache::owners(std::string_view json)
{
    return known(m_owners, json, [&]() -> std::optional<Owners> {
        std::vector<OwnerReference> owners;
        json::TextCursor cursor(json);
        const bool isSound = cursor.takeArray([&] { return takeOwner(cursor, owners.emplace_back()); });
        return isSound && cursor.isAtEnd() ? std::optional(Owners(std::move(owners))) : std::nullopt;
    });
}

FieldsWriters ReadCache::writers(std::span<const ManagedFields> entries)
{
    FieldsWriters &place = m_writers[placeOf(entries)];
    if (std::ranges::equal(entries, place, [](const auto &a, const auto &b) { return isSame(a, b); }))
        return place;
    std::vector<FieldsWriter> writers;
    for (const ManagedFields &entry : entries)
        writers.push_back({text(entry.manager), text(entry.operation), text(entry.subresource)});
    place = std::move(writers);
    return place;
}

} // namespace wk
