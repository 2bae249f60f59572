// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/object.h"

#include <QByteArrayView>
#include <QHashFunctions>

#include <array>
#include <charconv>

namespace wk {

namespace {

/// What a string costs beyond its 32 bytes in place.
std::size_t heap(const std::string &text)
{
    return text.capacity() > 15 ? text.capacity() + 1 : 0;
}

std::int64_t ticks(const std::optional<WallTime> &time)
{
    return time ? time->time_since_epoch().count() : -1;
}

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
    const auto view = [](const std::string &text) { return QByteArrayView(text.data(), qsizetype(text.size())); };
    std::size_t hash = qHashMulti(0, ticks(object.created), ticks(object.deleting), object.labels.size());
    for (const auto &[name, value] : object.labels)
        hash = qHashMulti(hash, view(name), view(value));
    hash = qHashMulti(hash, object.owners.size());
    for (const OwnerReference &owner : object.owners)
        hash = qHashMulti(hash, view(owner.uid));
    hash = qHashMulti(hash, object.managers.size());
    for (const ManagedFields &entry : object.managers)
        hash = qHashMulti(hash, view(entry.manager), ticks(entry.time), entry.fieldsHash);
    return hash;
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
