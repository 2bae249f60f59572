// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/rows/rowwriters.h"

#include "core/history/rows/rowchunk.h"

#include <algorithm>

namespace wk {

namespace {

std::size_t bytesOf(const LikelyWriters &writers)
{
    std::size_t bytes = sizeof writers + writers.managers.size() * sizeof(std::string);
    for (const std::string &manager : writers.managers)
        bytes += manager.size();
    return bytes;
}

} // namespace

const LikelyWriters *RowWriters::find(std::uint32_t offset) const
{
    const std::scoped_lock lock(m_mutex);
    const Number number = m_numbers.empty() ? Number(0) : m_numbers[offset];
    return number > 0 ? &m_known[number - 1] : nullptr;
}

const LikelyWriters &RowWriters::put(std::uint32_t offset, const LikelyWriters &found)
{
    const std::scoped_lock lock(m_mutex);
    if (m_numbers.empty()) {
        m_numbers.resize(RowChunk::Rows);
        add(RowChunk::Rows * sizeof(Number));
    }
    Number &number = m_numbers[offset];
    if (number > 0)
        return m_known[number - 1];
    auto known = std::ranges::find(m_known, found);
    if (known == m_known.end()) {
        add(bytesOf(found));
        known = m_known.insert(m_known.end(), found);
    }
    number = static_cast<Number>(1 + (known - m_known.begin()));
    return *known;
}

void RowWriters::add(std::size_t bytes)
{
    m_bytes += bytes;
    *m_kept += bytes;
}

} // namespace wk
