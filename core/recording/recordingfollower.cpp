// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recordingfollower.h"

#include "core/base/privatefile.h"
#include "core/history/eventlog.h"
#include "core/history/journal/recordingstart.h"

#include <filesystem>
#include <utility>

namespace wk {

namespace {

constexpr std::string_view PartEnding = ".part";

} // namespace

void RecordingFollower::Copies::opened(WatchId watch, const ClusterId &cluster, const WatchScope &scope)
{
    copier.setWatch(watch, scope);
    m_to.opened(watch, cluster, scope);
}

void RecordingFollower::Copies::told(const std::vector<EntryPtr> &entries)
{
    std::vector<EntryPtr> copies;
    copies.reserve(entries.size());
    for (const EntryPtr &entry : entries)
        copies.push_back(copier.copy(*entry));
    m_to.told(copies);
}

RecordingFollower::RecordingFollower(std::string path, const HistorySnapshot &history, WatchSink &to)
    : m_path(std::move(path))
    , m_copies(to)
    , m_retelling(m_copies)
{
    for (const auto &[watch, scope] : history.scopes())
        m_copies.copier.setWatch(watch, scope);
    m_retelling.goOnBehind(history);
}

bool RecordingFollower::look()
{
    bool goesOn = isBeingWritten(m_path);
    std::error_code failed;
    if (!std::filesystem::exists(m_path, failed) && m_path.ends_with(PartEnding)) {
        m_path.resize(m_path.size() - PartEnding.size());
        goesOn = false;
    }
    const std::uint64_t bytes = std::filesystem::file_size(m_path, failed);
    if (goesOn && bytes == m_bytes)
        return true;
    EventLog log({.rows = SIZE_MAX, .bytes = SIZE_MAX, .memory = SIZE_MAX});
    if (!restoreRecording(m_path, log, {.end = RecordingReading::End::None}))
        return goesOn;
    m_bytes = bytes;
    const HistoryPtr history = log.snapshot();
    m_copies.copier.readOf(history);
    using Last = HistoryRetelling::Last;
    m_retelling.tell(*history, history->end(), goesOn ? Last::GoesOn : Last::StaysOpen);
    m_copies.copier.readOf({});
    return goesOn;
}

} // namespace wk
