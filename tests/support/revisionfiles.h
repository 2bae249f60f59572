// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/journal/journalbodies.h"
#include "core/history/revisionpieces.h"

#include <QString>

#include <optional>
#include <span>
#include <vector>

namespace wk::test {

/// Segments without a name, into which the revisions of one store are put as a journal does it.
class RevisionFiles
{
public:
    explicit RevisionFiles(const QString &folder)
        : m_folder(folder.toStdString())
    {}

    /// The next ones go into another segment, which needs no other.
    void begin() { m_segment.reset(); }
    /// Nothing when the disk does not take them.
    std::vector<FiledRevisions> file(const RevisionSnapshot &now, std::span<const RevisionRef> names)
    {
        if (!m_segment) {
            auto created = SegmentWriter::createNameless(m_folder);
            if (!created)
                return {};
            m_segment.emplace(std::move(created).value());
            m_bodies.clear();
        }
        if (!m_bodies.write(now, names, nullptr, *m_segment) || !m_segment->flush())
            return {};
        auto mapped = m_segment->map(static_cast<std::size_t>(m_segment->sizeBytes()));
        if (!mapped)
            return {};
        const auto bytes = std::make_shared<const MappedBytes>(std::move(mapped).value());
        std::vector<FiledRevisions> filed;
        for (const JournalBodies::Place &place : m_bodies.takePlaces())
            filed.push_back({place.chunk, bytes->bytes().substr(static_cast<std::size_t>(place.at), place.bytes),
                             std::shared_ptr<const char[]>(bytes, bytes->bytes().data())});
        return filed;
    }

private:
    std::string m_folder;
    std::optional<SegmentWriter> m_segment;
    JournalBodies m_bodies{0};
};

} // namespace wk::test
