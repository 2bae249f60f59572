// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/revisionsnapshot.h"

#include "core/base/limits.h"
#include "core/history/keyframesathand.h"
#include "core/history/revisiontools.h"
#include "core/history/splice.h"

#include <array>
#include <span>
#include <utility>

namespace wk {

namespace {

Error brokenRevision(const char *what)
{
    return {ErrorKind::BrokenFrame, what, "revision"};
}

/// What a thread makes texts in.
struct Workplace {
    ScratchBytes lines[2];
    ScratchBytes splice;
};

Workplace &workplace()
{
    thread_local Workplace place;
    return place;
}

/// More than this no splice has that we make; a stranger's would only be longer than what it makes.
std::size_t mostSpliceBytes(std::size_t lineBytes)
{
    return 2 * lineBytes + limits::KiB;
}

} // namespace

/// The records that a text is made from, the keyframe last.
struct RevisionSnapshot::Chain {
    std::array<RevisionRecord, RevisionRecord::MaxDepth + 1> records;
    std::size_t count = 0;
    RevisionRef keyframe;
};

Result<RevisionRecord> RevisionSnapshot::record(RevisionRef ref) const
{
    const RevisionRef place = m_directory ? m_directory->locate(ref) : RevisionRef();
    if (place.isNull())
        return Error{ErrorKind::NotFound, "is not in the history any more", "revision"};
    const std::string_view bytes = m_directory->bytesFrom(place, m_lastUsed);
    if (bytes.empty())
        return Error{ErrorKind::NotFound, "is not in the history yet", "revision"};
    return readRecord(bytes);
}

std::string_view RevisionSnapshot::written(std::uint32_t chunk) const
{
    return m_directory ? m_directory->bytesFrom({chunk, 0}, m_lastUsed) : std::string_view();
}

Result<> RevisionSnapshot::collect(RevisionRef ref, Chain &chain) const
{
    std::uint32_t depth = RevisionRecord::MaxDepth + 1;
    while (depth > 0) {
        auto found = record(ref);
        if (!found)
            return found.error();
        if (found->depth >= depth)
            return brokenRevision("stands on a chain that does not end");
        depth = found->depth;
        chain.keyframe = std::exchange(ref, found->base);
        chain.records[chain.count++] = *std::move(found);
    }
    return success();
}

/// What was packed, in `room`, which gives as much as it says to be.
template <class Room>
Result<std::string_view> RevisionSnapshot::unpacked(const RevisionRecord &record, Room room) const
{
    if (!record.isPacked)
        return record.payload;
    const DictionaryPtr &dictionary = m_directory->dictionary(record.dictionary);
    if (record.dictionary > 0 && !dictionary)
        return brokenRevision("was packed with a dictionary that is missing");
    const auto size = expandedBytes(record.payload);
    if (!size)
        return size.error();
    const std::size_t most = record.isKeyframe() ? record.lineBytes : mostSpliceBytes(record.lineBytes);
    if (*size > most || (record.isKeyframe() && *size < most))
        return brokenRevision("is a text of another size");
    const std::span<char> text = room(*size);
    const auto filled = expand(dictionary.get(), record.payload, text);
    if (!filled)
        return filled.error();
    return *filled == *size ? Result<std::string_view>(viewOf(text)) : brokenRevision("is a text of another size");
}

/// Its text, which stays while deltas are applied to it.
Result<std::string_view> RevisionSnapshot::keyframe(const Chain &chain, KeyframesAtHand *atHand) const
{
    ScratchBytes &room = workplace().lines[0];
    if (const auto known = atHand ? atHand->find(chain.keyframe, room) : std::nullopt)
        return *known;
    const auto line = unpacked(chain.records[chain.count - 1], [&room](std::size_t size) { return room.room(size); });
    if (line && atHand && chain.count > 1)
        atHand->put(chain.keyframe, *line);
    return line;
}

Result<RevisionSnapshot::View> RevisionSnapshot::view(RevisionRef ref, KeyframesAtHand *keyframes) const
{
    Chain chain;
    if (const auto collected = collect(ref, chain); !collected)
        return collected.error();
    auto line = keyframe(chain, keyframes);
    for (std::size_t i = chain.count - 1; line && i-- > 0;) {
        const RevisionRecord &record = chain.records[i];
        const auto splice = unpacked(record, [](std::size_t size) { return workplace().splice.room(size); });
        if (!splice)
            return splice.error();
        const std::span<char> target = workplace().lines[(chain.count - 1 - i) % 2].room(record.lineBytes);
        if (const auto applied = applySplice(*line, *splice, target); !applied)
            return applied.error();
        line = viewOf(target);
    }
    if (!line)
        return line.error();
    const RevisionRecord &newest = chain.records[0];
    return View{*line, newest.objectOffset, newest.objectLength, newest.depth,
                chain.records[chain.count - 1].dictionary};
}

Result<RevisionText> RevisionSnapshot::read(RevisionRef ref) const
{
    const auto found = view(ref);
    if (!found)
        return found.error();
    return RevisionText{std::string(found->line), found->objectOffset, found->objectLength};
}

Result<RevisionText> RevisionSnapshot::readBehind(RevisionRef before, std::string_view line, RevisionRef ref) const
{
    const auto found = record(ref);
    if (!found)
        return found.error();
    if (found->isKeyframe() || found->base != before)
        return read(ref);
    const auto splice = unpacked(*found, [](std::size_t size) { return workplace().splice.room(size); });
    if (!splice)
        return splice.error();
    RevisionText text{std::string(found->lineBytes, '\0'), found->objectOffset, found->objectLength};
    if (const auto applied = applySplice(line, *splice, text.line); !applied)
        return applied.error();
    return text;
}

std::optional<std::string> RevisionSnapshot::asKeyframe(RevisionRef ref) const
{
    const auto found = record(ref);
    if (!found)
        return {};
    const auto text = view(ref);
    if (!text)
        return {};
    RevisionRecord keyframe = *found;
    keyframe.depth = 0;
    keyframe.base = {};
    keyframe.dictionary = text->keyframeDictionary;
    const DictionaryPtr &dictionary = m_directory->dictionary(keyframe.dictionary);
    const std::string_view packed = RevisionTools::ofThisThread().packer.pack(dictionary.get(), text->line);
    keyframe.isPacked = packed.size() < text->line.size();
    keyframe.payload = keyframe.isPacked ? packed : text->line;
    return std::string(RevisionHead(keyframe).bytes()).append(keyframe.payload);
}

Result<RevisionFacts> RevisionSnapshot::facts(RevisionRef ref) const
{
    const auto found = record(ref);
    if (!found)
        return found.error();
    const std::size_t held = RevisionHead(*found).bytes().size() + found->payload.size();
    return RevisionFacts{found->lineBytes, found->objectLength, held, found->depth};
}

} // namespace wk
