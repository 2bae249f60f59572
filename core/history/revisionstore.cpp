// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/revisionstore.h"

#include "core/base/prefetch.h"
#include "core/history/heapchunk.h"
#include "core/history/keyframesathand.h"
#include "core/history/revisiontools.h"
#include "core/history/sharedbases.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

/// The object before it in a list is most often one of the same workload, and nothing but a splice of it takes longer
/// to make than a keyframe. Measured on generated pods: 3.5 µs and 411 bytes, a keyframe 10.5 and 570.
constexpr std::size_t WorthwhileSiblingPart = 8;
constexpr std::size_t LongestSibling = 256 * limits::KiB; ///< it is kept at hand

/// Measured on generated pods, level 1: a keyframe 665 bytes with 64 KiB of 500 pods, 790 with 16 KiB of 200 (level 3:
/// 612 and 719); a delta 72 bytes with 16 KiB of 2,000 splices, 69 with 32 KiB of 4,000 (level 3: 71 and 67). What
/// level 3 makes of a dictionary takes 460 KB, level 1 110 and 60, and there are many kinds.
constexpr DictionaryTraining::Options LineTraining{500, 16 * limits::KiB, 64 * limits::KiB};
constexpr DictionaryTraining::Options SpliceTraining{2000, limits::KiB, 16 * limits::KiB};

/// The first keyframes are of few workloads. Measured on the last 80,000 of 100,000 generated pods: one has 754 bytes
/// with what the first 500 taught, 668 with every 8th of 4,000, 571 of the same at level 3 (every 16th of 8,000: 573;
/// 1,000 of them: 575); 10.4 µs to make instead of 9.6. The tables are worth it where there are that many.
constexpr DictionaryTraining::Options SpreadTraining{500, 16 * limits::KiB, 64 * limits::KiB, Dictionary::Close};
constexpr std::uint32_t SpreadEvery = 8;

/// What the deltas among these records stand on before that chunk.
std::vector<RevisionRef> basesIn(std::string_view records, std::uint32_t beforeChunk)
{
    std::vector<RevisionRef> bases;
    forEachRecord(records, [&](const RevisionRecord &record, std::string_view) {
        if (!record.isKeyframe() && record.base.chunk < beforeChunk)
            bases.push_back(record.base);
    });
    return bases;
}

/// Each once.
std::vector<RevisionRef> sorted(std::vector<RevisionRef> refs)
{
    std::sort(refs.begin(), refs.end());
    refs.erase(std::unique(refs.begin(), refs.end()), refs.end());
    return refs;
}

} // namespace

struct RevisionStore::Family {
    DictionaryTraining lines{LineTraining};
    DictionaryTraining splices{SpliceTraining};
    std::uint32_t lineDictionary = 0;
    std::uint32_t spliceDictionary = 0;
    std::uint32_t keyframes = 0;     ///< since there is a first dictionary for them, until there is a second
    std::vector<RevisionRef> spread; ///< of those every so many
    RevisionRef sibling;             ///< the last object of a list that became a keyframe
    std::string siblingLine;
};

RevisionStore::RevisionStore()
    : RevisionStore(Options())
{}

RevisionStore::RevisionStore(Options options)
    : m_options(options)
    , m_recent(options.recentBytes)
    , m_keyframes(std::make_shared<KeyframesAtHand>(options.keyframeBytes))
    , m_directory(std::make_shared<const RevisionDirectory>())
{
    Q_ASSERT(options.keyframeEvery >= 1 && options.keyframeEvery <= RevisionRecord::MaxDepth + 1);
    publish();
}

RevisionStore::~RevisionStore() = default;

RevisionDraft RevisionStore::draft(std::uint32_t familyNumber, RevisionRef previous)
{
    const Family &kin = family(familyNumber);
    RevisionDraft draft;
    draft.m_previous = previous;
    if (kin.lines.isDone())
        draft.m_lines = {m_directory->dictionary(kin.lineDictionary), kin.lineDictionary};
    if (m_options.packDeltas)
        draft.m_splices = {m_directory->dictionary(kin.spliceDictionary), kin.spliceDictionary};
    draft.m_mostDepth = m_options.keyframeEvery - 1;
    if (m_directory->locate(previous).isNull())
        return draft;
    draft.m_before = m_recent.take(previous);
    if (draft.m_before) {
        prefetchWhole(draft.m_before->line());
    } else {
        draft.m_revisions = RevisionSnapshot(m_directory, m_lastUsed);
        draft.m_keyframes = m_keyframes;
    }
    return draft;
}

