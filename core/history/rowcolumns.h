// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/revision.h"
#include "core/history/stringpool.h"
#include "core/history/textsets.h"
#include "core/informer/entry.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

namespace wk {

/// Where the values of one column lie in a chunk of rows.
template <class T>
struct RowColumn {
    static constexpr std::size_t Rows = 2048; ///< so that a frame of a segment takes them

    std::size_t at; ///< in the block

    constexpr std::size_t end() const { return at + Rows * sizeof(T); }
};

/// The columns of one chunk of a log's rows, a value a row, in one block of bytes: 70 a row. It is written in memory,
/// and may then be mapped from a file, where it lies at any address. One thread, and any by what view() gives.
class RowColumns
{
public:
    static constexpr RowColumn<WallTime> Time{0};
    static constexpr RowColumn<std::uint64_t> Version{Time.end()};   ///< as a number; 0 for what is none
    static constexpr RowColumn<RevisionRef> Revision{Version.end()}; ///< that its object's body is; null for none
    static constexpr RowColumn<WatchId> Watch{Revision.end()};
    static constexpr RowColumn<StringPool::Id> Kind{Watch.end()};
    static constexpr RowColumn<StringPool::Id> Namespace{Kind.end()};
    static constexpr RowColumn<StringPool::Id> Name{Namespace.end()};
    static constexpr RowColumn<TextSets::Id> Managers{Name.end()};
    static constexpr RowColumn<TextSets::Id> Paths{Managers.end()};
    static constexpr RowColumn<std::uint32_t> Size{Paths.end()};    ///< on the wire, in bytes
    static constexpr RowColumn<std::uint32_t> Part{Size.end()};     ///< which of its entry's rows
    static constexpr RowColumn<std::uint32_t> Table{Part.end()};    ///< what its cells stand under
    static constexpr RowColumn<std::uint32_t> Changes{Table.end()}; ///< how often its object had changed, with it
    /// How many rows before its object had last changed in what people look for; NoChange for never.
    static constexpr RowColumn<std::uint32_t> Notable{Changes.end()};
    static constexpr std::uint32_t NoChange = UINT32_MAX;
    static constexpr RowColumn<EntryType> Type{Notable.end()};
    static constexpr RowColumn<EntryClass> Origin{Type.end()};
    static constexpr std::size_t Bytes = Origin.end();

    /// The bytes as they lie when it is taken, which it keeps alive: rows that are written are never written again,
    /// those behind them must not be asked for. A value; any thread.
    class View
    {
    public:
        template <class T>
        T get(RowColumn<T> column, std::size_t row) const
        {
            T value;
            std::memcpy(&value, m_bytes.get() + column.at + row * sizeof(T), sizeof value);
            return value;
        }

        /// Of a full chunk.
        std::string_view bytes() const { return {m_bytes.get(), Bytes}; }
        /// Of each column these rows, one column behind the other.
        std::string piece(std::size_t first, std::size_t count) const;

    private:
        friend class RowColumns;

        std::shared_ptr<const char[]> m_bytes; ///< its own, or in the file that is alive with it
    };

    RowColumns()
    {
        auto bytes = std::make_shared_for_overwrite<char[]>(Bytes);
        m_own = bytes.get();
        m_view.m_bytes = std::move(bytes);
    }

    /// Those of a full chunk which lie there.
    explicit RowColumns(std::shared_ptr<const char[]> file) { moveTo(std::move(file)); }

    const View &view() const { return m_view; }
    template <class T>
    T get(RowColumn<T> column, std::size_t row) const
    {
        return m_view.get(column, row);
    }
    /// While it is in memory.
    template <class T>
    void set(RowColumn<T> column, std::size_t row, T value)
    {
        std::memcpy(m_own + column.at + row * sizeof(T), &value, sizeof value);
    }

    /// The same bytes, which lie there; those in memory are let go, but by views of them.
    void moveTo(std::shared_ptr<const char[]> file)
    {
        m_view.m_bytes = std::move(file);
        m_own = nullptr;
    }
    /// Rows from `first` on, as View::piece() gives them; false when these bytes are none.
    bool setPiece(std::size_t first, std::size_t count, std::string_view bytes);

private:
    View m_view;
    char *m_own = nullptr; ///< the bytes, while they are in memory
};

} // namespace wk
