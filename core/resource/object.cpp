// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/object.h"

#include <array>
#include <charconv>

namespace wk {

namespace {

/// What a string costs beyond its 32 bytes in place.
std::size_t heap(const std::string &text)
{
    return text.capacity() > 15 ? text.capacity() + 1 : 0;
}

/// Texts and numbers, each with its place, in one number; the step is FNV-1a's, a word at a time.
class Hash
{
public:
    void add(std::uint64_t value) { m_value = (m_value ^ value) * 0x100000001b3ULL ^ m_value >> 29; }
    void add(const std::string &text) { add(std::hash<std::string>()(text)); }
    void add(const std::optional<WallTime> &time)
    {
        add(time ? std::uint64_t(time->time_since_epoch().count()) : std::uint64_t(-1));
    }
    std::uint64_t value() const { return m_value; }

private:
    std::uint64_t m_value = 0xcbf29ce484222325ULL;
};

std::string numberText(double value)
{
    std::array<char, 32> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return std::string(text.data(), end);
}

} // namespace

std::string cellText(const Cell &cell)
{
    struct {
        std::string operator()(std::monostate) const { return "<none>"; }
        std::string operator()(bool value) const { return value ? "true" : "false"; }
        std::string operator()(std::int64_t value) const { return std::to_string(value); }
        std::string operator()(double value) const { return numberText(value); }
        std::string operator()(const std::string &value) const { return value; }
    } text;
    return std::visit(text, cell);
}

const std::string *labelValue(const Object &object, std::string_view key)
{
    for (const auto &[name, value] : object.labels) {
        if (name == key)
            return &value;
    }
    return nullptr;
}

std::uint64_t metadataHash(const Object &object)
{
    Hash hash;
    hash.add(object.created);
    hash.add(object.deleting);
    hash.add(object.labels.size());
    for (const auto &[name, value] : object.labels) {
        hash.add(name);
        hash.add(value);
    }
    hash.add(object.owners.size());
    for (const OwnerReference &owner : object.owners)
        hash.add(owner.uid);
    hash.add(object.managers.size());
    for (const ManagedFields &entry : object.managers) {
        hash.add(entry.manager);
        hash.add(entry.time);
        hash.add(entry.fieldsHash);
    }
    return hash.value();
}

std::size_t heldBytes(const Object &object)
{
    std::size_t bytes = sizeof(Object) + heap(object.ns) + heap(object.name) + heap(object.uid) + heap(object.node) +
                        heap(object.phase) + heap(object.version.text()) + object.body.heldBytes();
    bytes += object.labels.capacity() * sizeof(object.labels.front());
    for (const auto &[name, value] : object.labels)
        bytes += heap(name) + heap(value);
    bytes += object.owners.capacity() * sizeof(OwnerReference);
    for (const OwnerReference &owner : object.owners)
        bytes += heap(owner.apiVersion) + heap(owner.kind) + heap(owner.name) + heap(owner.uid);
    bytes += object.managers.capacity() * sizeof(ManagedFields);
    for (const ManagedFields &entry : object.managers)
        bytes += heap(entry.manager);
    bytes += object.cells.capacity() * sizeof(Cell);
    for (const Cell &cell : object.cells) {
        if (const auto *text = std::get_if<std::string>(&cell))
            bytes += heap(*text);
    }
    return bytes;
}

} // namespace wk
