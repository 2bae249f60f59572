// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/revisionstore.h"
#include "core/resource/bodywriter.h"
#include "core/resource/resourceinfo.h"

#include <QHash>

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace wk {

/// What of a history nobody needs any more: of one store all revisions in chunks before this one, but for the
/// survivors.
struct RevisionCut {
    std::uint32_t beforeChunk = 0;
    std::vector<RevisionRef> survivors{};
    Body store{}; ///< any that is kept there
};

/// Keeps bodies as revisions of one RevisionStore: each of an object as a delta against the one before, whichever watch
/// brought that. The live object is the newest of its revisions, and needs no copy of its own. One thread; the bodies
/// themselves are read from any, and stay when this goes.
class RevisionBodies
{
public:
    /// `asked` is called, from any thread, when there is something to do for doAsked().
    explicit RevisionBodies(RevisionStore::Options options = {}, std::function<void()> asked = {});
    ~RevisionBodies();

    /// `asked` as above, from now on.
    void setAsked(std::function<void()> asked);

    // While it is made of what a journal has.
    /// Any: a body without bytes that is kept here.
    Body body() const;
    void restore(const RevisionSnapshot &before) { m_store->restore(before); }
    /// The next revision of the object is a delta against that body.
    void restoreNewest(const GroupVersionResource &resource, const Uid &uid, const Body &body);

    /// For a decoder of this resource; this outlives it.
    std::unique_ptr<BodyWriter> writer(const GroupVersionResource &resource);

    /// Frees what is not needed. Besides the survivors, the newest revision of each object that was not said to be gone
    /// stays. 60 ms for a million revisions: call it for many chunks at once.
    void forget(const RevisionCut &cut);
    /// Does what others asked for: forget(), and file().
    void doAsked();

    const RevisionStore &store() const { return *m_store; }
    /// What it costs, in bytes of memory.
    std::size_t memoryBytes() const;

    /// As RevisionStore's.
    void setHeapBytes(std::size_t bytes) { m_store->setHeapBytes(bytes); }

private:
    friend void forget(RevisionCut cut);
    friend void file(const Body &store, std::vector<FiledRevisions> filed);
    friend RevisionRef revisionOf(const Body &body);
    friend RevisionSnapshot revisionsOf(const Body &body);

    class Keeper;
    class Writer;
    class Draft;

    std::unique_ptr<Draft> draft(std::uint32_t family, const Uid &uid);
    std::uint32_t familyOf(const GroupVersionResource &resource);
    std::optional<BodyWriter::Kept> keep(std::uint32_t family, const BodyLine &line, Draft &draft);

    std::shared_ptr<RevisionStore> m_store;
    Counted<const Keeper> m_keeper;
    std::map<GroupVersionResource, std::uint32_t> m_families;
    /// By a hash of family and uid (an Event is another text in either of its groups), seeded anew in each process: in
    /// 150,000 objects two have the same once in 10^9 clusters.
    QHash<quint64, RevisionRef> m_newest;
};

/// Has the store's own thread let go of them, soon; when nobody writes it any more, does so at once. Any thread.
void forget(RevisionCut cut);
/// Tells the store that keeps a body what of it lies in files now; as forget().
void file(const Body &store, std::vector<FiledRevisions> filed);
/// Which revision a body is; null when it is not kept as one.
RevisionRef revisionOf(const Body &body);
/// Those of the store that a body is kept in; an empty snapshot when it is in none. Any thread.
RevisionSnapshot revisionsOf(const Body &body);

} // namespace wk
