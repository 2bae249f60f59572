// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/revisionspill.h"

#include "core/base/varint.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace wk {

namespace {

/// More than stands around a chunk and its bases in a segment: the segment's own beginning, the heads of frames, the
/// numbers of records and of a chunk.
constexpr std::size_t AroundBytes = segment::Magic.size() + 2 * segment::HeadBytes + 6 * VarintBytes;

} // namespace

class RevisionSpill::MappedChunk final : public RevisionChunk
{
public:
    MappedChunk(std::shared_ptr<const MappedBytes> file, std::string_view bytes, std::string_view bases)
        : m_file(std::move(file))
        , m_bytes(bytes)
        , m_bases(bases)
        , m_reach(bases.empty() ? UINT32_MAX : base(0).chunk)
    {}

    std::string_view bytes() const override { return m_bytes; }
    std::size_t heapBytes() const override { return 0; }
    std::optional<std::vector<RevisionRef>> basesBefore(std::uint32_t chunk) const override
    {
        std::vector<RevisionRef> bases;
        const std::size_t count = m_reach < chunk ? m_bases.size() / sizeof(RevisionRef) : 0;
        for (std::size_t i = 0; i < count && base(i).chunk < chunk; ++i)
            bases.push_back(base(i));
        return bases;
    }

private:
    /// They lie where they lie: not where a RevisionRef may.
    RevisionRef base(std::size_t index) const
    {
        RevisionRef ref;
        std::memcpy(&ref, m_bases.data() + index * sizeof ref, sizeof ref);
        return ref;
    }

    std::shared_ptr<const MappedBytes> m_file;
    std::string_view m_bytes;
    std::string_view m_bases;
    std::uint32_t m_reach; ///< the first chunk in which one lies; for this nothing is read from the disk
};

RevisionSpill::RevisionSpill(Options options)
    : m_options(std::move(options))
    , m_heapBytes(m_options.heapBytes)
{}

RevisionSpill::~RevisionSpill() = default;

std::optional<Error> RevisionSpill::error() const
{
    const std::lock_guard lock(m_mutex);
    return m_error;
}

bool RevisionSpill::isDue(std::size_t heapBytes) const
{
    return heapBytes > m_heapBytes && !m_hasFailed && !m_options.folder.empty();
}

Result<std::shared_ptr<const RevisionChunk>> RevisionSpill::put(std::uint32_t chunk, std::string_view bytes,
                                                                std::span<const RevisionRef> bases)
{
    if (bytes.size() > segment::MostRecordBytes - AroundBytes)
        return Error{ErrorKind::TooLarge, "The chunk is larger than a segment takes.", m_options.folder};
    const std::size_t most = bytes.size() + bases.size_bytes() + AroundBytes;
    if (m_segment && most > m_mapped->bytes().size() - m_segment->sizeBytes())
        end();
    if (!m_segment) {
        if (auto begun = begin(most); !begun)
            return failed(begun.error());
    }
    std::array<char, 2 * VarintBytes> numbers;
    const char *behind = putVarint(putVarint(numbers.data(), chunk), 0);
    const std::string_view head(numbers.data(), static_cast<std::size_t>(behind - numbers.data()));
    const auto there = write(RevisionRecordType::Chunk, head, bytes);
    if (!there)
        return failed(there.error());
    const std::string_view list(reinterpret_cast<const char *>(bases.data()), bases.size_bytes());
    const auto thereToo = write(RevisionRecordType::Bases, {}, list);
    if (!thereToo)
        return failed(thereToo.error());
    succeeded();
    letGoOfPages();
    return std::shared_ptr<const RevisionChunk>(std::make_shared<MappedChunk>(m_mapped, *there, *thereToo));
}

void RevisionSpill::noteRead()
{
    constexpr std::uint32_t Often = 64; // 20 MiB, since a read looks at five places
    if (++m_reads % Often == 0)
        letGoOfPages();
}

void RevisionSpill::letGoOfPages()
{
    for (const File &file : m_files) {
        if (const auto mapped = file.mapped.lock())
            mapped->letGoOfPages();
    }
}

Result<std::string_view> RevisionSpill::write(RevisionRecordType type, std::string_view head, std::string_view bytes)
{
    const auto at = m_segment->addAlone(static_cast<std::uint32_t>(type), head, bytes);
    if (!at)
        return at.error();
    m_files.back().bytes = m_segment->sizeBytes();
    return m_mapped->bytes().substr(*at, bytes.size());
}

/// A new file, with room for a chunk at least.
Result<> RevisionSpill::begin(std::size_t atLeast)
{
    auto segment = SegmentWriter::createNameless(m_options.folder);
    if (!segment)
        return segment.error();
    auto mapped = segment->map(std::max(m_options.fileBytes, atLeast));
    if (!mapped)
        return mapped.error();
    m_segment.emplace(std::move(segment).value());
    m_mapped = std::make_shared<const MappedBytes>(std::move(mapped).value());
    std::erase_if(m_files, [](const File &file) { return file.mapped.expired(); });
    m_files.push_back({m_mapped, 0});
    return success();
}

/// The file stays as long as its chunks need it.
void RevisionSpill::end()
{
    m_segment.reset();
    m_mapped.reset();
}

/// Nothing can be written to a segment after a failure.
Error RevisionSpill::failed(Error error)
{
    end();
    m_hasFailed = true;
    const std::lock_guard lock(m_mutex);
    m_error = error;
    return error;
}

void RevisionSpill::succeeded()
{
    const std::lock_guard lock(m_mutex);
    m_error.reset();
}

void RevisionSpill::letGo()
{
    // Others only ever have fewer.
    if (m_mapped.use_count() == 1)
        end();
}

std::uint64_t RevisionSpill::diskBytes() const
{
    std::uint64_t bytes = 0;
    for (const File &file : m_files)
        bytes += file.mapped.expired() ? 0 : file.bytes;
    return bytes;
}

} // namespace wk
