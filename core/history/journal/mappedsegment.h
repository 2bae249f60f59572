// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/limits.h"
#include "core/history/journal/historyrecords.h"
#include "core/history/segment.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace wk {

/// A segment that is written, and read where it lies while it grows. One thread writes; what is read is for any, and
/// stays when this goes.
class MappedSegment
{
public:
    explicit MappedSegment(SegmentWriter writer)
        : m_writer(std::move(writer))
    {}

    SegmentWriter &writer() { return m_writer; }
    const SegmentWriter &writer() const { return m_writer; }

    /// A record in a frame of its own, and where its bytes lie.
    Result<std::shared_ptr<const char[]>> add(HistoryRecord type, std::string_view head, std::string_view bytes)
    {
        const auto place = m_writer.addAlone(static_cast<std::uint32_t>(type), head, bytes);
        if (!place)
            return place.error();
        if (!m_mapped || m_mapped->bytes().size() < m_writer.sizeBytes()) {
            auto mapped = m_writer.map(static_cast<std::size_t>(m_writer.sizeBytes()) + AtOnce);
            if (!mapped)
                return mapped.error();
            m_mapped = std::make_shared<const MappedBytes>(std::move(mapped).value());
        }
        return at(*place);
    }
    /// What lies there, before the last record that was added.
    std::shared_ptr<const char[]> at(std::uint64_t place) const
    {
        return std::shared_ptr<const char[]>(m_mapped, m_mapped->bytes().data() + place);
    }

private:
    static constexpr std::size_t AtOnce = 64 * limits::MiB;

    SegmentWriter m_writer;
    std::shared_ptr<const MappedBytes> m_mapped; ///< at least up to where it reaches
};

} // namespace wk
