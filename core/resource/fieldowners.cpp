// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/fieldowners.h"

#include "core/json/document.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <unordered_map>

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
    std::vector<FieldOwner> owners;
    std::unordered_map<std::string, std::vector<std::uint16_t>> byPath;
    std::size_t paths = 0;

    void own(const std::string &path, std::uint16_t owner)
    {
        if (++paths <= PathsMax)
            byPath[path].push_back(owner);
    }
};

namespace {

/// Lays one entry's field set over the object.
template <class Own>
class Overlay
{
public:
    explicit Overlay(Own own)
        : m_own(own)
    {}

    void walk(const object &fields, const element &value)
    {
        if (fields.size() == 0)
            return m_own(m_path);
        for (const auto &field : fields)
            step(field.key, field.value, value);
    }

private:
    void step(std::string_view key, const element &below, const element &value)
    {
        if (key == ".")
            return m_own(m_path);
        object fields;
        if (key.size() < 2 || below.get(fields) != simdjson::SUCCESS)
            return;
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
        m_path += '/';
        m_path += step;
        walk(fields, value);
        m_path.resize(before);
    }

    Own m_own;
    std::string m_path;
    json::Document m_key;
};

} // namespace

FieldOwners::FieldOwners()
    : d(std::make_unique<Private>())
{}

FieldOwners::FieldOwners(std::string_view json)
    : d(std::make_unique<Private>())
{
    json::Document document;
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
        d->owners.push_back({std::string(json::memberText(members, "manager")),
                             std::string(json::memberText(members, "subresource")),
                             parseTime(json::memberText(members, "time"))});
        Overlay overlay([&](const std::string &path) { d->own(path, owner); });
        if (members["fieldsV1"].get(fields) == simdjson::SUCCESS && fields.size() > 0)
            overlay.walk(fields, *root);
    }
}

FieldOwners::FieldOwners(FieldOwners &&) noexcept = default;

FieldOwners &FieldOwners::operator=(FieldOwners &&) noexcept = default;

FieldOwners::~FieldOwners() = default;

const FieldOwner *FieldOwners::ownerOf(std::string_view pointer, const std::vector<std::string> &among) const
{
    for (std::string path(pointer); !path.empty(); path.resize(path.rfind('/'))) {
        const auto found = d->byPath.find(path);
        const FieldOwner *newest = nullptr;
        if (found != d->byPath.end()) {
            for (const std::uint16_t index : found->second) {
                const FieldOwner &owner = d->owners[index];
                if (std::ranges::find(among, owner.manager) != among.end() && (!newest || owner.time > newest->time))
                    newest = &owner;
            }
        }
        if (newest || path.rfind('/') == std::string::npos)
            return newest;
    }
    return nullptr;
}

const FieldOwner *FieldOwners::newestOf(std::string_view manager) const
{
    const FieldOwner *newest = nullptr;
    for (const FieldOwner &owner : d->owners) {
        if (owner.manager == manager && (!newest || owner.time > newest->time))
            newest = &owner;
    }
    return newest;
}

} // namespace wk
