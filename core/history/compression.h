// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/history/scratchbytes.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// What texts of one sort have in common, for zstd. Immutable; any thread, and many at once.
class Dictionary
{
public:
    /// How zstd's levels pack with it. The tables of Close are four times as large.
    enum Level : int { Quick = 1, Close = 3 };

    explicit Dictionary(std::string bytes, Level level = Quick);
    ~Dictionary();
    Dictionary(const Dictionary &) = delete;
    Dictionary &operator=(const Dictionary &) = delete;

    /// As it goes into a file.
    const std::string &bytes() const { return m_bytes; }
    /// Of memory, with what zstd makes of it.
    std::size_t memoryBytes() const;

private:
    friend class Packer;
    friend Result<std::size_t> expand(const Dictionary *, std::string_view, std::span<char>);
    struct Tables;

    std::string m_bytes;
    std::unique_ptr<const Tables> m_tables;
};
using DictionaryPtr = std::shared_ptr<const Dictionary>;

/// Compresses by zstd, without the four bytes that say so. One thread; over a megabyte of working memory.
class Packer
{
public:
    Packer();
    ~Packer();

    /// Valid until the next call. Nothing is gained by it when it is as long as `text`, as also where it would be so
    /// short that no reader believes it (limits::InflationTimes). Null: without a dictionary.
    std::string_view pack(const Dictionary *dictionary, std::string_view text);
    std::size_t memoryBytes() const;

private:
    struct Context;

    std::unique_ptr<Context> m_context;
    ScratchBytes m_bytes;
};

/// Fills the front of `target` with what was packed; how much of it. BrokenFrame when it is not what Packer makes, or
/// more than fits.
Result<std::size_t> expand(const Dictionary *dictionary, std::string_view packed, std::span<char> target);

/// How much was packed, as its head says; not to be trusted beyond a bound of one's own. BrokenFrame when it has none,
/// or one that is too many times as long: a file of strangers shall not become a thousand.
Result<std::size_t> expandedBytes(std::string_view packed);

/// Looks at the first texts of a sort, and makes a dictionary of them, once. One thread.
class DictionaryTraining
{
public:
    struct Options {
        std::size_t samples;         ///< how many texts are looked at
        std::size_t sampleBytes;     ///< of each, at most
        std::size_t dictionaryBytes; ///< at most
        Dictionary::Level level = Dictionary::Quick;
    };

    explicit DictionaryTraining(Options options);

    bool isDone() const { return m_isDone; }
    /// The dictionary, with the last sample and never again; null also when there was too little to learn from (tiny or
    /// equal texts), which compress well enough without. Training takes 50 to 100 ms.
    DictionaryPtr look(std::string_view text);
    std::size_t memoryBytes() const;

private:
    Options m_options;
    std::string m_samples;
    std::vector<std::size_t> m_sizes;
    bool m_isDone = false;
};

} // namespace wk
