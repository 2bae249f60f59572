// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/foldedobject.h"

#include "core/history/foldbytes.h"

#include <algorithm>
#include <vector>

namespace wk {

namespace {

/// First a number with a bit for each of these that differs; what differs follows in this order.
enum Field : std::uint64_t {
    Namespace = 1 << 0,
    Name = 1 << 1,
    UidText = 1 << 2,
    Number = 1 << 3, ///< of the version, from the reference's
    VersionText = 1 << 4,
    Created = 1 << 5,
    Deleting = 1 << 6,
    LabelList = 1 << 7,
    OwnerList = 1 << 8,
    Writers = 1 << 9, ///< all of the managers
    Writes = 1 << 10, ///< those of its entries that moved
    Node = 1 << 11,
    Phase = 1 << 12,
    Ready = 1 << 13,
    AllCells = 1 << 14,
    SomeCells = 1 << 15,
    BodyKey = 1 << 16,
    Reason = 1 << 17, ///< why it is unreadable
    Seen = 1 << 18,
};

/// Of two sequences of one length what differs, each behind its place, counted from 1; 0 ends them.
template <class Sequence, class Put>
void foldDifferent(const Sequence &items, const Sequence &reference, FoldWriter &to, Put put)
{
    std::uint64_t place = 0;
    auto old = reference.begin();
    for (const auto item : items) {
        ++place;
        if (const auto before = *old; !(item == before)) {
            to.number(place);
            put(item, before);
        }
        ++old;
    }
    to.number(0);
}

/// The other way; `take` makes the new item of the old one.
template <class Item, class Take>
void unfoldDifferent(std::vector<Item> &items, FoldReader &from, Take take)
{
    for (std::uint64_t place = from.number(); place > 0; place = from.number()) {
        if (place > items.size() || from.isBroken())
            return from.fail();
        take(items[static_cast<std::size_t>(place - 1)]);
    }
}

void foldLabels(const Labels &labels, FoldWriter &to)
{
    to.number(labels.size());
    for (const auto &[key, value] : labels) {
        to.text(key);
        to.text(value);
    }
}

Labels unfoldLabels(FoldReader &from)
{
    std::vector<std::pair<Text, Text>> labels(from.count());
    for (auto &[key, value] : labels) {
        key = from.text();
        value = from.text();
    }
    return labels;
}

void foldOwners(const Owners &owners, FoldWriter &to)
{
    to.number(owners.size());
    for (const OwnerReference &owner : owners) {
        to.text(owner.apiVersion);
        to.text(owner.kind);
        to.text(owner.name);
        to.text(owner.uid.text());
        to.number(owner.controller ? 1 : 0);
    }
}

Owners unfoldOwners(FoldReader &from)
{
    std::vector<OwnerReference> owners(from.count());
    for (OwnerReference &owner : owners) {
        owner.apiVersion = from.text();
        owner.kind = from.text();
        owner.name = from.text();
        owner.uid = from.text();
        owner.controller = from.number() != 0;
    }
    return owners;
}

void foldManagers(const Managers &managers, FoldWriter &to)
{
    to.number(managers.size());
    for (const ManagedFields &entry : managers) {
        to.text(entry.manager);
        to.text(entry.operation);
        to.text(entry.subresource);
        to.entry(entry, {});
    }
}

Managers unfoldManagers(FoldReader &from)
{
    std::vector<ManagedFields> entries(from.count());
    for (ManagedFields &entry : entries) {
        entry.manager = from.text();
        entry.operation = from.text();
        entry.subresource = from.text();
        from.entry(entry);
    }
    return entries;
}

Unreadable unfoldReason(FoldReader &from)
{
    const std::uint64_t reason = from.number();
    if (reason <= static_cast<std::uint64_t>(Unreadable::Damaged))
        return static_cast<Unreadable>(reason);
    from.fail();
    return Unreadable::No;
}

bool haveSameWriters(const Managers &a, const Managers &b)
{
    const auto isSame = [](const ManagedFields &one, const ManagedFields &other) {
        return one.manager == other.manager && one.operation == other.operation && one.subresource == other.subresource;
    };
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), b.end(), isSame);
}

Cells cellsOf(const std::vector<Cell> &cells, const Object &object)
{
    Cells::Builder builder(object.name, object.node);
    for (const Cell &cell : cells)
        builder.add(cell);
    return builder.cells();
}

