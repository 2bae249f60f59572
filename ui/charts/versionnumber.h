// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/resourceversion.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wk {

/// A resourceVersion that can be drawn: a whole number of up to 38 digits. Only for drawing: what is newer is for
/// compare() of core/resource to say. Any thread; a value.
class VersionNumber
{
public:
    /// Empty for a version that is not a plain decimal number, or longer than 38 digits.
    static std::optional<VersionNumber> of(const ResourceVersion &version);
    explicit VersionNumber(std::uint64_t value)
        : m_value(value)
    {}

    /// How far this lies above `base`, below zero when it lies below; exact up to 2^53.
    double above(const VersionNumber &base) const;
    /// The number that lies `offset` above this one; none lies below zero.
    VersionNumber plus(double offset) const;
    std::string text() const;

    bool operator==(const VersionNumber &) const = default;

private:
    __extension__ using Wide = unsigned __int128;

    struct Widely {
        Wide value = 0;
    };
    explicit VersionNumber(Widely value)
        : m_value(value.value)
    {}
    friend struct VersionAxis versionAxis(const VersionNumber &base, double least, double greatest, int steps);

    Wide m_value = 0;
};

/// An axis of versions: offsets above a base, its ends and lines on whole steps of 1, 2 or 5 times a power of ten,
/// round as versions and not as offsets.
struct VersionAxis {
    double low = 0;
    double high = 1;
    std::vector<double> ticks; ///< low and high among them
};

/// The axis that holds `least` to `greatest` in about `steps` steps; around them when they are one.
VersionAxis versionAxis(const VersionNumber &base, double least, double greatest, int steps);

} // namespace wk
