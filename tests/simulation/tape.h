// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/watchlines.h"
#include "tests/simulation/history.h"
#include "tests/simulation/versionstyle.h"

#include <string>
#include <vector>

namespace wk::sim {

/// The recording of one client: what `watchkeeper record` would have written to its file, and somebody who reads the
/// file again as if it were a watch. One thread.
class Tape
{
public:
    Tape(const ResourceInfo &info, VersionStyle style);

    void record(const Entry &entry);
    /// What the whole recording says, up to the first line that cannot be read.
    std::vector<RecordedEvent> events() const { return read(m_bytes); }
    /// The same of one that was cut behind `bytes` of it, as by a disk that is full.
    CutRecording cut(std::size_t bytes) const;
    std::size_t size() const { return m_bytes.size(); }

private:
    std::vector<RecordedEvent> read(std::string_view bytes) const;

    const ResourceInfo m_info;
    const VersionStyle m_style;
    WatchLines m_lines;
    std::string m_bytes;
};

/// A hash of what an object's JSON says, however it is written: in whichever order its keys stand, without its
/// resourceVersion.
std::uint64_t meaningOf(std::string_view json);

} // namespace wk::sim
