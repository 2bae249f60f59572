// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/historyrecovery.h"

#include "core/base/varint.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

constexpr std::uint64_t MostStores = 64;
constexpr std::uint64_t MostTables = 65'536;
constexpr std::size_t MostClusters = 1024; ///< and names for them

WallTime timeOf(std::int64_t count)
{
    return WallTime(WallTime::duration(count));
}

} // namespace

HistoryRecovery::HistoryRecovery() = default;

HistoryRecovery::~HistoryRecovery() = default;

Result<> HistoryRecovery::readSegment(const std::string &path, std::uint64_t most)
{
    auto opened = SegmentReader::open(path, most);
    if (!opened)
        return opened.error();
    m_hasStood = false;
    SegmentReader reader = std::move(opened).value();
    const auto done = read(reader, path);
    ++m_segments;
    m_validBytes = reader.validBytes();
    return done;
}

Result<> HistoryRecovery::readTail(const std::string &path)
{
    auto opened = SegmentReader::load(path);
    if (!opened)
        return opened.error();
    m_isTail = true;
    SegmentReader reader = std::move(opened).value();
    return read(reader, path);
}

Result<> HistoryRecovery::read(SegmentReader &reader, const std::string &path)
{
    m_files.push_back(reader.file());
    takeAll(reader);
    m_part.clear();
    m_rows.reset();
    m_coming.clear();
    keepWatches();
    forgetBehind(m_kept); // it was said of rows that never came, and other rows may be said to have these numbers
    for (const SegmentReader::Damage &damage : reader.damages())
        m_damages.push_back({path, damage});
    m_tornEnds.push_back({path, {reader.validBytes(), reader.tornBytes()}});
    return success();
}

void HistoryRecovery::takeAll(SegmentReader &reader)
{
    std::size_t damages = 0;
    while (const auto records = reader.next()) {
        if (reader.damages().size() > damages) { // what was begun does not go on
            damages = reader.damages().size();
            m_part.clear();
            m_rows.reset();
        }
        for (const SegmentRecord &record : *records) {
            const auto type = static_cast<HistoryRecord>(record.type);
            if (type == HistoryRecord::Part && m_part.size() < segment::MostRecordBytes) {
                m_part += record.bytes;
                continue;
            }
            if (m_part.empty()) {
                take(type, record.bytes, reader.file());
                continue;
            }
            const auto whole = std::make_shared<char[]>(m_part.size() + record.bytes.size());
            std::ranges::copy(record.bytes, std::ranges::copy(m_part, whole.get()).out);
            takeCopy(type, {whole.get(), m_part.size() + record.bytes.size()}, whole);
            m_part.clear();
        }
    }
}

/// Another program may go on in the middle of a file, behind what was torn there. What was said of rows that it has
/// told anew is not so.
void HistoryRecovery::takeHead(FoldReader &from)
{
    const HistoryHead head = wk::takeHead(from);
    if (from.isBroken())
        return;
    const bool isOther = head.writer != m_writer;
    m_isOld = m_isTail && isOther && head.first < chunksEnd();
    m_writer = head.writer;
    m_coming.clear();
    m_tailEnd = head.first;
    if (m_isOld)
        return;
    m_lastSegment = m_isTail ? m_lastSegment : std::max(m_lastSegment, head.segment);
    if (!isOther)
        return;
    forgetBehind(m_kept);
    std::erase_if(m_closings, [&head](const auto &closing) { return closing.row > head.first; });
}

/// What was said of them, and before them of numbers, is so.
void HistoryRecovery::keep(RowId first, RowId end)
{
    for (auto &[row, beside] : m_coming) {
        if (row >= first && row < end)
            m_besides.emplace(row, std::move(beside));
    }
    m_coming.clear();
    m_kept = said();
}

/// Those of a tail that ends before rows which are in a segment are older than what is said there.
void HistoryRecovery::keepWatches()
{
    const bool isNewest = !m_isTail || (!m_isOld && m_tailEnd >= chunksEnd());
    for (TakenWatch &taken : m_comingWatches) {
        if (isNewest)
            m_watches.insert_or_assign(taken.id, std::move(taken));
    }
    m_comingWatches.clear();
}

