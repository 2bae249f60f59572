// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/readcache.h"

#include <algorithm>
#include <functional>

namespace wk {

namespace {

constexpr std::size_t Texts = 4096;
constexpr std::size_t Lists = 4096;
/// A longer one is hardly said twice, and would be held for nothing.
constexpr std::size_t LongestText = 256;

bool isSame(TapeValue value, const Labels &labels)
{
    std::size_t at = 0;
    bool same = true;
    value.eachMember([&](std::string_view key, TapeValue child) {
        same = same && at < labels.size() && labels[at].first == key && labels[at].second == child.text();
        ++at;
    });
    return same && at == labels.size();
}

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

/// As readOwner() would read it. Of two members of one key the last counts there: here such an owner is not the same.
bool isSame(TapeValue value, const OwnerReference &owner)
{
    bool same = true;
    value.eachMember([&](std::string_view key, TapeValue child) {
        if (key == "apiVersion")
            same = same && owner.apiVersion == child.text();
        else if (key == "kind")
            same = same && owner.kind == child.text();
        else if (key == "name")
            same = same && owner.name == child.text();
        else if (key == "uid")
            same = same && owner.uid == child.text();
        else if (key == "controller")
            same = same && owner.controller == child.isTrue();
    });
    return same;
}

bool isSame(TapeValue value, const Owners &owners)
{
    std::size_t at = 0;
    bool same = true;
    value.eachElement([&](TapeValue owner) {
        same = same && at < owners.size() && isSame(owner, owners[at]);
        ++at;
    });
    return same && at == owners.size();
}

bool isSame(const ManagedFields &entry, const FieldsWriter &writer)
{
    return writer.manager == entry.manager && writer.operation == entry.operation &&
           writer.subresource == entry.subresource;
}

std::uint64_t hashOf(std::span<const ManagedFields> entries)
{
    const std::hash<std::string_view> hash;
    std::uint64_t all = entries.size();
    for (const ManagedFields &entry : entries) {
        for (const std::string_view name : {entry.manager, entry.operation, entry.subresource})
            all = (all ^ hash(name)) * 0x9e3779b97f4a7c15ULL;
    }
    return all ^ all >> 32;
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

Labels ReadCache::labels(TapeValue value)
{
    const std::uint64_t hash = value.contentHash();
    Place<Labels> &place = m_labels[hash % Lists];
    if (place.hash == hash && isSame(value, place.list))
        return place.list;
    std::vector<std::pair<Text, Text>> labels;
    value.eachMember(
        [&](std::string_view key, TapeValue child) { labels.emplace_back(text(key), text(child.text())); });
    place = {hash, std::move(labels)};
    return place.list;
}

Owners ReadCache::owners(TapeValue value)
{
    const std::uint64_t hash = value.contentHash();
    Place<Owners> &place = m_owners[hash % Lists];
    if (place.hash == hash && isSame(value, place.list))
        return place.list;
    std::vector<OwnerReference> owners;
    value.eachElement([&](TapeValue owner) { owners.push_back(readOwner(owner)); });
    place = {hash, std::move(owners)};
    return place.list;
}

FieldsWriters ReadCache::writers(std::span<const ManagedFields> entries)
{
    const std::uint64_t hash = hashOf(entries);
    Place<FieldsWriters> &place = m_writers[hash % Lists];
    const bool isKnown =
        place.hash == hash &&
        std::ranges::equal(entries, place.list, [](const auto &a, const auto &b) { return isSame(a, b); });
    if (isKnown)
        return place.list;
    std::vector<FieldsWriter> writers;
    for (const ManagedFields &entry : entries)
        writers.push_back({text(entry.manager), text(entry.operation), text(entry.subresource)});
    place = {hash, std::move(writers)};
    return place.list;
}

} // namespace wk
