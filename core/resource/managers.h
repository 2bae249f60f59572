// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/maybetime.h"
#include "core/resource/sharedlist.h"
#include "core/resource/text.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// One entry of metadata.managedFields; the field set itself stays in the body, here only its hash. Of the names it
/// sees what the Managers hold, or whoever made it.
struct ManagedFields {
    static constexpr int HashBits = 24;

    std::string_view manager;
    std::string_view operation;   ///< "Apply" or "Update"
    std::string_view subresource; ///< "", "status", "scale"
    MaybeTime time;
    std::uint32_t fieldsHash = 0; ///< tells apart two sets of one writer; HashBits of it are held
    std::uint32_t fieldsCount = 0; ///< how many names the field set has, at all depths

    bool operator==(const ManagedFields &) const = default;
};

/// Who wrote: of an entry of metadata.managedFields what a cluster's objects have in common.
struct FieldsWriter {
    Text manager;
    Text operation;
    Text subresource;

    bool operator==(const FieldsWriter &) const = default;
};
using FieldsWriters = SharedList<FieldsWriter>;

/// The entries of metadata.managedFields, in their order: the names held once for all objects with the same, the rest
/// packed, some 8 bytes an entry. They never change. Any thread; a value.
class Managers
{
public:
    class Iterator
    {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = ManagedFields;
        using difference_type = std::ptrdiff_t;
        using pointer = const ManagedFields *;
        using reference = ManagedFields;

        Iterator() = default;
        Iterator(const FieldsWriter *writer, const char *at)
            : m_writer(writer)
            , m_at(at)
        {}
        ManagedFields operator*() const;
        Iterator &operator++();
        Iterator operator++(int)
        {
            const Iterator before = *this;
            ++*this;
            return before;
        }
        bool operator==(const Iterator &other) const { return m_writer == other.m_writer; }

    private:
        const FieldsWriter *m_writer = nullptr;
        const char *m_at = nullptr;
        std::int64_t m_second = 0; ///< of the entry before
    };

    Managers() = default;
    /// `writers` has to say of each entry what the entry says.
    Managers(FieldsWriters writers, std::span<const ManagedFields> entries);
    Managers(const std::vector<ManagedFields> &entries)
        : Managers(writersOf(entries), entries)
    {}
    Managers(std::initializer_list<ManagedFields> entries)
        : Managers(std::vector<ManagedFields>(entries))
    {}
    static FieldsWriters writersOf(std::span<const ManagedFields> entries);

    /// Others by the same writers, whose names are not looked at.
    Managers withEntries(std::span<const ManagedFields> entries) const { return {m_writers, entries}; }

    bool empty() const { return m_writers.empty(); }
    std::size_t size() const { return m_writers.size(); }
    Iterator begin() const { return {m_writers.begin(), m_writes.view().data()}; }
    Iterator end() const { return {m_writers.end(), nullptr}; }
    /// Of those there are. Looks at all before it.
    ManagedFields operator[](std::size_t index) const;
    ManagedFields front() const { return *begin(); }
    std::vector<ManagedFields> vector() const { return {begin(), end()}; }
    /// The writers are not counted: others have the same.
    std::size_t heldBytes() const { return m_writes.size(); }

    bool operator==(const Managers &) const = default;

private:
    FieldsWriters m_writers;
    Text m_writes; ///< of each: the time, from that of the one before; the hash of the fields; their count
};

} // namespace wk
