// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recorder.h"

#include "core/base/privatefile.h"
#include "core/history/journal/recordingjournal.h"
#include "core/history/journal/recordingseal.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace wk {

namespace {

/// A ring has some files, of which the oldest goes whole.
constexpr std::uint64_t FilesOfARing = 10;
constexpr std::uint64_t SmallestFile = limits::MiB;
constexpr std::uint64_t FileOfAnAge = 16 * limits::MiB;

EventLog::Bounds boundsOf(const Recorder::Options &options)
{
    EventLog::Bounds bounds;
    bounds.rows = SIZE_MAX;
    bounds.bytes = options.ringBytes > 0 ? std::size_t(options.ringBytes) : SIZE_MAX;
    bounds.memory = 64 * limits::MiB;
    bounds.changes = EventLog::ChunkRows;
    bounds.age = options.ringAge;
    return bounds;
}

HistoryFiles filesOf(const Recorder::Options &options,
                     std::function<void(const std::optional<Error> &, std::uint32_t)> ended)
{
    HistoryFiles files;
    files.recording.emplace();
    files.recording->path = options.path;
    files.recording->ended = std::move(ended);
    files.recording->note = {options.secrets == EntryCopier::Secrets::Redacted, options.filter};
    files.recording->ringBytes = options.ringBytes;
    if (options.ringBytes > 0)
        files.recording->fileBytes = std::max(SmallestFile, options.ringBytes / FilesOfARing);
    else if (options.ringAge)
        files.recording->fileBytes = FileOfAnAge;
    return files;
}

} // namespace

Result<> Recorder::isFree(const Options &options)
{
    const std::uint32_t number = options.isRing() ? 1 : 0;
    const std::string part = RecordingJournal::partOf(options.path, number);
    const std::string whole = RecordingJournal::nameOf(options.path, number);
    std::error_code failed;
    if (std::filesystem::exists(whole, failed))
        return Error{ErrorKind::Invalid,
                     "There is a recording " + whole + " already. Give it another name, or record to another file.",
                     {}};
    if (std::filesystem::exists(part, failed))
        return Error{ErrorKind::Invalid,
                     "There is a file " + part +
                         " already: another program writes it, or was killed when it did. Open it, "
                         "and give it another name; or record to another file.",
                     {}};
    if (auto made = PrivateFileWriter::createInPlace(part); !made)
        return made.error();
    return removeFile(part);
}

Recorder::Recorder(Options options)
    : m_options(std::move(options))
    , m_copier(m_options.secrets)
    , m_newest(HistorySnapshot::empty())
    , m_writer(std::make_unique<HistoryWriter>(boundsOf(m_options),
                                               filesOf(m_options,
                                                       [this](const std::optional<Error> &error, std::uint32_t number) {
                                                           m_ended = {error, number};
                                                       }),
                                               [this](HistoryPtr newest) {
                                                   const std::lock_guard lock(m_newestMutex);
                                                   m_newest = std::move(newest);
                                               }))
{}

Recorder::~Recorder() = default;

void Recorder::opened(WatchId watch, const ClusterId &cluster, const WatchScope &scope)
{
    const std::lock_guard lock(m_mutex);
    m_copier.setWatch(watch, scope);
    m_writer->opened(watch, cluster, scope);
}

void Recorder::told(const std::vector<EntryPtr> &entries)
{
    const std::lock_guard lock(m_mutex);
    std::vector<EntryPtr> copies;
    copies.reserve(entries.size());
    for (const EntryPtr &entry : entries)
        copies.push_back(m_copier.copy(*entry));
    m_writer->told(copies);
}

void Recorder::broke(WatchId watch, std::optional<WallTime> since)
{
    const std::lock_guard lock(m_mutex);
    m_writer->broke(watch, since);
}

void Recorder::closed(WatchId watch, WallTime time)
{
    const std::lock_guard lock(m_mutex);
    m_writer->closed(watch, time);
}

void Recorder::readOf(HistoryPtr history)
{
    const std::lock_guard lock(m_mutex);
    m_copier.readOf(std::move(history));
}

void Recorder::nameCluster(const ClusterId &cluster, const std::string &name)
{
    m_writer->nameCluster(cluster, name);
}

Recorder::Progress Recorder::progress() const
{
    const std::lock_guard lock(m_newestMutex);
    return {std::max(m_rows, m_newest->end()), m_newest->spillError()};
}

Result<> Recorder::finish()
{
    m_writer->flush();
    m_writer.reset(); // the journal has written all, or tried to
    {
        const std::lock_guard lock(m_newestMutex);
        m_rows = m_newest->end();
        m_newest = HistorySnapshot::empty();
    }
    if (m_ended.error)
        return *m_ended.error;
    const std::string part = RecordingJournal::partOf(m_options.path, m_ended.number);
    const std::string whole = RecordingJournal::nameOf(m_options.path, m_ended.number);
    auto sealed = sealRecording(part, whole);
    std::error_code failed;
    if (!sealed && std::filesystem::exists(part, failed)) { // there is no room for a copy: it says all as it is
        std::filesystem::rename(part, whole, failed);
        return failed ? sealed : success();
    }
    return sealed;
}

} // namespace wk
