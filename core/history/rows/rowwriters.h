// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/likelywriters.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

namespace wk {

/// Who may have written the rows in doubt of one chunk, as far as anybody has asked. All snapshots of a history share
/// it, and it goes when the chunk does. Costs two bytes a row once somebody has asked, before that nothing. Any thread,
/// and many at once.
class RowWriters
{
public:
    /// What all chunks of a history keep here, in bytes.
    using Bytes = std::shared_ptr<std::atomic<std::size_t>>;

    explicit RowWriters(Bytes kept)
        : m_kept(std::move(kept))
    {}
    ~RowWriters() { *m_kept -= m_bytes; }
    RowWriters(const RowWriters &) = delete;
    RowWriters &operator=(const RowWriters &) = delete;

    /// By the row's offset; null while nobody has asked. It stays where it is as long as this does.
    const LikelyWriters *find(std::uint32_t offset) const;
    /// What was found. Where two have looked at the same time, what the first has put stays.
    const LikelyWriters &put(std::uint32_t offset, const LikelyWriters &found);

private:
    using Number = std::uint16_t; ///< 1 + where it is among the known; 0: nobody has asked

    void add(std::size_t bytes);

    Bytes m_kept;
    mutable std::mutex m_mutex;
    std::vector<Number> m_numbers;     ///< by offset; empty while nobody has asked for any
    std::deque<LikelyWriters> m_known; ///< each once: those of a chunk are a handful
    std::size_t m_bytes = 0;
};

} // namespace wk
