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

std::size_t longBytes(const Text &text)
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

std::string_view whyUnreadable(Unreadable unreadable)
{
    switch (unreadable) {
    case Unreadable::No: break;
    case Unreadable::BrokenJson: return "the object's JSON is broken";
    case Unreadable::NoObject: return "this is no JSON object";
    case Unreadable::NoName: return "metadata.name is missing";
    case Unreadable::RowAlone: return "the server sent a row without its object";
    case Unreadable::Damaged: return "the file that it was in is damaged";
    }
    return {};
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

bool isSameRevision(const ObjectPtr &a, const ObjectPtr &b)
{
    if (a == b || !a || !b)
        return a == b;
    return a->uid == b->uid && a->version == b->version && a->name == b->name && a->ns == b->ns && a->body == b->body &&
           (!a->body.isNull() || (a->cells == b->cells && metadataHash(*a) == metadataHash(*b)));
}

std::size_t ownBytes(const Object &object)
{
    const std::size_t texts = longBytes(object.ns) + longBytes(object.node) + longBytes(object.phase);
    return sizeof(Object) + BlockBytes + object.name.size() + BlockBytes + object.managers.heldBytes() + BlockBytes +
           object.cells.heldBytes() + BlockBytes + texts;
}

std::size_t heldBytes(const Object &object)
{
    return ownBytes(object) + object.body.heldBytes();
}

} // namespace wk