HistoryRecovery::Said HistoryRecovery::said() const
{
    Said said;
    for (std::size_t pool = 0; pool < TextPools; ++pool) {
        said.texts[pool] = m_texts[pool].size();
        said.sets[pool] = m_sets[pool].size();
    }
    said.references = m_references.size();
    return said;
}

void HistoryRecovery::forgetBehind(const Said &said)
{
    for (std::size_t pool = 0; pool < TextPools; ++pool) {
        m_texts[pool].resize(said.texts[pool]);
        m_sets[pool].resize(said.sets[pool]);
    }
    m_references.resize(said.references);
}

void HistoryRecovery::take(HistoryRecord type, std::string_view bytes, const SegmentReader::File &file)
{
    FoldReader from(bytes);
    if (m_isOld && type != HistoryRecord::Head)
        return;
    switch (type) {
    case HistoryRecord::Part: break;
    case HistoryRecord::Head: takeHead(from); break;
    case HistoryRecord::Watch:
        if (TakenWatch taken = takeWatch(from); !from.isBroken())
            m_comingWatches.push_back(std::move(taken));
        if (!m_isTail)
            keepWatches();
        break;
    case HistoryRecord::Texts: takeTexts(from); break;
    case HistoryRecord::Sets: takeSets(from); break;
    case HistoryRecord::Table: takeTable(from); break;
    case HistoryRecord::Reference: takeReferences(from); break;
    case HistoryRecord::Dictionary: {
        Store *known = store(from.number());
        const std::uint64_t number = from.number();
        if (known && !from.isBroken())
            known->recovery.takeDictionary(static_cast<std::uint32_t>(number), from.rest());
        break;
    }
    case HistoryRecord::Bodies:
        if (Store *known = store(from.number()); known && !from.isBroken())
            known->recovery.takeBodies(from.rest(), file);
        break;
    case HistoryRecord::Besides: takeBesides(from); break;
    case HistoryRecord::Rows: takeRows(bytes, file); break;
    case HistoryRecord::Folds: takeFolds(bytes, file); break;
    case HistoryRecord::Piece: takePiece(bytes, file); break;
    case HistoryRecord::Closing: {
        const auto watch = static_cast<WatchId>(from.number());
        const RowId row = from.number();
        const WallTime time = timeOf(from.signedNumber());
        if (!from.isBroken())
            m_closings.push_back({watch, row, time});
        break;
    }
    case HistoryRecord::Standing: takeStanding(from); break;
    case HistoryRecord::Stood: m_hasStood = true; break;
    case HistoryRecord::Known:
        if (const std::int64_t time = from.signedNumber(); !from.isBroken())
            m_known = std::max(m_known, timeOf(time));
        break;
    case HistoryRecord::Note:
        if (RecordingNote note = takeNote(from); !from.isBroken() && !m_note)
            m_note = std::move(note);
        break;
    case HistoryRecord::Cluster:
        if (auto cluster = takeCluster(from); cluster && !from.isBroken() && m_clusters.size() < MostClusters)
            m_clusters.push_back(*std::move(cluster));
        break;
    case HistoryRecord::Packed:
        if (const auto unpacked = takePacked(from))
            takeCopy(unpacked->type, unpacked->bytes, unpacked->memory);
        break;
    }
}

/// What does not lie in a file so.
void HistoryRecovery::takeCopy(HistoryRecord type, std::string_view bytes, const SegmentReader::File &memory)
{
    m_files.push_back(memory); // texts are views of it
    take(type, bytes, memory);
}

void HistoryRecovery::takeTexts(FoldReader &from)
{
    const std::uint64_t pool = from.number();
    while (pool < TextPools && !from.atEnd()) {
        const auto id = static_cast<StringPool::Id>(from.number());
        const std::string_view text = from.text();
        if (from.isBroken())
            return;
        m_texts[static_cast<std::size_t>(pool)].emplace_back(id, text);
    }
}

void HistoryRecovery::takeSets(FoldReader &from)
{
    const std::uint64_t pool = from.number();
    while (pool < TextPools && !from.atEnd()) {
        Set set{static_cast<TextSets::Id>(from.number()), {}};
        set.members.resize(from.count());
        for (StringPool::Id &member : set.members)
            member = static_cast<StringPool::Id>(from.number());
        if (from.isBroken())
            return;
        m_sets[static_cast<std::size_t>(pool)].push_back(std::move(set));
    }
}

