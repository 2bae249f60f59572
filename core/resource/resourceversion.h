// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/numberortext.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wk {

/// A server's mark of a state: opaque text, empty when unknown. Two of one resource type may be compared when both are
/// plain decimal numbers (KEP-5504, stable in 1.35; true of every etcd-backed server before); otherwise the order is
/// unknown.
class ResourceVersion
{
public:
    ResourceVersion() = default;
    explicit ResourceVersion(std::string_view text);

    bool isEmpty() const { return m_said == NumberOrText(); }
    std::string text() const { return number() ? std::to_string(number()) : std::string(m_said.text()); }
    /// What a decimal number below 2^63 says; 0 for any other text.
    std::uint64_t number() const { return m_said.number().value_or(0); }
    /// Matches ^[1-9][0-9]*$; such texts may be longer than any integer of ours.
    bool isComparable() const;
    bool operator==(const ResourceVersion &) const = default;

private:
    NumberOrText m_said; ///< never 0

    friend std::optional<std::strong_ordering> compare(const ResourceVersion &a, const ResourceVersion &b);
};

/// By length, then text: by number. Empty when either side is not comparable.
std::optional<std::strong_ordering> compare(const ResourceVersion &a, const ResourceVersion &b);

/// True only when both compare and `a` is not above `b`.
bool isNotNewer(const ResourceVersion &a, const ResourceVersion &b);

} // namespace wk