RevisionRef RevisionStore::append(std::uint32_t familyNumber, RevisionRef previous, const RevisionLine &line)
{
    RevisionDraft whole = draft(familyNumber, previous);
    whole.make(line);
    return appendDraft(familyNumber, std::move(whole), line);
}

RevisionRef RevisionStore::appendDraft(std::uint32_t familyNumber, RevisionDraft draft, const RevisionLine &line)
{
    const std::size_t size = line.line.size();
    m_appendedBytes = 0;
    if (size > limits::ListPageBytes)
        return {};
    Q_ASSERT(line.objectOffset <= size && line.objectLength <= size - line.objectOffset);
    Family &kin = family(familyNumber);
    RevisionRecord record;
    record.lineBytes = static_cast<std::uint32_t>(size);
    record.objectOffset = static_cast<std::uint32_t>(line.objectOffset);
    record.objectLength = static_cast<std::uint32_t>(line.objectLength);
    RevisionRef ref;
    if (draft.m_form == RevisionDraft::Form::Delta) {
        ref = writeDelta(kin, draft, record);
    } else if (const auto sibling = draft.m_hadBefore ? std::nullopt : spliceOnSibling(kin, line)) {
        record.depth = 1;
        record.base = kin.sibling;
        ref = write(record, {*sibling});
    } else {
        ref = writeKeyframe(kin, draft, record, line);
    }
    if (draft.m_before)
        m_recent.put(ref, *std::move(draft.m_before));
    m_appendedBytes = m_lastUsed - ref.offset;
    publish();
    return ref;
}

RevisionRef RevisionStore::writeDelta(Family &kin, const RevisionDraft &draft, RevisionRecord record)
{
    record.depth = draft.m_depth;
    record.base = draft.m_previous;
    if (draft.m_dictionary > 0 || kin.splices.isDone())
        return write(record, {draft.m_payload, draft.m_isPacked, draft.m_dictionary});
    kin.spliceDictionary = learn(kin.splices, kin.spliceDictionary, draft.m_payload);
    const bool worthIt = m_options.packDeltas && kin.spliceDictionary > 0;
    return write(record, worthIt ? pack(kin.spliceDictionary, draft.m_payload) : Packed{draft.m_payload});
}

RevisionRef RevisionStore::writeKeyframe(Family &kin, const RevisionDraft &draft, RevisionRecord record,
                                         const RevisionLine &line)
{
    RevisionRef ref;
    if (draft.m_form == RevisionDraft::Form::Keyframe) {
        ref = write(record, {draft.m_payload, draft.m_isPacked, draft.m_dictionary});
    } else {
        kin.lineDictionary = learn(kin.lines, kin.lineDictionary, line.line);
        ref = write(record, pack(kin.lineDictionary, line.line));
    }
    learnFromSpread(kin, ref);
    if (line.isAlone() && line.line.size() <= LongestSibling) {
        kin.sibling = ref;
        kin.siblingLine = line.line;
    }
    return ref;
}

RevisionStore::Family &RevisionStore::family(std::uint32_t number)
{
    if (number >= m_families.size())
        m_families.resize(number + 1);
    return m_families[number];
}

/// What makes an object of a list of the one before that became a keyframe.
std::optional<std::string_view> RevisionStore::spliceOnSibling(const Family &kin, const RevisionLine &line)
{
    if (!line.isAlone() || m_options.keyframeEvery < 2 || m_directory->locate(kin.sibling) != kin.sibling ||
        kin.sibling.isNull())
        return {};
    return RevisionTools::ofThisThread().splices.make(kin.siblingLine, line.line,
                                                      line.line.size() / WorthwhileSiblingPart);
}

