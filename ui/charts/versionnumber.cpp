// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/versionnumber.h"

#include <algorithm>
#include <cmath>

namespace wk {

namespace {

constexpr std::size_t MostDigits = 38;

/// The smallest of 1, 2, 5, 10, 20, … that is not below `least`.
double roundStep(double least)
{
    const double power = std::pow(10, std::floor(std::log10(std::max(1.0, least))));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least)
            return factor * power;
    }
    return 10 * power;
}

} // namespace

std::optional<VersionNumber> VersionNumber::of(const ResourceVersion &version)
{
    if (!version.isComparable() || version.text().size() > MostDigits)
        return {};
    Wide value = 0;
    for (const char digit : version.text())
        value = value * 10 + Wide(digit - '0');
    return VersionNumber(Widely{value});
}

double VersionNumber::above(const VersionNumber &base) const
{
    return m_value >= base.m_value ? double(m_value - base.m_value) : -double(base.m_value - m_value);
}

VersionNumber VersionNumber::plus(double offset) const
{
    const Wide distance = Wide(std::min(std::abs(std::round(offset)), 1e38));
    if (offset >= 0)
        return VersionNumber(Widely{m_value + distance});
    return VersionNumber(Widely{distance > m_value ? Wide(0) : m_value - distance});
}

std::string VersionNumber::text() const
{
    std::string digits;
    for (Wide rest = m_value; rest > 0; rest /= 10)
        digits.push_back(char('0' + int(rest % 10)));
    if (digits.empty())
        return "0";
    std::reverse(digits.begin(), digits.end());
    return digits;
}

VersionAxis versionAxis(const VersionNumber &base, double least, double greatest, int steps)
{
    constexpr double LeastSpan = 4;
    const double middle = (least + greatest) / 2;
    const double half = std::max(greatest - least, LeastSpan) / 2;
    least = std::min(least, std::floor(middle - half));
    greatest = std::max(greatest, std::ceil(middle + half));
    const double step = roundStep((greatest - least) / std::max(1, steps));
    const VersionNumber bottom = base.plus(std::floor(least));
    const VersionNumber round(VersionNumber::Widely{bottom.m_value - bottom.m_value % VersionNumber::Wide(step)});
    VersionAxis axis{round.above(base), 0, {}};
    constexpr std::size_t MostTicks = 50; // steps too small for a double at this height would never end
    for (double tick = axis.low; axis.ticks.empty() || (axis.ticks.back() < greatest && axis.ticks.size() < MostTicks);
         tick += step)
        axis.ticks.push_back(tick);
    axis.high = std::max(greatest, axis.ticks.back());
    return axis;
}

} // namespace wk