void HistoryRecovery::takeTable(FoldReader &from)
{
    const std::uint64_t number = from.number();
    std::vector<Column> columns = takeColumns(from);
    if (from.isBroken() || number >= MostTables)
        return;
    if (number >= m_tables.size())
        m_tables.resize(static_cast<std::size_t>(number) + 1);
    if (!m_tables[static_cast<std::size_t>(number)])
        m_tables[static_cast<std::size_t>(number)] = std::make_shared<const std::vector<Column>>(std::move(columns));
}

void HistoryRecovery::takeReferences(FoldReader &from)
{
    while (!from.atEnd()) {
        const auto id = static_cast<RowObjects::ReferenceId>(from.number());
        ObjectPtr object = takeObject(from, [this](std::uint64_t number) { return bodyOf(number); });
        if (object && !from.isBroken())
            m_references.emplace_back(id, std::move(object));
    }
}

void HistoryRecovery::takeBesides(FoldReader &from)
{
    while (!from.atEnd()) {
        const RowId row = from.number();
        const std::uint64_t kind = from.number();
        Beside beside;
        if (kind == 0)
            beside.word = std::make_shared<const Entry>(takeWord(from));
        else if (kind < 3)
            beside.previous =
                kind == 1 ? takeObject(from, [this](std::uint64_t number) { return bodyOf(number); }) : ObjectPtr();
        if (from.isBroken() || kind > 3)
            return;
        m_coming.emplace_back(row, std::move(beside));
    }
}

void HistoryRecovery::takeStanding(FoldReader &from)
{
    if (m_segments > 0 || m_isTail)
        return;
    const RowId row = from.number();
    LastWord word;
    word.watch = static_cast<WatchId>(from.number());
    const std::uint64_t type = from.number();
    const std::uint64_t origin = from.number();
    word.arrived = timeOf(from.signedNumber());
    word.changes = static_cast<std::uint32_t>(from.number());
    word.object = takeObject(from, [this](std::uint64_t number) { return bodyOf(number); });
    if (from.isBroken() || !word.object || type >= EntryTypes || origin >= EntryClasses)
        return;
    word.type = static_cast<EntryType>(type);
    word.origin = static_cast<EntryClass>(origin);
    m_standing.emplace_back(std::move(word), row);
}

void HistoryRecovery::takeRows(std::string_view bytes, const SegmentReader::File &file)
{
    m_rows = Rows::ofChunk(bytes, file);
    if (!m_rows)
        return;
    m_rows->segment = m_segments;
    m_rows->writer = m_writer;
}

void HistoryRecovery::takeFolds(std::string_view bytes, const SegmentReader::File &file)
{
    auto rows = std::exchange(m_rows, std::nullopt);
    if (!rows || !rows->takeFolds(bytes, file) || (!m_chunks.empty() && m_chunks.back().first >= rows->first))
        return;
    m_besides.erase(m_besides.lower_bound(rows->first), m_besides.lower_bound(rows->end())); // pieces had them
    keep(rows->first, rows->end());
    m_chunks.push_back(*std::move(rows));
}

void HistoryRecovery::takePiece(std::string_view bytes, const SegmentReader::File &file)
{
    auto rows = Rows::ofPiece(bytes, file);
    if (!rows)
        return;
    rows->writer = m_writer;
    keep(std::max(rows->first, chunksEnd()), rows->end());
    m_tailEnd = rows->end();
    keepWatches();
    m_pieces.push_back(*std::move(rows));
}

HistoryRecovery::Store *HistoryRecovery::store(std::uint64_t number)
{
    if (number >= MostStores)
        return nullptr;
    while (number >= m_stores.size())
        m_stores.push_back({{}, std::make_unique<RevisionBodies>()});
    return &m_stores[static_cast<std::size_t>(number)];
}

Body HistoryRecovery::bodyOf(std::uint64_t number)
{
    const Store *known = store(number);
    return known ? known->bodies->body() : Body();
}

std::vector<std::unique_ptr<RevisionBodies>> HistoryRecovery::takeBodies()
{
    std::vector<std::unique_ptr<RevisionBodies>> taken;
    for (Store &store : m_stores) {
        store.bodies->restore(store.recovery.snapshot());
        taken.push_back(std::move(store.bodies));
    }
    m_stores.clear();
    return taken;
}

} // namespace wk
