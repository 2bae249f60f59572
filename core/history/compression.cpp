// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/compression.h"

#include "core/base/limits.h"

#define ZDICT_STATIC_LINKING_ONLY // for the training with given parameters; it stands so since zstd 1.3.6
#include <zdict.h>
#include <zstd.h>

#include <cstring>

namespace wk {

namespace {

/// What every frame begins with. Source: RFC 8878, 3.1.1.
constexpr char Magic[] = {'\x28', '\xb5', '\x2f', '\xfd'};

/// What ZDICT_trainFromBuffer() finds by trying five is near to this, in five times the time and from three quarters of
/// the samples. Measured on generated pods, 2,000 splices: 4.5 ms, and 113 bytes a revision.
ZDICT_fastCover_params_t trainingParameters()
{
    ZDICT_fastCover_params_t parameters{};
    parameters.k = 1024; // 512: 118 bytes, 2048: 114
    parameters.d = 8;
    parameters.f = 16;    // 20: 9 ms, and no better; 14: 117 bytes
    parameters.accel = 2; // 1: a third slower, 112 bytes; 10: 116
    parameters.splitPoint = 1;
    return parameters;
}

struct FreeContext {
    void operator()(ZSTD_DCtx *context) const { ZSTD_freeDCtx(context); }
};

ZSTD_DCtx *expander()
{
    thread_local const std::unique_ptr<ZSTD_DCtx, FreeContext> context(ZSTD_createDCtx());
    return context.get();
}

/// The frame as zstd wants it. Valid until this thread's next call.
std::string_view withMagic(std::string_view packed)
{
    thread_local ScratchBytes scratch;
    const std::span<char> frame = scratch.room(sizeof Magic + packed.size());
    std::memcpy(frame.data(), Magic, sizeof Magic);
    packed.copy(frame.data() + sizeof Magic, packed.size());
    return viewOf(frame);
}

/// Both who packs and who expands keep to it.
bool isTooMany(std::size_t expanded, std::size_t packed)
{
    return expanded > limits::InflationBytes && expanded / limits::InflationTimes > packed;
}

Error brokenPacking(const char *what)
{
    return {ErrorKind::BrokenFrame, what, "packed text"};
}

} // namespace

struct Dictionary::Tables {
    Tables(const std::string &bytes, Level level)
        : pack(ZSTD_createCDict(bytes.data(), bytes.size(), level))
        , expand(ZSTD_createDDict(bytes.data(), bytes.size()))
    {}
    ~Tables()
    {
        ZSTD_freeCDict(pack);
        ZSTD_freeDDict(expand);
    }
    Tables(const Tables &) = delete;
    Tables &operator=(const Tables &) = delete;

    ZSTD_CDict *pack;
    ZSTD_DDict *expand;
};

Dictionary::Dictionary(std::string bytes, Level level)
    : m_bytes(std::move(bytes))
    , m_tables(std::make_unique<const Tables>(m_bytes, level))
{}

Dictionary::~Dictionary() = default;

std::size_t Dictionary::memoryBytes() const
{
    return sizeof *this + m_bytes.capacity() + ZSTD_sizeof_CDict(m_tables->pack) + ZSTD_sizeof_DDict(m_tables->expand);
}

struct Packer::Context {
    Context()
        : zstd(ZSTD_createCCtx())
    {
        ZSTD_CCtx_setParameter(zstd, ZSTD_c_compressionLevel, Dictionary::Quick);
        ZSTD_CCtx_setParameter(zstd, ZSTD_c_dictIDFlag, 0);
    }
    ~Context() { ZSTD_freeCCtx(zstd); }
    Context(const Context &) = delete;
    Context &operator=(const Context &) = delete;

    ZSTD_CCtx *zstd;
};

Packer::Packer()
    : m_context(std::make_unique<Context>())
{}

Packer::~Packer() = default;

std::size_t Packer::memoryBytes() const
{
    return ZSTD_sizeof_CCtx(m_context->zstd) + m_bytes.memoryBytes();
}

std::string_view Packer::pack(const Dictionary *dictionary, std::string_view text)
{
    const std::span<char> room = m_bytes.room(ZSTD_compressBound(text.size()));
    ZSTD_CCtx_refCDict(m_context->zstd, dictionary ? dictionary->m_tables->pack : nullptr);
    const std::size_t size = ZSTD_compress2(m_context->zstd, room.data(), room.size(), text.data(), text.size());
    if (ZSTD_isError(size) || size - sizeof Magic >= text.size() || isTooMany(text.size(), size - sizeof Magic))
        return text;
    return {room.data() + sizeof Magic, size - sizeof Magic};
}

Result<std::size_t> expandedBytes(std::string_view packed)
{
    constexpr std::size_t LongestHead = 18; // RFC 8878, 3.1.1
    const std::string_view head = withMagic(packed.substr(0, LongestHead));
    const unsigned long long size = ZSTD_getFrameContentSize(head.data(), head.size());
    if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN)
        return brokenPacking("does not say how long it is");
    if (isTooMany(size, packed.size()))
        return brokenPacking("says that it becomes more than 200 times as long");
    return static_cast<std::size_t>(size);
}

Result<std::size_t> expand(const Dictionary *dictionary, std::string_view packed, std::span<char> target)
{
    const std::string_view frame = withMagic(packed);
    const std::size_t size =
        ZSTD_decompress_usingDDict(expander(), target.data(), target.size(), frame.data(), frame.size(),
                                   dictionary ? dictionary->m_tables->expand : nullptr);
    if (ZSTD_isError(size))
        return brokenPacking(ZSTD_getErrorName(size));
    return size;
}

DictionaryTraining::DictionaryTraining(Options options)
    : m_options(options)
{}

std::size_t DictionaryTraining::memoryBytes() const
{
    return m_samples.capacity() + m_sizes.capacity() * sizeof(std::size_t);
}

DictionaryPtr DictionaryTraining::look(std::string_view text)
{
    if (m_isDone)
        return nullptr;
    const std::string_view part = text.substr(0, m_options.sampleBytes);
    m_samples.append(part);
    m_sizes.push_back(part.size());
    if (m_sizes.size() < m_options.samples)
        return nullptr;
    m_isDone = true;
    std::string bytes(m_options.dictionaryBytes, '\0');
    const std::size_t size =
        ZDICT_trainFromBuffer_fastCover(bytes.data(), bytes.size(), m_samples.data(), m_sizes.data(),
                                        static_cast<unsigned>(m_sizes.size()), trainingParameters());
    std::string().swap(m_samples);
    std::vector<std::size_t>().swap(m_sizes);
    if (ZDICT_isError(size))
        return nullptr;
    bytes.resize(size);
    bytes.shrink_to_fit();
    return std::make_shared<const Dictionary>(std::move(bytes), m_options.level);
}

} // namespace wk
