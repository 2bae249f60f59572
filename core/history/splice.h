// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/history/scratchbytes.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace wk {

/// A text as what it takes over from another and what it puts between: the revisions of an object differ in a few
/// places, and what is new lies in the splice as it is, so that it can be searched and shown. The splice is a row of
///
///     length  literals   length*2+moved  [jump]
///     `-- inserted ---'  `------ copied ------'
///
/// whose numbers are varints; the last copy may be missing. A copy goes on in the base behind the last one and as far
/// again as the inserted text is long, for most insertions replace as much; else it jumps from there, back or forth
/// (zigzag). Sorted keys and lists that move make backward jumps worth it: without them 743 bytes an event, with them
/// 207 (facts/data-plane.md, 2). Of generated pods of 8 KB: 250 bytes a revision, 2 µs to make, 0.6 µs to apply.

/// Makes splices. One thread; it keeps its working memory (256 KiB at most), so use one for many.
class SpliceMaker
{
public:
    SpliceMaker();

    /// What makes `target` of `base`; nothing when that would be more than maxBytes. Valid until the next call and no
    /// longer. Linear in the sizes of both.
    std::optional<std::string_view> make(std::string_view base, std::string_view target, std::size_t maxBytes);

private:
    struct Match;
    class Index;
    class Output;

    std::unique_ptr<std::uint32_t[]> m_index;
    ScratchBytes m_bytes;
};

/// Fills `target` with what `splice` makes of `base`. BrokenFrame when the splice is none, reaches past the base, or
/// makes more or less than the target holds; no bytes of a stranger can make it read or write elsewhere. Any thread.
Result<> applySplice(std::string_view base, std::string_view splice, std::span<char> target);

} // namespace wk
