// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/history/revision.h"

#include <array>

namespace wk {

/// A revision as its bytes lie in a chunk; a value. Any thread.
///
///     flags  [dictionary]  lineBytes  [objectOffset behindObject]  [baseChunk baseOffset]  payloadBytes  payload
///       |        |                            |                         |
///       |        `- when packed by zstd       `- unless alone           `- of a delta
///       `- bits 0-4 depth, 0 is a keyframe; bit 5 packed; bit 6 alone: the line is the object; bit 7 is 0
///
/// All but the flags and the payload are varints: some 12 bytes a delta, 6 a keyframe of a list.
struct RevisionRecord {
    static constexpr std::uint32_t MaxDepth = 31;
    static constexpr std::size_t MaxHeadBytes = 1 + 7 * 5;

    std::uint32_t depth = 0; ///< how many deltas lie between it and its keyframe, itself counted
    bool isPacked = false;
    std::uint32_t dictionary = 0; ///< counts from 1; 0: packed without one
    std::uint32_t lineBytes = 0;
    std::uint32_t objectOffset = 0;
    std::uint32_t objectLength = 0;
    RevisionRef base{}; ///< of a delta
    std::string_view payload{};

    bool isKeyframe() const { return depth == 0; }
    bool isAlone() const { return objectLength == lineBytes; }
};

/// What stands before the payload.
class RevisionHead
{
public:
    explicit RevisionHead(const RevisionRecord &record);

    std::string_view bytes() const { return {m_bytes.data(), m_size}; }

private:
    std::array<char, RevisionRecord::MaxHeadBytes> m_bytes;
    std::size_t m_size;
};

/// The record that these bytes begin with; BrokenFrame when they do not hold one whole, or it contradicts itself.
Result<RevisionRecord> readRecord(std::string_view bytes);
/// The records that lie there one behind the other, each with its bytes, up to one that is none.
template <class Visit>
void forEachRecord(std::string_view records, Visit visit)
{
    while (!records.empty()) {
        const auto record = readRecord(records);
        if (!record)
            return;
        const char *end = record->payload.data() + record->payload.size();
        const auto size = static_cast<std::size_t>(end - records.data());
        visit(*record, records.substr(0, size));
        records.remove_prefix(size);
    }
}

} // namespace wk