/// Looks at a text; the number of the dictionary to use, which may have been made just now.
std::uint32_t RevisionStore::learn(DictionaryTraining &training, std::uint32_t dictionary, std::string_view text)
{
    if (training.isDone())
        return dictionary;
    DictionaryPtr made = training.look(text);
    if (!made)
        return dictionary;
    change([&made](RevisionDirectory &directory) { directory.add(std::move(made)); });
    return static_cast<std::uint32_t>(m_directory->dictionaryCount());
}

/// Once there are many keyframes, the next ones get a dictionary that was made from texts far apart.
void RevisionStore::learnFromSpread(Family &kin, RevisionRef keyframe)
{
    constexpr std::uint32_t Last = SpreadTraining.samples * SpreadEvery;
    if (kin.lineDictionary == 0 || kin.keyframes == Last)
        return;
    if (++kin.keyframes % SpreadEvery == 0)
        kin.spread.push_back(keyframe);
    if (kin.keyframes < Last)
        return;
    std::vector<RevisionRef> spread = std::exchange(kin.spread, {});
    std::erase_if(spread, [this](RevisionRef ref) { return m_directory->locate(ref).isNull(); });
    DictionaryTraining::Options options = SpreadTraining;
    options.samples = spread.size();
    DictionaryTraining training(options);
    const RevisionSnapshot now(m_directory, m_lastUsed);
    for (const RevisionRef ref : spread) {
        if (const auto view = now.view(ref))
            kin.lineDictionary = learn(training, kin.lineDictionary, view->line);
    }
}

RevisionStore::Packed RevisionStore::pack(std::uint32_t dictionary, std::string_view text)
{
    const std::string_view packed =
        RevisionTools::ofThisThread().packer.pack(m_directory->dictionary(dictionary).get(), text);
    if (packed.size() >= text.size())
        return {text};
    return {packed, true, dictionary};
}

RevisionRef RevisionStore::write(RevisionRecord record, const Packed &packed)
{
    record.isPacked = packed.isPacked;
    record.dictionary = packed.dictionary;
    record.payload = packed.bytes;
    const RevisionHead head(record);
    const std::size_t size = head.bytes().size() + packed.bytes.size();
    if (!m_last || size > m_last->room().size() - m_lastUsed)
        addChunk(size);
    char *at = m_last->room().data() + m_lastUsed;
    head.bytes().copy(at, head.bytes().size());
    packed.bytes.copy(at + head.bytes().size(), packed.bytes.size());
    const RevisionRef ref{lastChunk(), static_cast<std::uint32_t>(m_lastUsed)};
    m_lastUsed += size;
    return ref;
}

void RevisionStore::addChunk(std::size_t atLeast)
{
    if (m_last) {
        m_fullBytes += m_last->heapBytes();
    }
    m_last = std::make_shared<HeapChunk>(std::max(m_options.chunkBytes, atLeast));
    change([this](RevisionDirectory &directory) {
        if (directory.endChunk() > directory.firstChunk())
            directory.setLastUsed(m_lastUsed);
        directory.add(m_last);
    });
    m_onHeap[lastChunk()];
    m_lastUsed = 0;
}

void RevisionStore::setHeapBytes(std::size_t bytes)
{
    m_options.heapBytes = bytes;
    moveOldest();
}

void RevisionStore::takeFiled(std::vector<FiledRevisions> filed)
{
    for (FiledRevisions &some : filed) {
        const auto chunk = m_onHeap.find(some.chunk);
        if (chunk == m_onHeap.end())
            continue;
        m_moreFiled.insert(some.chunk);
        chunk->second.push_back(std::move(some));
    }
    moveOldest();
}

/// A chunk of which too little is in files stays where it is until there is more.
void RevisionStore::moveOldest()
{
    bool hasMoved = false;
    while (m_fullBytes > m_options.heapBytes && !m_moreFiled.empty() && *m_moreFiled.begin() < lastChunk()) {
        const std::uint32_t number = *m_moreFiled.begin();
        m_moreFiled.erase(m_moreFiled.begin());
        auto moved = RevisionPieces::of(m_onHeap[number], RevisionSnapshot(m_directory, m_lastUsed).written(number));
        if (!moved)
            continue;
        m_onHeap.erase(number);
        m_fullBytes -= m_directory->chunk(number).heapBytes();
        m_fullBytes += moved->heapBytes();
        change([&](RevisionDirectory &directory) { directory.replace(number, std::move(moved)); });
        hasMoved = true;
    }
    if (hasMoved)
        publish();
}

