// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/resourceversion.h"

#include <algorithm>

namespace wk {

bool ResourceVersion::isComparable() const
{
    return !m_text.empty() && m_text.front() != '0' &&
           std::all_of(m_text.begin(), m_text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::optional<std::strong_ordering> compare(const ResourceVersion &a, const ResourceVersion &b)
{
    if (!a.isComparable() || !b.isComparable())
        return {};
    if (a.text().size() != b.text().size())
        return a.text().size() <=> b.text().size();
    return a.text() <=> b.text();
}

bool isNotNewer(const ResourceVersion &a, const ResourceVersion &b)
{
    const auto order = compare(a, b);
    return order && *order <= 0;
}

} // namespace wk
