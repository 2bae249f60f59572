// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/bodystore.h"

#include <QtGlobal>

#include <zdict.h>
#include <zstd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace wk {

struct BodyStore::Dictionary {
    Dictionary(const void *bytes, std::size_t size)
        : compress(ZSTD_createCDict(bytes, size, Level))
        , expand(ZSTD_createDDict(bytes, size))
    {}
    ~Dictionary()
    {
        ZSTD_freeCDict(compress);
        ZSTD_freeDDict(expand);
    }
    Dictionary(const Dictionary &) = delete;
    Dictionary &operator=(const Dictionary &) = delete;

    ZSTD_CDict *compress;
    ZSTD_DDict *expand;
};

namespace {

/// Longer samples teach a 16 KiB dictionary nothing more (zdict.h speaks of 128 KB as the most that makes sense).
constexpr std::size_t SampleBytes = 32 * 1024;

struct FreeContext {
    void operator()(ZSTD_CCtx *context) const { ZSTD_freeCCtx(context); }
    void operator()(ZSTD_DCtx *context) const { ZSTD_freeDCtx(context); }
};

/// zstd's working memory, over a megabyte: one a thread, not one a store.
ZSTD_CCtx *compressor()
{
    thread_local const std::unique_ptr<ZSTD_CCtx, FreeContext> context(ZSTD_createCCtx());
    return context.get();
}

ZSTD_DCtx *expander()
{
    thread_local const std::unique_ptr<ZSTD_DCtx, FreeContext> context(ZSTD_createDCtx());
    return context.get();
}

class Compressed final : public Body::Keeper
{
public:
    using DictionaryPtr = std::shared_ptr<const BodyStore::Dictionary>;

    Compressed(std::string_view line, std::size_t objectOffset, std::size_t objectLength, DictionaryPtr dictionary)
        : m_dictionary(std::move(dictionary))
        , m_lineBytes(static_cast<std::uint32_t>(line.size()))
        , m_offset(static_cast<std::uint32_t>(objectOffset))
        , m_length(static_cast<std::uint32_t>(objectLength))
    {
        thread_local std::string scratch;
        scratch.resize(ZSTD_compressBound(line.size()));
        ZSTD_CCtx *context = compressor();
        ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, BodyStore::Level);
        ZSTD_CCtx_setParameter(context, ZSTD_c_dictIDFlag, 0);
        ZSTD_CCtx_refCDict(context, m_dictionary ? m_dictionary->compress : nullptr);
        const std::size_t size = ZSTD_compress2(context, scratch.data(), scratch.size(), line.data(), line.size());
        m_isPlain = ZSTD_isError(size) || size >= line.size();
        take(m_isPlain ? line : std::string_view(scratch).substr(0, size));
        if (scratch.capacity() > 1024 * 1024)
            std::string().swap(scratch);
    }

    std::string object(std::uint64_t key) const override
    {
        std::string text = line(key);
        if (m_length == text.size())
            return text;
        return text.substr(std::min<std::size_t>(m_offset, text.size()), m_length);
    }

    std::string line(std::uint64_t) const override
    {
        if (m_isPlain)
            return std::string(m_bytes.get(), m_heldBytes);
        std::string text(m_lineBytes, '\0');
        const std::size_t size = ZSTD_decompress_usingDDict(expander(), text.data(), text.size(), m_bytes.get(),
                                                            m_heldBytes, m_dictionary ? m_dictionary->expand : nullptr);
        Q_ASSERT(size == text.size());
        return text;
    }

    std::size_t objectBytes(std::uint64_t) const override { return m_length; }
    std::size_t heldBytes(std::uint64_t) const override { return sizeof(*this) + m_heldBytes; }

private:
    void take(std::string_view bytes)
    {
        m_heldBytes = static_cast<std::uint32_t>(bytes.size());
        m_bytes = std::make_unique_for_overwrite<char[]>(bytes.size());
        std::memcpy(m_bytes.get(), bytes.data(), bytes.size());
    }

    DictionaryPtr m_dictionary;
    std::unique_ptr<char[]> m_bytes;
    std::uint32_t m_heldBytes = 0;
    std::uint32_t m_lineBytes;
    std::uint32_t m_offset;
    std::uint32_t m_length;
    bool m_isPlain = false;
};

} // namespace

BodyStore::BodyStore() = default;
BodyStore::~BodyStore() = default;

Body BodyStore::keep(const BodyLine &line)
{
    if (m_sampling)
        sample(line.line);
    const auto offset = static_cast<std::size_t>(line.object.data() - line.line.data());
    return Body(makeCounted<Compressed>(line.line, offset, line.object.size(), m_dictionary));
}

void BodyStore::sample(std::string_view line)
{
    const std::string_view part = line.substr(0, SampleBytes);
    m_samples.append(part);
    m_sampleSizes.push_back(part.size());
    if (m_sampleSizes.size() >= SampleCount)
        train();
}

void BodyStore::train()
{
    m_sampling = false;
    std::string bytes(DictionaryBytes, '\0');
    const std::size_t size = ZDICT_trainFromBuffer(bytes.data(), bytes.size(), m_samples.data(), m_sampleSizes.data(),
                                                   static_cast<unsigned>(m_sampleSizes.size()));
    // Too little to learn from (tiny or equal objects): without a dictionary such compress well enough.
    if (!ZDICT_isError(size))
        m_dictionary = std::make_shared<const Dictionary>(bytes.data(), size);
    std::string().swap(m_samples);
    std::vector<std::size_t>().swap(m_sampleSizes);
}

} // namespace wk
