// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/compression.h"
#include "core/history/recentlines.h"
#include "core/history/revisiondraft.h"
#include "core/history/revisionpieces.h"
#include "core/history/revisionsnapshot.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace wk {

class HeapChunk;
class KeyframesAtHand;

/// Every revision of every object, byte for byte as it came on the watch: deltas against the revision before, every
/// so often a keyframe (zstd), in chunks that are only ever appended to. The live object is the tip of its chain.
///
///     append -> chunk 5 [K d d K d ...]  chunk 6 [d d d K ...]  chunk 7 [d ...     ]     one writer
///                 ^            ^-------------'  '---- base -----'
///              forget: what must survive is written anew in the last chunk, and keeps its name
///
/// What a journal has put into files need not stay in memory: it is read there, under the same names (RevisionPieces).
///
/// draft(), append(), forget() and takeFiled() belong to one thread; snapshot() and what it gives to any, at any time.
/// A lock is held for an instant on both sides. Measured with generated pods of 8 KB (tests/bench/run.sh revision
/// event-bytes): 7 µs an append while its predecessor is at hand, else 15; 113 bytes a revision, of which 30 are its
/// share of a keyframe. Of 100,000 pods as a list brings them the first takes 499 bytes, and 615 told without its
/// siblings (run.sh live-bytes). With a keyframe every 32 it is 11 bytes less and the slowest reads take half as long
/// again; with plain deltas it is 290 bytes, and 2 µs less.
class RevisionStore
{
public:
    struct Options {
        /// Of texts that are kept at hand for the next delta. What a list brought is not: most of it never changes.
        std::size_t recentBytes = 32 * limits::MiB;
        std::size_t chunkBytes = limits::MiB; ///< a longer record has a chunk of its own
        std::uint32_t keyframeEvery = 16;     ///< revisions of a chain; at most RevisionRecord::MaxDepth + 1
        bool packDeltas = true;
        std::size_t heapBytes = 256 * limits::MiB; ///< of full chunks that stay in memory though they are in files
        /// Of keyframes at hand, on which the objects of a list stand that are much alike.
        std::size_t keyframeBytes = 8 * limits::MiB;
    };

    RevisionStore();
    explicit RevisionStore(Options options);
    ~RevisionStore();
    RevisionStore(const RevisionStore &) = delete;
    RevisionStore &operator=(const RevisionStore &) = delete;

    /// For the next revision of an object. `previous` is the one before, null for its first. Objects of a family
    /// (counted from 0) have much in common, as those of one resource: they share two dictionaries, trained from the
    /// first of them, and after some 4,500 keyframes a third, which takes 5 to 20 ms each. Until the draft comes back
    /// the one before is not at hand for another.
    RevisionDraft draft(std::uint32_t family, RevisionRef previous);
    /// Keeps what draft.make() made of this line. Null, and nothing kept, for a line over limits::ListPageBytes. The
    /// first revision of an object that a list brought may be kept as what makes it of a sibling, the object before it;
    /// such are most of a workload's.
    RevisionRef appendDraft(std::uint32_t family, RevisionDraft draft, const RevisionLine &line);
    /// All of it at once.
    RevisionRef append(std::uint32_t family, RevisionRef previous, const RevisionLine &line);

    /// What the last append() took for its revision alone, as its facts say; 0 when it kept nothing. Writer's thread.
    std::size_t appendedBytes() const { return m_appendedBytes; }

    /// Frees the chunks before `beforeChunk` (the last one stays). Of their revisions the survivors, and what the
    /// chunks that stay are built on, are written anew as keyframes and keep their names; all others read as NotFound.
    /// Siblings stay what they are, together with what they are made of.
    /// Survivors are what objects looked like when the rest begins: of each object that was there then, its last
    /// revision before. Those of earlier calls must be named again. It looks at every record that stays in memory, 60
    /// ms for a million: call it for many chunks at once.
    void forget(std::uint32_t beforeChunk, std::span<const RevisionRef> survivors);

    /// Goes on behind what another one had; once, before anything is appended.
    void restore(const RevisionSnapshot &before);

    RevisionSnapshot snapshot() const;

    /// How many bytes of full chunks stay in memory, though they are in files too.
    void setHeapBytes(std::size_t bytes);
    /// What a journal has put into files since the last time; the oldest chunks that are there go from memory when they
    /// are too many: 1 MiB in a millisecond.
    void takeFiled(std::vector<FiledRevisions> filed);

    /// Chunks are firstChunk() to lastChunk(); the latter is 0 before the first append. Writer's thread.
    std::uint32_t firstChunk() const { return m_directory->firstChunk(); }
    std::uint32_t lastChunk() const { return m_directory->endChunk() - 1; }

    struct Memory {
        std::size_t records = 0;   ///< what revisions take, in chunks that may not be full, wherever those are
        std::size_t directory = 0; ///< chunks, whole, with dictionaries and the names of what survived
        std::size_t recent = 0;
        std::size_t working = 0; ///< samples for dictionaries, zstd's room

        std::size_t total() const { return directory + recent + working; }
    };
    /// Exact; writer's thread.
    Memory memory() const;

private:
    struct Family;

    /// A payload, and which dictionary it was packed with.
    struct Packed {
        std::string_view bytes;
        bool isPacked = false;
        std::uint32_t dictionary = 0;
    };

    RevisionRef writeDelta(Family &kin, const RevisionDraft &draft, RevisionRecord record);
    RevisionRef writeKeyframe(Family &kin, const RevisionDraft &draft, RevisionRecord record, const RevisionLine &line);
    Family &family(std::uint32_t number);
    std::optional<std::string_view> spliceOnSibling(const Family &kin, const RevisionLine &line);
    std::uint32_t learn(DictionaryTraining &training, std::uint32_t dictionary, std::string_view text);
    void learnFromSpread(Family &kin, RevisionRef keyframe);
    Packed pack(std::uint32_t dictionary, std::string_view text);
    RevisionRef write(RevisionRecord record, const Packed &packed);
    std::vector<RevisionRef> basesOf(std::uint32_t fromChunk) const;
    RevisionRef writeAnew(RevisionRef name, std::span<const RevisionRef> shared);
    void addChunk(std::size_t atLeast);
    void moveOldest();
    template <class Change>
    void change(Change make);
    void publish();

    Options m_options;
    RecentLines m_recent;
    std::shared_ptr<KeyframesAtHand> m_keyframes;
    std::vector<Family> m_families;
    std::shared_ptr<const RevisionDirectory> m_directory;
    std::shared_ptr<HeapChunk> m_last;
    std::size_t m_lastUsed = 0;
    std::size_t m_appendedBytes = 0;
    std::size_t m_fullBytes = 0;                                   ///< on the heap, of all chunks but the last
    std::map<std::uint32_t, std::vector<FiledRevisions>> m_onHeap; ///< chunks, and what of them is in files
    std::set<std::uint32_t> m_moreFiled;                           ///< … of which more is there than was looked at

    mutable std::mutex m_mutex;
    RevisionSnapshot m_published; ///< under the lock
};

} // namespace wk
