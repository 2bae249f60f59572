// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/counted.h"
#include "core/base/maybetime.h"
#include "core/resource/body.h"
#include "core/resource/cells.h"
#include "core/resource/managers.h"
#include "core/resource/resourceversion.h"
#include "core/resource/sharedlist.h"
#include "core/resource/text.h"
#include "core/resource/uid.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace wk {

/// A column of a server's Table. Source: metav1.TableColumnDefinition.
struct Column {
    std::string name;
    std::string type;   ///< "string", "integer", "number", "boolean", "date"
    std::string format; ///< "name" for the object's name, "" for most
    std::string description;
    int priority = 0; ///< 0: always shown; above: what `kubectl get -o wide` adds

    bool operator==(const Column &) const = default;
};
using Columns = std::shared_ptr<const std::vector<Column>>;

struct OwnerReference {
    std::string apiVersion;
    std::string kind;
    std::string name;
    Uid uid;
    bool controller = false;

    bool operator==(const OwnerReference &) const = default;
};

/// What the pods of one workload have in common is held once for all of them.
using Labels = SharedList<std::pair<Text, Text>>;
using Owners = SharedList<OwnerReference>;

/// status.conditions[type=Ready], or Available where there is no Ready.
enum class Readiness : std::uint8_t { Absent, True, False, Unknown };

/// Why a decoder could not read an object, whose bytes are in its body.
enum class Unreadable : std::uint8_t { No, BrokenJson, NoObject, NoName, RowAlone, Damaged };
/// In words; empty for No.
std::string_view whyUnreadable(Unreadable unreadable);

/// One revision of one object, decoded once. Immutable after the decoder has made it; crosses threads as ObjectPtr.
struct Object {
    Text ns; ///< empty for cluster-scoped kinds
    Text name;
    Uid uid;
    ResourceVersion version;
    MaybeTime created;
    MaybeTime deleting; ///< metadata.deletionTimestamp
    MaybeTime seen;     ///< of a Kubernetes Event: when it was last seen, by its own word (EventSeen)
    Labels labels;
    Owners owners;
    Managers managers;
    Text node;  ///< spec.nodeName
    Text phase; ///< status.phase
    ReferenceCount references{};
    Readiness ready = Readiness::Absent;
    Unreadable unreadable = Unreadable::No;
    Cells cells; ///< under the watch's Columns; empty when the source serves no Table
    Body body;
};
using ObjectPtr = Counted<const Object>;

/// The value of a label, or null.
const Text *labelValue(const Object &object, std::string_view key);

/// Of all that a write leaves in the metadata besides the resourceVersion: who wrote what when, labels, owners, times.
/// Two histories of a server (a restore) may give one version to two contents; this tells them apart without a body.
std::uint64_t metadataHash(const Object &object);

/// Whether both are the same revision, though perhaps not the same copy of it; also when both are null.
bool isSameRevision(const ObjectPtr &a, const ObjectPtr &b);

/// An estimate of what the object costs us in memory, body included, in bytes. What it shares with others is not
/// counted.
std::size_t heldBytes(const Object &object);
/// The same without its body.
std::size_t ownBytes(const Object &object);

} // namespace wk
