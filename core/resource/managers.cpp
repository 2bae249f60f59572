// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/managers.h"

#include "core/base/varint.h"

#include <chrono>
#include <cstring>

namespace wk {

namespace {

/// How a time is said, with the first number of an entry: the number is its kind and, shifted by KindBits, how many
/// seconds it is behind the time before, zigzag. API servers write whole seconds; behind others stand their eight
/// bytes.
enum TimeKind : std::uint64_t { NoTime, Seconds, Micros };
constexpr int KindBits = 2;
constexpr std::int64_t MicrosASecond = 1'000'000;
constexpr std::size_t HashBytes = ManagedFields::HashBits / 8;

void appendNumber(std::string &to, std::uint64_t number)
{
    char bytes[VarintBytes];
    to.append(bytes, putVarint(bytes, number));
}

/// Returns its second, or the one before.
std::int64_t appendTime(std::string &to, const MaybeTime &time, std::int64_t before)
{
    if (!time) {
        appendNumber(to, NoTime);
        return before;
    }
    const std::int64_t micros = time->time_since_epoch().count();
    if (micros % MicrosASecond == 0) {
        const std::int64_t second = micros / MicrosASecond;
        appendNumber(to, zigzag(second - before) << KindBits | Seconds);
        return second;
    }
    appendNumber(to, Micros);
    to.append(reinterpret_cast<const char *>(&micros), sizeof micros);
    return before;
}

MaybeTime takeTime(const char *&at, std::int64_t &second)
{
    const std::uint64_t number = takeVarint(at);
    switch (TimeKind(number & 3)) {
    case NoTime: break;
    case Seconds: second += unzigzag(number >> KindBits); return WallTime(std::chrono::seconds(second));
    case Micros: {
        std::int64_t micros = 0;
        std::memcpy(&micros, at, sizeof micros);
        at += sizeof micros;
        return WallTime(std::chrono::microseconds(micros));
    }
    }
    return {};
}

void appendHash(std::string &to, std::uint32_t hash)
{
    for (std::size_t byte = 0; byte < HashBytes; ++byte)
        to += static_cast<char>(hash >> 8 * byte);
}

std::uint32_t takeHash(const char *&at)
{
    std::uint32_t hash = 0;
    for (std::size_t byte = 0; byte < HashBytes; ++byte)
        hash |= std::uint32_t(static_cast<std::uint8_t>(*at++)) << 8 * byte;
    return hash;
}

ManagedFields takeEntry(const FieldsWriter &writer, const char *&at, std::int64_t &second)
{
    ManagedFields entry{writer.manager, writer.operation, writer.subresource, {}, 0, 0};
    entry.time = takeTime(at, second);
    entry.fieldsHash = takeHash(at);
    entry.fieldsCount = static_cast<std::uint32_t>(takeVarint(at));
    return entry;
}

} // namespace

ManagedFields Managers::Iterator::operator*() const
{
    const char *at = m_at;
    std::int64_t second = m_second;
    return takeEntry(*m_writer, at, second);
}

Managers::Iterator &Managers::Iterator::operator++()
{
    takeEntry(*m_writer, m_at, m_second);
    ++m_writer;
    return *this;
}

FieldsWriters Managers::writersOf(std::span<const ManagedFields> entries)
{
    std::vector<FieldsWriter> writers;
    writers.reserve(entries.size());
    for (const ManagedFields &entry : entries)
        writers.push_back({entry.manager, entry.operation, entry.subresource});
    return writers;
}

Managers::Managers(FieldsWriters writers, std::span<const ManagedFields> entries)
    : m_writers(std::move(writers))
{
    thread_local std::string writes;
    writes.clear();
    std::int64_t second = 0;
    for (const ManagedFields &entry : entries) {
        second = appendTime(writes, entry.time, second);
        appendHash(writes, entry.fieldsHash);
        appendNumber(writes, entry.fieldsCount);
    }
    m_writes = writes;
}

ManagedFields Managers::operator[](std::size_t index) const
{
    return *std::next(begin(), static_cast<std::ptrdiff_t>(index));
}

} // namespace wk
