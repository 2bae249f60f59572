// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace wk {

/// What of a text is replaced by what.
struct Replacement {
    std::size_t at = 0; ///< from the text's begin on
    std::size_t size = 0;
    std::string with{};
};

/// What was to be replaced in pieces of JSON that were looked at lately: an object's next revision has most of them as
/// they were. A piece is known by a hash of its text that nobody can foresee, and by its length. One thread.
class RedactedPieces
{
public:
    struct Piece {
        std::size_t size = 0;
        std::uint64_t replaced = 0; ///< values; some lie in JSON within a string, which is one replacement
        std::vector<Replacement> replacements{};
    };

    /// Those that were asked for lately stay: of the others, when the newest half takes this many bytes, the older
    /// half goes.
    explicit RedactedPieces(std::size_t halfBytes)
        : m_halfBytes(halfBytes)
    {}

    /// Null when it is not known. Valid until the next call.
    const Piece *find(std::size_t hash, std::size_t size)
    {
        const auto newer = std::as_const(m_newer).find(hash);
        if (newer != m_newer.cend())
            return newer->size == size ? &*newer : nullptr;
        const auto older = std::as_const(m_older).find(hash);
        return older != m_older.cend() && older->size == size ? &put(hash, m_older.take(hash)) : nullptr;
    }
    /// Valid until the next call.
    const Piece &put(std::size_t hash, Piece piece)
    {
        if (m_bytes > m_halfBytes) {
            m_older = std::exchange(m_newer, {});
            m_bytes = 0;
        }
        m_bytes += sizeof piece + sizeof hash;
        for (const Replacement &one : piece.replacements)
            m_bytes += sizeof one + one.with.capacity();
        return *m_newer.insert(hash, std::move(piece));
    }
    std::size_t count() const { return std::size_t(m_newer.size() + m_older.size()); }

private:
    using Pieces = QHash<std::size_t, Piece>; // in few blocks: a look-up waits for memory once

    const std::size_t m_halfBytes;
    Pieces m_newer;
    Pieces m_older;
    std::size_t m_bytes = 0; ///< of the newer
};

} // namespace wk
