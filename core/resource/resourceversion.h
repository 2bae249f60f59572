// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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
    explicit ResourceVersion(std::string_view text)
        : m_text(text)
    {}

    bool isEmpty() const { return m_text.empty(); }
    const std::string &text() const { return m_text; }
    /// Matches ^[1-9][0-9]*$; such texts may be longer than any integer of ours.
    bool isComparable() const;
    bool operator==(const ResourceVersion &) const = default;

private:
    std::string m_text;
};

/// By length, then text. Empty when either side is not comparable.
std::optional<std::strong_ordering> compare(const ResourceVersion &a, const ResourceVersion &b);

/// True only when both compare and `a` is not above `b`.
bool isNotNewer(const ResourceVersion &a, const ResourceVersion &b);

} // namespace wk
