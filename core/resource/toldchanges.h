// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/fieldchange.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace wk {

/// A FieldChange of ToldChanges; it sees their texts.
struct ToldChange {
    std::string_view path;
    std::string_view before;
    std::string_view after;
    FieldChange::Kind kind = FieldChange::Kind::Replaced;
    ChangeWorth worth = ChangeWorth::Substance;

    bool operator==(const ToldChange &) const = default;
};

/// The few changes that an event tells, in one block: 16 bytes each, and their texts. At most MostChanges. They never
/// change. Any thread; a value.
class ToldChanges
{
    struct Head {
        std::uint32_t path = 0; ///< bytes
        std::uint32_t before = 0;
        std::uint32_t after = 0;
        std::uint16_t behind = 0; ///< how many more changes
        FieldChange::Kind kind{};
        ChangeWorth worth{};
    };

public:
    class Iterator
    {
    public:
        using value_type = ToldChange;
        using difference_type = std::ptrdiff_t;

        Iterator() = default;
        Iterator(const Head *head, const char *texts)
            : m_head(head)
            , m_texts(texts)
        {}
        ToldChange operator*() const;
        Iterator &operator++();
        void operator++(int) { ++*this; }
        bool operator==(const Iterator &other) const { return m_head == other.m_head; }

    private:
        const Head *m_head = nullptr;
        const char *m_texts = nullptr;
    };

    static constexpr std::size_t MostChanges = 65'536; ///< those behind them are left out

    ToldChanges() = default;
    explicit ToldChanges(std::span<const FieldChange> changes);
    ToldChanges(const std::vector<FieldChange> &changes)
        : ToldChanges(std::span(changes))
    {}

    bool empty() const { return m_block.empty(); }
    std::size_t size() const { return empty() ? 0 : std::size_t(1) + heads()->behind; }
    Iterator begin() const { return {heads(), m_block.data() + size() * sizeof(Head)}; }
    Iterator end() const { return {heads() + size(), nullptr}; }
    ToldChange front() const { return *begin(); }

    bool operator==(const ToldChanges &) const = default;

private:
    const Head *heads() const { return reinterpret_cast<const Head *>(m_block.data()); }

    std::vector<char> m_block; ///< the heads, and behind them the texts
};

} // namespace wk