std::uint64_t differingFields(const Object &object, const Object &reference)
{
    const bool isNumber = object.version.number() > 0 && reference.version.number() > 0;
    const bool hasWriters = haveSameWriters(object.managers, reference.managers);
    const bool hasCells = object.cells.size() == reference.cells.size();
    const auto bit = [](Field field, bool differs) { return differs ? std::uint64_t(field) : 0; };
    return bit(Namespace, !(object.ns == reference.ns)) | bit(Name, !(object.name == reference.name)) |
           bit(UidText, !(object.uid == reference.uid)) |
           bit(isNumber ? Number : VersionText, !(object.version == reference.version)) |
           bit(Created, object.created != reference.created) | bit(Deleting, object.deleting != reference.deleting) |
           bit(LabelList, !(object.labels == reference.labels)) | bit(OwnerList, !(object.owners == reference.owners)) |
           bit(hasWriters ? Writes : Writers, !(object.managers == reference.managers)) |
           bit(Node, !(object.node == reference.node)) | bit(Phase, !(object.phase == reference.phase)) |
           bit(Ready, object.ready != reference.ready) |
           bit(hasCells ? SomeCells : AllCells, !(object.cells == reference.cells)) |
           bit(BodyKey, object.body.key() != reference.body.key()) |
           bit(Reason, object.unreadable != reference.unreadable) | bit(Seen, object.seen != reference.seen);
}

} // namespace

bool fold(const Object &object, const Object &reference, std::string &bytes)
{
    if (object.body.keeper() != reference.body.keeper())
        return false;
    FoldWriter to(bytes);
    const std::uint64_t fields = differingFields(object, reference);
    to.number(fields);
    const auto texts = [&](Field field, std::string_view text) {
        if (fields & field)
            to.text(text);
    };
    texts(Namespace, object.ns);
    texts(Name, object.name);
    if (fields & UidText)
        to.text(object.uid.text());
    if (fields & Number)
        to.signedNumber(static_cast<std::int64_t>(object.version.number() - reference.version.number()));
    if (fields & VersionText)
        to.text(object.version.text());
    if (fields & Created)
        to.time(object.created, reference.created);
    if (fields & Deleting)
        to.time(object.deleting, reference.deleting);
    if (fields & LabelList)
        foldLabels(object.labels, to);
    if (fields & OwnerList)
        foldOwners(object.owners, to);
    if (fields & Writers)
        foldManagers(object.managers, to);
    if (fields & Writes) {
        foldDifferent(object.managers, reference.managers, to,
                      [&to](const ManagedFields &entry, const ManagedFields &old) { to.entry(entry, old.time); });
    }
    texts(Node, object.node);
    texts(Phase, object.phase);
    if (fields & Ready)
        to.number(static_cast<std::uint64_t>(object.ready));
    if (fields & AllCells) {
        to.number(object.cells.size());
        for (const Cell &cell : object.cells)
            to.cell(cell);
    }
    if (fields & SomeCells)
        foldDifferent(object.cells, reference.cells, to, [&to](const Cell &cell, const Cell &) { to.cell(cell); });
    if (fields & BodyKey)
        to.signedNumber(static_cast<std::int64_t>(object.body.key() - reference.body.key()));
    if (fields & Reason)
        to.number(static_cast<std::uint64_t>(object.unreadable));
    if (fields & Seen)
        to.time(object.seen, reference.seen);
    return true;
}

ObjectPtr unfold(std::string_view bytes, const Object &reference)
{
    FoldReader from(bytes);
    auto made = makeCounted<Object>(reference);
    const std::uint64_t fields = from.number();
    const auto texts = [&](Field field, Text &text) {
        if (fields & field)
            text = from.text();
    };
    texts(Namespace, made->ns);
    texts(Name, made->name);
    if (fields & UidText)
        made->uid = from.text();
    if (fields & Number) {
        const std::uint64_t number = reference.version.number() + static_cast<std::uint64_t>(from.signedNumber());
        made->version = ResourceVersion(std::to_string(number));
    }
    if (fields & VersionText)
        made->version = ResourceVersion(from.text());
    if (fields & Created)
        made->created = from.time(reference.created);
    if (fields & Deleting)
        made->deleting = from.time(reference.deleting);
    if (fields & LabelList)
        made->labels = unfoldLabels(from);
    if (fields & OwnerList)
        made->owners = unfoldOwners(from);
    if (fields & Writers)
        made->managers = unfoldManagers(from);
    if (fields & Writes) {
        std::vector<ManagedFields> entries = reference.managers.vector();
        unfoldDifferent(entries, from, [&from](ManagedFields &entry) { from.entry(entry); });
        made->managers = reference.managers.withEntries(entries);
    }
    texts(Node, made->node);
    texts(Phase, made->phase);
    if (fields & Ready)
        made->ready = static_cast<Readiness>(from.number() & 3);
    if (fields & AllCells) {
        std::vector<Cell> cells(from.count());
        for (Cell &cell : cells)
            cell = from.cell();
        made->cells = cellsOf(cells, *made);
    }
    if (fields & SomeCells) {
        std::vector<Cell> cells = reference.cells.vector();
        unfoldDifferent(cells, from, [&from](Cell &cell) { cell = from.cell(); });
        made->cells = cellsOf(cells, *made);
    }
    if (fields & BodyKey)
        made->body = reference.body.withKey(reference.body.key() + static_cast<std::uint64_t>(from.signedNumber()));
    if (fields & Reason)
        made->unreadable = unfoldReason(from);
    if (fields & Seen)
        made->seen = from.time(reference.seen);
    return from.isBroken() ? nullptr : made;
}

} // namespace wk
