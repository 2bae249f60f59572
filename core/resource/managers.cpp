// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/managers.h"

#include "core/base/varint.h"

#include <chrono>
#include <cstring>

namespace wk {

namespace {

/// How a time is said, with the first number of an entry: the number is its kind and, shifted by KindBits, what it
/// says. API servers write whole seconds.
enum TimeKind : std::uint64_t { NoTime, Seconds, Micros };
constexpr int KindBits = 2;

void appendNumber(std::string &to, std::uint64_t number)
{
    char bytes[VarintBytes];
    to.append(bytes, putVarint(bytes, number));
}

void appendTime(std::string &to, const MaybeTime &time)
{
    if (!time) {
        appendNumber(to, NoTime);
        return;
    }
    const std::int64_t micros = time->time_since_epoch().count();
    if (micros >= 0 && micros % 1'000'000 == 0) {
        appendNumber(to, std::uint64_t(micros / 1'000'000) << KindBits | Seconds);
        return;
    }
    appendNumber(to, Micros);
    to.append(reinterpret_cast<const char *>(&micros), sizeof micros);
}

template <class T>
T takeValue(const char *&at)
{
    T value;
    std::memcpy(&value, at, sizeof value);
    at += sizeof value;
    return value;
}

MaybeTime takeTime(const char *&at)
{
    const std::uint64_t number = takeVarint(at);
    switch (TimeKind(number & 3)) {
    case NoTime: break;
    case Seconds: return WallTime(std::chrono::seconds(number >> KindBits));
    case Micros: return WallTime(std::chrono::microseconds(takeValue<std::int64_t>(at)));
    }
    return {};
}

ManagedFields takeEntry(const FieldsWriter &writer, const char *&at)
{
    ManagedFields entry{writer.manager, writer.operation, writer.subresource, {}, 0, 0};
    entry.time = takeTime(at);
    entry.fieldsHash = takeValue<std::uint64_t>(at);
    entry.fieldsCount = static_cast<std::uint32_t>(takeVarint(at));
    return entry;
}

} // namespace

ManagedFields Managers::Iterator::operator*() const
{
    const char *at = m_at;
    return takeEntry(*m_writer, at);
}

Managers::Iterator &Managers::Iterator::operator++()
{
    takeEntry(*m_writer, m_at);
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
    for (const ManagedFields &entry : entries) {
        appendTime(writes, entry.time);
        writes.append(reinterpret_cast<const char *>(&entry.fieldsHash), sizeof entry.fieldsHash);
        appendNumber(writes, entry.fieldsCount);
    }
    m_writes = writes;
}

ManagedFields Managers::operator[](std::size_t index) const
{
    return *std::next(begin(), static_cast<std::ptrdiff_t>(index));
}

} // namespace wk
