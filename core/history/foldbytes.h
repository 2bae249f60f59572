// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/varint.h"
#include "core/resource/cells.h"
#include "core/resource/managers.h"

#include <bit>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace wk {

/// The first byte of a cell.
enum CellKind : char { NullCell, FalseCell, TrueCell, IntegerCell, NumberCell, TextCell };

/// Appends the values that a folded object is made of.
class FoldWriter
{
public:
    explicit FoldWriter(std::string &to)
        : m_to(to)
    {}

    void number(std::uint64_t value)
    {
        char bytes[VarintBytes];
        m_to.append(bytes, putVarint(bytes, value));
    }
    void signedNumber(std::int64_t value) { number(zigzag(value)); }
    void raw(std::uint64_t value) { m_to.append(reinterpret_cast<const char *>(&value), sizeof value); }
    void hash(std::uint32_t value)
    {
        for (int shift = 0; shift < ManagedFields::HashBits; shift += 8)
            m_to += static_cast<char>(value >> shift);
    }
    void text(std::string_view value)
    {
        number(value.size());
        m_to.append(value);
    }
    /// From another one, or from 1970.
    void time(const MaybeTime &value, const MaybeTime &from)
    {
        number(value ? 1 : 0);
        if (value)
            signedNumber((*value - from.value_or(WallTime())).count());
    }
    void entry(const ManagedFields &value, const MaybeTime &from)
    {
        time(value.time, from);
        hash(value.fieldsHash);
        number(value.fieldsCount);
    }
    void cell(const Cell &cell)
    {
        switch (cell.index()) {
        case 0: m_to += NullCell; break;
        case 1: m_to += std::get<bool>(cell) ? TrueCell : FalseCell; break;
        case 2:
            m_to += IntegerCell;
            signedNumber(std::get<std::int64_t>(cell));
            break;
        case 3:
            m_to += NumberCell;
            raw(std::bit_cast<std::uint64_t>(std::get<double>(cell)));
            break;
        default: m_to += TextCell; text(std::get<std::string_view>(cell));
        }
    }

private:
    std::string &m_to;
};

/// Takes what a FoldWriter wrote; of other bytes anything, until isBroken() is asked.
class FoldReader
{
public:
    explicit FoldReader(std::string_view bytes)
        : m_bytes(bytes)
    {}

    bool isBroken() const { return m_isBroken; }
    bool atEnd() const { return m_bytes.atEnd() || m_isBroken; }
    /// All that is left.
    std::string_view rest() { return taken(m_bytes.take(m_bytes.left())); }
    void fail() { m_isBroken = true; }
    std::uint64_t number() { return taken(m_bytes.varint()); }
    std::int64_t signedNumber() { return unzigzag(number()); }
    std::uint64_t raw()
    {
        std::uint64_t value = 0;
        if (const std::string_view bytes = taken(m_bytes.take(sizeof value)); !bytes.empty())
            std::memcpy(&value, bytes.data(), sizeof value);
        return value;
    }
    std::uint32_t hash()
    {
        std::uint32_t value = 0;
        int shift = 0;
        for (const char byte : taken(m_bytes.take(ManagedFields::HashBits / 8))) {
            value |= std::uint32_t(static_cast<std::uint8_t>(byte)) << shift;
            shift += 8;
        }
        return value;
    }
    std::string_view text() { return taken(m_bytes.take(number())); }
    /// How many follow of something that takes a byte at least.
    std::size_t count()
    {
        const std::uint64_t count = number();
        m_isBroken |= count > m_bytes.left();
        return m_isBroken ? 0 : static_cast<std::size_t>(count);
    }
    MaybeTime time(const MaybeTime &from)
    {
        if (number() == 0)
            return {};
        const std::int64_t base = from.value_or(WallTime()).time_since_epoch().count();
        return WallTime(WallTime::duration(
            static_cast<std::int64_t>(static_cast<std::uint64_t>(base) + static_cast<std::uint64_t>(signedNumber()))));
    }
    void entry(ManagedFields &value)
    {
        value.time = time(value.time);
        value.fieldsHash = hash();
        value.fieldsCount = static_cast<std::uint32_t>(number());
    }
    Cell cell()
    {
        const std::string_view kind = taken(m_bytes.take(1));
        switch (kind.empty() ? NullCell : CellKind(kind.front())) {
        case NullCell: return std::monostate();
        case FalseCell: return false;
        case TrueCell: return true;
        case IntegerCell: return signedNumber();
        case NumberCell: return std::bit_cast<double>(raw());
        case TextCell: return text();
        }
        m_isBroken = true;
        return {};
    }

private:
    template <class T>
    T taken(const std::optional<T> &value)
    {
        m_isBroken |= !value;
        return value.value_or(T());
    }

    ByteReader m_bytes;
    bool m_isBroken = false;
};

} // namespace wk
