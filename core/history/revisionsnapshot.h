// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/revisiondirectory.h"

#include <memory>
#include <optional>
#include <string>

namespace wk {

class KeyframesAtHand;

/// What a revision is, without its text.
struct RevisionFacts {
    std::size_t lineBytes = 0;
    std::size_t objectBytes = 0;
    std::size_t heldBytes = 0; ///< of its own, without what its text is made from
    std::uint32_t depth = 0;   ///< 0 for a keyframe
};

/// The revisions that a RevisionStore had at one moment. Stays valid whatever the store does, and keeps what it has
/// alive. A value, cheap to copy; any thread, and many at once.
class RevisionSnapshot
{
public:
    RevisionSnapshot() = default;
    RevisionSnapshot(std::shared_ptr<const RevisionDirectory> directory, std::size_t lastUsed)
        : m_directory(std::move(directory))
        , m_lastUsed(lastUsed)
    {}

    /// The line as it came. NotFound for a revision that was forgotten, or is younger than the snapshot; BrokenFrame
    /// when the bytes it lies in are damaged. Some 10 µs.
    Result<RevisionText> read(RevisionRef ref) const;
    Result<RevisionFacts> facts(RevisionRef ref) const;

    /// As read(), but what comes out stays only until this thread reads again.
    struct View {
        std::string_view line;
        std::size_t objectOffset = 0;
        std::size_t objectLength = 0;
        std::uint32_t depth = 0;
        std::uint32_t keyframeDictionary = 0; ///< that the keyframe it stands on was packed with
    };
    /// `keyframes`: texts of some that are at hand; the one it stands on joins them. Siblings stand on the same.
    Result<View> view(RevisionRef ref, KeyframesAtHand *keyframes = nullptr) const;
    /// As read(), but for whoever has the text of the revision that it is most likely made of: in a tenth of the time
    /// when it is.
    Result<RevisionText> readBehind(RevisionRef before, std::string_view line, RevisionRef ref) const;
    /// The record as it lies there; a delta's payload, once expanded, holds what is new as it is (splice.h).
    Result<RevisionRecord> record(RevisionRef ref) const;

    /// The same revision as the bytes of a keyframe, which stands on nothing; nothing where it cannot be read.
    std::optional<std::string> asKeyframe(RevisionRef ref) const;

    /// What is written of a chunk: record after record. Empty for one that the snapshot does not have.
    std::string_view written(std::uint32_t chunk) const;
    /// Null of an empty snapshot.
    const std::shared_ptr<const RevisionDirectory> &directory() const { return m_directory; }

private:
    struct Chain;

    Result<> collect(RevisionRef ref, Chain &chain) const;
    Result<std::string_view> keyframe(const Chain &chain, KeyframesAtHand *atHand) const;
    template <class Room>
    Result<std::string_view> unpacked(const RevisionRecord &record, Room room) const;

    std::shared_ptr<const RevisionDirectory> m_directory;
    std::size_t m_lastUsed = 0;
};

} // namespace wk
