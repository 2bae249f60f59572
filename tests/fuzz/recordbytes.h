// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/eventlog.h"
#include "core/history/segment.h"
#include "tests/core/history/historydigest.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/entries.h"

#include <string>
#include <utility>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

namespace wk::fuzz {

using Records = std::vector<std::pair<std::uint32_t, std::string>>;

inline Records recordsOf(const std::string &path)
{
    SegmentReader reader = SegmentReader::load(path).value();
    Records records;
    while (const auto frame = reader.next()) {
        for (const SegmentRecord &record : *frame)
            records.emplace_back(record.type, std::string(record.bytes));
    }
    return records;
}

/// Bytes under a path, as long as this is there.
class MemoryFile
{
public:
    explicit MemoryFile(std::string_view bytes)
        : m_fd(::memfd_create("history", MFD_CLOEXEC))
    {
        WK_MUST(::write(m_fd, bytes.data(), bytes.size()) == ssize_t(bytes.size()));
    }
    explicit MemoryFile(const Records &records)
        : MemoryFile(fileOf(records))
    {}
    MemoryFile(const MemoryFile &) = delete;
    MemoryFile &operator=(const MemoryFile &) = delete;
    ~MemoryFile() { ::close(m_fd); }

    std::string path() const { return "/proc/self/fd/" + std::to_string(m_fd); }

private:
    static std::string fileOf(const Records &records)
    {
        SegmentWriter writer = SegmentWriter::createNameless("/tmp").value();
        for (const auto &[type, bytes] : records)
            WK_MUST(writer.add({type, bytes}).ok());
        WK_MUST(writer.flush().ok());
        return std::string(writer.map(static_cast<std::size_t>(writer.sizeBytes())).value().bytes());
    }

    int m_fd;
};

/// Of whole frames, with a few bytes otherwise, records cut, left out or told twice.
inline Records changed(Records records, Bytes &bytes)
{
    for (std::size_t change = bytes.byte() % 6; change > 0 && !records.empty(); --change) {
        const std::size_t at = bytes.byte() % records.size();
        std::string &record = records[at].second;
        const std::size_t place = bytes.byte() | std::size_t(bytes.byte()) << 8 | std::size_t(bytes.byte()) << 16;
        switch (bytes.byte() % 8) {
        case 0: records.erase(records.begin() + std::ptrdiff_t(at)); break;
        case 1: records.insert(records.begin() + std::ptrdiff_t(at), std::pair(records[at])); break;
        case 2: record.resize(record.empty() ? 0 : place % record.size()); break;
        case 3: records[at].first = 15 + bytes.byte() % 19; break;
        case 4: record = std::string(bytes.take(bytes.byte())); break;
        default:
            if (!record.empty()) {
                const std::string_view other = bytes.take(1 + bytes.byte() % 10);
                record.replace(place % record.size(), other.size(), other);
            }
        }
    }
    return records;
}

/// Reads all there is, in all ways.
inline void readAll(EventLog &log)
{
    const HistoryPtr now = log.snapshot();
    const test::HistoryDigest digest(*now, 13, 5, test::HistoryDigest::Of::All);
    WK_MUST(!digest.lines().empty());
    for (RowId row = now->begin(); row < now->end(); row += 29) {
        if (const ObjectPtr object = now->object(row))
            static_cast<void>(now->json(*object));
    }
    for (const auto &[watch, scope] : now->scopes())
        static_cast<void>(now->closedBefore(watch, now->end()));
    static_cast<void>(now->outagesAt(now->end(), test::Start));
}

} // namespace wk::fuzz