/// Where the revision lies now; null when it cannot be read.
RevisionRef RevisionStore::writeAnew(RevisionRef name, std::span<const RevisionRef> shared)
{
    const RevisionSnapshot now(m_directory, m_lastUsed);
    const auto record = now.record(name);
    if (!record)
        return {};
    const bool staysOnBase = record->depth == 1 && std::binary_search(shared.begin(), shared.end(), record->base);
    if (record->isKeyframe() || staysOnBase)
        return write(*record, {record->payload, record->isPacked, record->dictionary});
    const auto view = now.view(name);
    if (!view)
        return {};
    RevisionRecord keyframe = *record;
    keyframe.depth = 0;
    keyframe.base = {};
    return write(keyframe, pack(view->keyframeDictionary, view->line));
}

/// What the deltas from this chunk on stand on before it.
std::vector<RevisionRef> RevisionStore::basesOf(std::uint32_t fromChunk) const
{
    const RevisionSnapshot now(m_directory, m_lastUsed);
    std::vector<RevisionRef> bases;
    for (std::uint32_t chunk = fromChunk; chunk <= lastChunk(); ++chunk) {
        const auto known = m_directory->chunk(chunk).basesBefore(fromChunk);
        const std::vector<RevisionRef> some = known ? *known : basesIn(now.written(chunk), fromChunk);
        bases.insert(bases.end(), some.begin(), some.end());
    }
    return bases;
}

void RevisionStore::forget(std::uint32_t beforeChunk, std::span<const RevisionRef> survivors)
{
    beforeChunk = std::min(beforeChunk, lastChunk());
    if (beforeChunk <= firstChunk())
        return;
    std::vector<RevisionRef> names = basesOf(beforeChunk);
    names.insert(names.end(), survivors.begin(), survivors.end());
    names = sorted(std::move(names));
    const std::vector<RevisionRef> shared = sharedBases(RevisionSnapshot(m_directory, m_lastUsed), names);
    names.insert(names.end(), shared.begin(), shared.end());
    names = sorted(std::move(names));
    RevisionDirectory::Moves moves;
    for (const RevisionRef name : names) {
        RevisionRef place = m_directory->locate(name);
        if (!place.isNull() && place.chunk < beforeChunk)
            place = writeAnew(name, shared);
        if (!place.isNull() && place != name)
            moves.emplace_back(name, place);
    }
    change([&](RevisionDirectory &directory) { directory.forget(beforeChunk, std::move(moves)); });
    m_fullBytes = m_directory->fullBytes(beforeChunk);
    m_onHeap.erase(m_onHeap.begin(), m_onHeap.lower_bound(beforeChunk));
    m_moreFiled.erase(m_moreFiled.begin(), m_moreFiled.lower_bound(beforeChunk));
    publish();
}

void RevisionStore::restore(const RevisionSnapshot &before)
{
    m_directory = before.directory();
    publish();
}

template <class Change>
void RevisionStore::change(Change make)
{
    auto directory = std::make_shared<RevisionDirectory>(*m_directory);
    make(*directory);
    m_directory = std::move(directory);
}

void RevisionStore::publish()
{
    const std::lock_guard lock(m_mutex);
    m_published = RevisionSnapshot(m_directory, m_lastUsed);
}

RevisionSnapshot RevisionStore::snapshot() const
{
    const std::lock_guard lock(m_mutex);
    return m_published;
}

RevisionStore::Memory RevisionStore::memory() const
{
    Memory memory;
    memory.records = m_directory->recordBytes(m_lastUsed);
    memory.directory = m_directory->memoryBytes();
    memory.recent = m_recent.memoryBytes() + m_keyframes->memoryBytes();
    memory.working = RevisionTools::ofThisThread().packer.memoryBytes() + m_families.capacity() * sizeof(Family);
    for (const Family &family : m_families)
        memory.working += family.lines.memoryBytes() + family.splices.memoryBytes() +
                          family.spread.capacity() * sizeof(RevisionRef) + family.siblingLine.capacity();
    return memory;
}

} // namespace wk
