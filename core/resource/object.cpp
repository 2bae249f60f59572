// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/object.h"

#include <QByteArrayView>
#include <QHashFunctions>

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

} // namespace

const Text *labelValue(const Object &object, std::string_view key)
{
    for (const auto &[name, value] : object.labels) {
        if (name == key)
            return &value;
    }
    return nullptr;
}

std::uint64_t metadataHash(const Object &object)
{
    const auto view = [](std::string_view text) { return QByteArrayView(text.data(), qsizetype(text.size())); };
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
    bytes += object.managers.size() * sizeof(ManagedFields) + object.cells.heldBytes();
    return bytes;
}

} // namespace wk
