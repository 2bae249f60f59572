// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/revisionrecord.h"

#include "core/base/limits.h"
#include "core/base/varint.h"

namespace wk {

namespace {

constexpr std::uint8_t DepthBits = 0x1f;
constexpr std::uint8_t PackedBit = 0x20;
constexpr std::uint8_t AloneBit = 0x40;
static_assert(DepthBits == RevisionRecord::MaxDepth);

/// Takes numbers of a head, and remembers whether one was missing or too great.
class HeadReader
{
public:
    explicit HeadReader(std::string_view bytes)
        : m_reader(bytes)
    {}

    std::uint32_t number()
    {
        const auto value = m_reader.varint();
        if (value && *value <= UINT32_MAX)
            return static_cast<std::uint32_t>(*value);
        m_ok = false;
        return 0;
    }
    std::uint8_t byte()
    {
        const auto taken = m_reader.take(1);
        m_ok = m_ok && taken;
        return taken ? static_cast<std::uint8_t>(taken->front()) : 0;
    }
    std::string_view bytes(std::uint32_t count)
    {
        const auto taken = m_reader.take(count);
        m_ok = m_ok && taken;
        return taken.value_or(std::string_view());
    }
    bool ok() const { return m_ok; }

private:
    ByteReader m_reader;
    bool m_ok = true;
};

} // namespace

RevisionHead::RevisionHead(const RevisionRecord &record)
{
    char *at = m_bytes.data();
    *at++ = static_cast<char>(record.depth | (record.isPacked ? PackedBit : 0) | (record.isAlone() ? AloneBit : 0));
    if (record.isPacked)
        at = putVarint(at, record.dictionary);
    at = putVarint(at, record.lineBytes);
    if (!record.isAlone()) {
        at = putVarint(at, record.objectOffset);
        at = putVarint(at, record.lineBytes - record.objectOffset - record.objectLength);
    }
    if (!record.isKeyframe()) {
        at = putVarint(at, record.base.chunk);
        at = putVarint(at, record.base.offset);
    }
    at = putVarint(at, record.payload.size());
    m_size = static_cast<std::size_t>(at - m_bytes.data());
}

Result<RevisionRecord> readRecord(std::string_view bytes)
{
    HeadReader reader(bytes);
    RevisionRecord record;
    const std::uint8_t flags = reader.byte();
    record.depth = flags & DepthBits;
    record.isPacked = (flags & PackedBit) != 0;
    if (record.isPacked)
        record.dictionary = reader.number();
    record.lineBytes = reader.number();
    const bool isAlone = (flags & AloneBit) != 0;
    record.objectOffset = isAlone ? 0 : reader.number();
    const std::uint32_t behind = isAlone ? 0 : reader.number();
    if (!record.isKeyframe()) {
        record.base.chunk = reader.number();
        record.base.offset = reader.number();
    }
    record.payload = reader.bytes(reader.number());
    if (!reader.ok())
        return Error{ErrorKind::BrokenFrame, "ends within a record", "revision"};
    const std::uint64_t around = std::uint64_t(record.objectOffset) + behind;
    const bool known = (flags & ~(DepthBits | PackedBit | AloneBit)) == 0;
    if (!known || record.lineBytes > limits::ListPageBytes || around > record.lineBytes)
        return Error{ErrorKind::BrokenFrame, "is no record", "revision"};
    if (!record.isPacked && record.isKeyframe() && record.payload.size() != record.lineBytes)
        return Error{ErrorKind::BrokenFrame, "is a text of another size", "revision"};
    record.objectLength = record.lineBytes - static_cast<std::uint32_t>(around);
    return record;
}

} // namespace wk
