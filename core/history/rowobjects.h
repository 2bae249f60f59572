// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/lifeindex.h"
#include "core/history/rowcolumns.h"
#include "core/history/rows/cowblocks.h"
#include "core/history/rows/growingarray.h"
#include "core/history/rows/writersown.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// What each row of a log is about: the newest object of each life as it is, which the tables hold, too; all others
/// folded upon the life's reference, one of its earlier objects.
///
///     life 7:   row 3  row 90  row 512  row 700       reference: the object of row 3
///               30 B    30 B    30 B    the object    (another one when a fold grows beyond WorthwhileBytes)
///
/// Measured on generated pods: some 100 bytes a row instead of 300; 0.8 µs to make an object
/// again. One thread writes; a copy is for any, and cheap: what it has in `newest` it never looks for in the folds.
class RowObjects
{
public:
    static constexpr RowId ChunkRows = RowColumn<char>::Rows;

    RowObjects();

    /// The next row's, of which the lives say `step` already; null for a row about no object.
    void append(LifeStep step, const ObjectPtr &object);
    /// Null for what concerns a watch as a whole. `step` is what the lives say of the row.
    ObjectPtr object(LifeStep step, RowId row) const;
    /// Of a row whose life is known, also while the lives have dropped it already.
    ObjectPtr object(const LifeIndex::Standing &standing) const;

    /// Chunks go whole.
    void dropBefore(RowId begin);
    /// Of the lives that ended with the rows that were dropped, whose numbers are given anew.
    void forget(const std::vector<LifeId> &lives);

    /// Of memory, estimated; bodies are not counted.
    std::size_t bytes() const { return m_bytes; }
    /// Of what lies in files.
    std::size_t fileBytes() const { return m_fileBytes; }

    /// What each object is folded upon, by number from 1 on; null for a number that is free.
    using ReferenceId = std::uint32_t;
    const ObjectPtr &reference(ReferenceId id) const { return m_references[id]; }
    /// All numbers of references are below this.
    std::size_t references() const { return m_references.size(); }

    /// Folds the objects of these rows, of one chunk, which stay at hand. `lives` are those whose rows they are.
    void foldAll(const LifeIndex &lives, RowId first, RowId end);
    /// Of a chunk: by row 1 + where in the bytes its object is folded, 0 where there is none, four bytes each; and the
    /// bytes, as far as they are written: of each object the number of its reference, and what differs.
    struct Folds {
        std::string_view places{};
        std::string_view bytes{};
    };
    Folds folds(RowId first) const { return m_chunks[chunkOf(first)].folds(); }
    /// The full chunk that begins there lies in there, places and bytes; what is in memory is let go.
    void moveChunk(RowId first, std::shared_ptr<const char[]> file, std::size_t bytes);

    // While it is made of what a journal has, chunk after chunk.
    void restoreBegin(RowId begin);
    /// One that has no user yet.
    void restoreReference(ReferenceId id, ObjectPtr object);
    /// The next rows, of a chunk that lies in there or, without `file`, of the last one in memory: their places, and
    /// the bytes that come with them. False, and nothing taken, where they do not say what is on which reference.
    /// `uses`: of a reference, by each of them; with more than one it is never free again.
    bool restoreFolds(const Folds &folds, std::shared_ptr<const char[]> file, std::uint32_t uses = 1);
    /// That row is the life's newest.
    void restoreNewest(LifeId life, RowId row);
    /// References without users are free.
    void restored();

private:
    /// A longer fold is another object, more or less.
    static constexpr std::size_t WorthwhileBytes = 112;

    struct Newest {
        ObjectPtr object; ///< null once it is folded
        RowId row = 0;
        ReferenceId reference = 0;
        bool isFolded = false; ///< already, though the object is there
    };
    /// Either in memory or in a file.
    struct Chunk {
        std::shared_ptr<std::uint32_t[]> places; ///< 1 + where in the bytes its object is folded; 0: it is not
        GrowingArray<char> bytes;                ///< of each: the reference, what differs
        std::shared_ptr<const char[]> file;
        Folds filed{};

        std::uint32_t place(std::size_t row) const;
        Folds folds() const;
    };
    struct Own {
        std::vector<std::uint32_t> users; ///< by reference: rows folded upon it, and the life that goes on using it
        std::vector<ReferenceId> free;
        std::string fold; ///< the last that was made
    };

    std::size_t chunkOf(RowId row) const { return static_cast<std::size_t>(row / ChunkRows - m_firstChunk); }
    void addChunk();
    ObjectPtr folded(RowId row) const;
    void foldNewest(Newest &newest);
    void place(Newest &newest, const ObjectPtr &object);
    ReferenceId addReference(const ObjectPtr &object);
    void release(ReferenceId reference);

    std::vector<Chunk> m_chunks;
    RowId m_firstChunk = 0;
    RowId m_end = 0;
    CowBlocks<Newest> m_newest; ///< by life
    CowBlocks<ObjectPtr> m_references;
    WritersOwn<Own> m_own;
    std::size_t m_bytes = 0;
    std::size_t m_fileBytes = 0;
};

} // namespace wk
