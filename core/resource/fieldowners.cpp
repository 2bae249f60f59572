// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/fieldowners.h"

#include "core/json/document.h"
#include "core/resource/changepath.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace wk {

namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

/// Far more than an object of 1.5 MiB, the most that etcd takes, can own.
constexpr std::size_t PathsMax = 200'000;

bool isSame(const element &a, const element &b)
{
    return simdjson::minify(a) == simdjson::minify(b);
}

bool hasMembers(const element &item, const object &members)
{
    object candidate;
    if (item.get(candidate) != simdjson::SUCCESS)
        return false;
    return std::all_of(members.begin(), members.end(), [&](const auto &member) {
        element value;
        return candidate[member.key].get(value) == simdjson::SUCCESS && isSame(value, member.value);
    });
}

} // namespace

struct FieldOwners::Private {
    struct Place {
        Indexes owners;
        Indexes coverers;            ///< of the owners, those whose set ends here
        bool hasOwnersBelow = false; ///< some set goes on below
    };
    std::vector<FieldOwner> owners;
    std::map<std::string, Place, std::less<>> places;
    std::size_t paths = 0;

    Place *placeFor(const std::string &path) { return ++paths <= PathsMax ? &places[path] : nullptr; }
};

namespace {

void insert(FieldOwners::Indexes &indexes, std::uint16_t index)
{
    const auto place = std::ranges::lower_bound(indexes, index);
    if (place == indexes.end() || *place != index)
        indexes.insert(place, index);
}

/// Lays one entry's field set over the object.
template <class Owners>
class Overlay
{
public:
    /// Null wants all.
    Overlay(Owners &owners, std::uint16_t owner, const std::vector<std::string_view> *wanted)
        : m_owners(owners)
        , m_owner(owner)
        , m_wanted(wanted)
    {}

    void walk(const object &fields, const element &value)
    {
        if (fields.size() == 0)
            return own(true);
        for (const auto &field : fields)
            step(field.key, field.value, value);
    }

private:
    void own(bool covers)
    {
        if (auto *place = m_owners.placeFor(m_path)) {
            insert(place->owners, m_owner);
            if (covers)
                insert(place->coverers, m_owner);
        }
    }

    void step(std::string_view key, const element &below, const element &value)
    {
        if (key == ".")
            return own(false);
        object fields;
        if (key.size() < 2 || below.get(fields) != simdjson::SUCCESS)
            return;
        if (auto *place = m_owners.placeFor(m_path))
            place->hasOwnersBelow = true;
        const std::string_view rest = key.substr(2);
        object members;
        element member;
        if (key.starts_with("f:")) {
            if (value.get(members) == simdjson::SUCCESS && members[rest].get(member) == simdjson::SUCCESS)
                enter(rest, fields, member);
            return;
        }
        array items;
        if (value.get(items) != simdjson::SUCCESS)
            return;
        std::size_t index = 0;
        for (const element item : items) {
            if (isMeant(key.substr(0, 2), rest, item, index)) {
                enter(std::to_string(index), fields, item);
                return;
            }
            ++index;
        }
    }

    bool isMeant(std::string_view how, std::string_view text, const element &item, std::size_t index)
    {
        if (how == "i:") {
            std::size_t wanted = 0;
            return std::from_chars(text.data(), text.data() + text.size(), wanted).ec == std::errc() && wanted == index;
        }
        const Result<element> wanted = m_key.parse(text);
        if (!wanted)
            return false;
        object members;
        if (how == "k:")
            return wanted->get(members) == simdjson::SUCCESS && hasMembers(item, members);
        return how == "v:" && isSame(*wanted, item);
    }

    void enter(std::string_view step, const object &fields, const element &value)
    {
        const std::size_t before = m_path.size();
        appendPointerStep(m_path, step);
        if (isWanted())
            walk(fields, value);
        m_path.resize(before);
    }

    /// It leads to a place that is wanted, or is within one.
    bool isWanted() const
    {
        return !m_wanted || std::ranges::any_of(*m_wanted, [this](std::string_view pointer) {
            const std::size_t common = std::min(pointer.size(), m_path.size());
            return pointer.substr(0, common) == std::string_view(m_path).substr(0, common);
        });
    }

    Owners &m_owners;
    std::uint16_t m_owner;
    const std::vector<std::string_view> *m_wanted;
    std::string m_path;
    json::Document m_key;
};

} // namespace

FieldOwners::FieldOwners()
    : d(std::make_unique<Private>())
{}

FieldOwners::FieldOwners(std::string_view json)
    : FieldOwners()
{
    read(json, nullptr);
}

FieldOwners::FieldOwners(std::string_view json, const Pointers &pointers)
    : FieldOwners()
{
    read(json, &pointers);
}

void FieldOwners::read(std::string_view json, const Pointers *wanted)
{
    thread_local json::Document document; // its buffers stay
    const Result<element> root = document.parse(json);
    array entries;
    if (!root || root->at_pointer("/metadata/managedFields").get(entries) != simdjson::SUCCESS)
        return;
    for (const element entry : entries) {
        object members;
        object fields;
        if (entry.get(members) != simdjson::SUCCESS || d->owners.size() >= UINT16_MAX)
            continue;
        const auto owner = std::uint16_t(d->owners.size());
        d->owners.push_back(
            {std::string(json::memberText(members, "manager")), std::string(json::memberText(members, "operation")),
             std::string(json::memberText(members, "subresource")),
             std::string(json::memberText(members, "apiVersion")), parseTime(json::memberText(members, "time"))});
        Overlay overlay(*d, owner, wanted);
        if (members["fieldsV1"].get(fields) == simdjson::SUCCESS && fields.size() > 0)
            overlay.walk(fields, *root);
    }
}

FieldOwners::FieldOwners(FieldOwners &&) noexcept = default;

FieldOwners &FieldOwners::operator=(FieldOwners &&) noexcept = default;

FieldOwners::~FieldOwners() = default;

const std::vector<FieldOwner> &FieldOwners::owners() const
{
    return d->owners;
}

FieldOwners::Indexes FieldOwners::ownersOf(std::string_view pointer) const
{
    const auto exact = d->places.find(pointer);
    if (exact != d->places.end() && !exact->second.owners.empty())
        return exact->second.owners;
    while (!pointer.empty()) {
        pointer = pointer.substr(0, std::min(pointer.rfind('/'), pointer.size()));
        if (!pointer.starts_with('/'))
            return {};
        const auto above = d->places.find(pointer);
        if (above != d->places.end())
            return above->second.hasOwnersBelow ? Indexes() : above->second.coverers;
    }
    return {};
}

FieldOwners::Indexes FieldOwners::ownersWithin(std::string_view pointer) const
{
    Indexes all = ownersOf(pointer);
    const std::string below = std::string(pointer) + '/';
    for (auto place = d->places.lower_bound(below); place != d->places.end() && place->first.starts_with(below);
         ++place) {
        for (const std::uint16_t owner : place->second.owners)
            insert(all, owner);
    }
    return all;
}

std::vector<FieldOwner> FieldOwners::blame(std::string_view pointer) const
{
    std::vector<FieldOwner> newestFirst;
    for (const std::uint16_t index : ownersOf(pointer))
        newestFirst.push_back(d->owners[index]);
    std::ranges::stable_sort(newestFirst, std::ranges::greater(), &FieldOwner::time);
    return newestFirst;
}

} // namespace wk
