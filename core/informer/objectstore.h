// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/namedobjects.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace wk {

/// The live set of one watch, by namespace and name, with indexes: what client-go calls an Indexer. It answers without
/// the server. An index costs nothing until it is first asked; from then on it is kept up. One writer, the informer, in
/// the session's thread; readers are that thread's handlers. What leaves the thread are the ObjectPtrs, which never
/// change.
class ObjectStore
{
public:
    enum class Index { Namespace, Label, OwnerUid, Node };

    /// A difference that a replacement makes: before without after is a removal, after without before an addition.
    struct Difference {
        ObjectPtr before;
        ObjectPtr after;
    };

    /// When two revisions of one object count as one: by their resourceVersion, or only if they say the same, for a
    /// server whose history went back may have given the version twice (C16). Without versions they have to say the
    /// same.
    enum class SameBy { Version, Content };

    std::size_t size() const { return m_objects.size(); }
    std::uint64_t memoryBytes() const { return m_memory; }
    /// Null when there is none. The namespace of a cluster-scoped object is "".
    ObjectPtr find(std::string_view ns, std::string_view name) const;
    /// All objects, by namespace and name.
    std::vector<ObjectPtr> all() const;
    /// The objects under a value of an index: a namespace, "key=value" of a label, an owner's uid, a node's name; by
    /// namespace and name.
    std::vector<ObjectPtr> byIndex(Index index, const std::string &value) const;

    /// Puts a revision in the place of the one before, which is returned (null when the object is new).
    ObjectPtr put(ObjectPtr object);
    /// Takes an object out; null when it was not there.
    ObjectPtr remove(std::string_view ns, std::string_view name);
    /// Makes `objects` the whole state, in one go, and says what that changed: removals first, then the rest in the
    /// order of `objects`. An object of the same name but another uid is a removal and an addition (C6); one that is
    /// the same stays, as whoever was told of it holds it, and with it its body's place in a history.
    std::vector<Difference> replace(const std::vector<ObjectPtr> &objects, SameBy sameBy = SameBy::Version);

private:
    using Members = std::unordered_set<ObjectPtr>;
    using Values = std::unordered_map<std::string, Members>;

    void enter(const ObjectPtr &object);
    void leave(const ObjectPtr &object);
    template <class Visit>
    static void forEachValue(Index index, const Object &object, Visit visit);
    static void enter(Values &values, Index index, const ObjectPtr &object);
    static void leave(Values &values, Index index, const ObjectPtr &object);

    NamedObjects m_objects;
    mutable std::array<std::optional<Values>, 4> m_indexes; ///< those that were asked
    std::uint64_t m_memory = 0;
};

/// "namespace/name", or "name": the key that client-go calls MetaNamespaceKeyFunc.
std::string objectKey(std::string_view ns, std::string_view name);

} // namespace wk
