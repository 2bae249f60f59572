// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/object.h"

#include <QByteArrayView>
#include <QHashFunctions>

namespace wk {

namespace {

/// What malloc takes for a block of its own.
constexpr std::size_t BlockBytes = 16;

/// Longer names of namespaces, nodes and phases are the object's own: only shorter ones are made once for all.
constexpr std::size_t LongestCommon = 256;

std::size_t ownBytes(const Text &text)
{
    return text.size() > LongestCommon ? BlockBytes + text.size() : 0;
}

std::int64_t ticks(const MaybeTime &time)
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
        hash = qHashMulti(hash, owner.uid.hash());
    hash = qHashMulti(hash, object.managers.size());
    for (const ManagedFields &entry : object.managers)
        hash = qHashMulti(hash, view(entry.manager), ticks(entry.time), entry.fieldsHash);
    return hash;
}

std::size_t heldBytes(const Object &object)
{
    const std::size_t texts = ownBytes(object.ns) + ownBytes(object.node) + ownBytes(object.phase);
    return sizeof(Object) + BlockBytes + object.name.size() + BlockBytes + object.managers.heldBytes() + BlockBytes +
           object.cells.heldBytes() + BlockBytes + object.body.heldBytes() + texts;
}

} // namespace wk
