// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/varint.h"

#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace wk {

/// A field of a protobuf message as it lies on the wire. Source: protobuf.dev/programming-guides/encoding.
struct ProtoField {
    enum class Kind : std::uint8_t { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

    std::uint32_t number = 0;
    Kind kind = Kind::Varint;
    std::uint64_t value = 0;  ///< of all but Bytes
    std::string_view bytes{}; ///< a text, a message, or many numbers
};

/// Takes a message apart, field by field, and never reads past its end. A value; bytes of a stranger do no harm.
class ProtoReader
{
public:
    explicit ProtoReader(std::string_view message)
        : m_reader(message)
    {}

    /// The next one; nothing at the end, and from where the bytes are no message.
    std::optional<ProtoField> next()
    {
        if (m_isBroken || m_reader.atEnd())
            return {};
        const auto key = m_reader.varint();
        ProtoField field;
        field.number = static_cast<std::uint32_t>(key.value_or(0) >> 3);
        field.kind = static_cast<ProtoField::Kind>(key.value_or(0) & 7);
        m_isBroken = !key || field.number == 0 || *key >> 3 > MostNumber || !take(field);
        return m_isBroken ? std::nullopt : std::optional(field);
    }
    bool isBroken() const { return m_isBroken; }

private:
    static constexpr std::uint64_t MostNumber = (1U << 29) - 1;

    bool take(ProtoField &field)
    {
        switch (field.kind) {
        case ProtoField::Kind::Varint: {
            const auto value = m_reader.varint();
            field.value = value.value_or(0);
            return value.has_value();
        }
        case ProtoField::Kind::Fixed64: return takeFixed(field, 8);
        case ProtoField::Kind::Fixed32: return takeFixed(field, 4);
        case ProtoField::Kind::Bytes: {
            const auto size = m_reader.varint();
            const auto bytes = size ? m_reader.take(*size) : std::nullopt;
            field.bytes = bytes.value_or(std::string_view());
            return bytes.has_value();
        }
        }
        return false; // groups, which nobody writes any more
    }
    bool takeFixed(ProtoField &field, std::size_t size)
    {
        const auto bytes = m_reader.take(size);
        if (bytes)
            std::memcpy(&field.value, bytes->data(), size); // the low ones first, as every machine of ours
        return bytes.has_value();
    }

    ByteReader m_reader;
    bool m_isBroken = false;
};

} // namespace wk
