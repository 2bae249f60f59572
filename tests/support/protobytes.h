// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/varint.h"

#include <array>
#include <string>
#include <string_view>

namespace wk::test {

/// Writes a protobuf message, field by field.
class ProtoBytes
{
public:
    ProtoBytes &bytes(std::uint32_t number, std::string_view content)
    {
        varint(number << 3 | 2);
        varint(content.size());
        m_bytes.append(content);
        return *this;
    }
    ProtoBytes &message(std::uint32_t number, const ProtoBytes &content) { return bytes(number, content.m_bytes); }
    ProtoBytes &number(std::uint32_t number, std::uint64_t value)
    {
        varint(number << 3);
        varint(value);
        return *this;
    }
    const std::string &text() const { return m_bytes; }

private:
    void varint(std::uint64_t value)
    {
        std::array<char, VarintBytes> room;
        m_bytes.append(room.data(), static_cast<std::size_t>(putVarint(room.data(), value) - room.data()));
    }

    std::string m_bytes;
};

/// A value as Kubernetes keeps it in etcd: its envelope around an object of that kind.
inline std::string kubeEnvelope(std::string_view apiVersion, std::string_view kind, const ProtoBytes &object)
{
    return std::string("k8s\0", 4) +
           ProtoBytes().message(1, ProtoBytes().bytes(1, apiVersion).bytes(2, kind)).message(2, object).text();
}

} // namespace wk::test
