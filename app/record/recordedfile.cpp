// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordedfile.h"

#include "core/base/privatefile.h"
#include "core/cluster/clusterid.h"
#include "core/history/journal/recordingjournal.h"
#include "core/recording/historyretelling.h"
#include "core/recording/recorder.h"
#include "core/recording/watchlines.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

EntryCopier::Secrets secretsOf(const RecordArguments &arguments)
{
    return arguments.isRedacted ? EntryCopier::Secrets::Redacted : EntryCopier::Secrets::Kept;
}

Recorder::Options optionsOf(const RecordArguments &arguments)
{
    return {arguments.file.toStdString(), secretsOf(arguments), arguments.filterText.toStdString(), arguments.ringBytes,
            arguments.ringAge};
}

class LinesFile : public RecordedFile
{
public:
    LinesFile(PrivateFileWriter file, const RecordArguments &arguments)
        : m_file(std::move(file))
        , m_isRedacted(arguments.isRedacted)
        , m_copier(secretsOf(arguments))
    {}

    void setWatch(WatchId watch, const WatchScope &scope) override
    {
        m_copier.setWatch(watch, scope);
        m_lines.setWatch(watch, scope);
    }
    Result<> write(const EntryPtr &entry) override
    {
        const std::string lines = m_lines.linesOf(m_isRedacted ? *m_copier.copy(*entry) : *entry);
        m_events += std::uint64_t(std::ranges::count(lines, '\n'));
        return m_file.write(lines);
    }
    Result<> finish() override { return m_file.commit(); }
    std::string rescue() override { return m_file.rescue() ? m_file.path() : std::string(); }
    std::optional<std::uint64_t> replaced() const override
    {
        return m_isRedacted ? std::optional(m_copier.replaced()) : std::nullopt;
    }
    bool tellsOfGaps() const override { return false; }
    std::string name() const override { return m_file.path(); }

private:
    PrivateFileWriter m_file;
    const bool m_isRedacted;
    EntryCopier m_copier;
    WatchLines m_lines;
};

class WholeFile : public RecordedFile
{
public:
    WholeFile(const RecordArguments &arguments, const ClusterAccess &cluster)
        : m_path(arguments.file.toStdString())
        , m_isRing(optionsOf(arguments).isRing())
        , m_cluster(ClusterId::provisional(cluster))
        , m_recorder(optionsOf(arguments))
        , m_isRedacted(arguments.isRedacted)
    {
        m_recorder.nameCluster(m_cluster, cluster.context);
    }

    void setWatch(WatchId watch, const WatchScope &scope) override { m_recorder.opened(watch, m_cluster, scope); }
    Result<> write(const EntryPtr &entry) override
    {
        if (const auto failed = failure())
            return *failed;
        m_events += entry->objects ? entry->objects->size() : entry->object ? 1 : 0;
        m_recorder.told({entry});
        return success();
    }
    std::optional<Error> failure() const override { return m_recorder.progress().error; }
    Result<> finish() override
    {
        m_isFinished = true;
        return m_recorder.finish();
    }
    std::string rescue() override
    {
        if (!m_isFinished)
            static_cast<void>(finish()); // it has failed, and is called so
        return m_recorder.progress().rows > 0 ? name() : std::string();
    }
    std::optional<std::uint64_t> replaced() const override
    {
        return m_isRedacted ? std::optional(m_recorder.replaced()) : std::nullopt;
    }
    bool tellsOfGaps() const override { return true; }
    std::string name() const override { return RecordingJournal::partOf(m_path, m_isRing ? 1 : 0); }

private:
    const std::string m_path;
    const bool m_isRing;
    const ClusterId m_cluster;
    Recorder m_recorder;
    const bool m_isRedacted;
    bool m_isFinished = false;
};

/// What of it answers a filter: of a history of its own, as a filter asks about rows.
class FilteredFile : public RecordedFile, private WatchSink
{
public:
    FilteredFile(std::unique_ptr<RecordedFile> file, const Filter &filter)
        : m_file(std::move(file))
        , m_log({.rows = HeldRows, .changes = EventLog::ChunkRows})
        , m_retelling(*this, {{}, {filter, {}, {}, {}}})
    {}

    void setWatch(WatchId watch, const WatchScope &scope) override { m_log.setWatch(watch, scope); }
    Result<> write(const EntryPtr &entry) override
    {
        m_log.append(entry);
        m_retelling.tell(m_log.now(), m_log.now().end());
        while (m_log.step()) {
        }
        m_events = m_file->events();
        return std::exchange(m_written, success());
    }
    std::optional<Error> failure() const override { return m_file->failure(); }
    Result<> finish() override { return m_file->finish(); }
    std::string rescue() override { return m_file->rescue(); }
    std::optional<std::uint64_t> replaced() const override { return m_file->replaced(); }
    bool tellsOfGaps() const override { return m_file->tellsOfGaps(); }
    std::string name() const override { return m_file->name(); }

private:
    static constexpr std::size_t HeldRows = 4 * EventLog::ChunkRows; ///< besides what stands

    void opened(WatchId watch, const ClusterId &, const WatchScope &scope) override { m_file->setWatch(watch, scope); }
    void told(const std::vector<EntryPtr> &entries) override
    {
        for (const EntryPtr &entry : entries)
            m_written = m_written ? m_file->write(entry) : m_written;
    }
    void closed(WatchId, WallTime) override {}

    const std::unique_ptr<RecordedFile> m_file;
    EventLog m_log;
    HistoryRetelling m_retelling;
    Result<> m_written = success();
};

Result<std::unique_ptr<RecordedFile>> wholeFile(const RecordArguments &arguments, const ClusterAccess &cluster)
{
    if (arguments.isRecording()) {
        if (auto free = Recorder::isFree(optionsOf(arguments)); !free)
            return free.error();
        return std::unique_ptr<RecordedFile>(std::make_unique<WholeFile>(arguments, cluster));
    }
    const std::string path = arguments.file.toStdString();
    if (auto free = isFreeName(path); !free)
        return free.error();
    auto file = PrivateFileWriter::create(path);
    if (!file)
        return file.error();
    return std::unique_ptr<RecordedFile>(std::make_unique<LinesFile>(std::move(file).value(), arguments));
}

} // namespace

Result<std::unique_ptr<RecordedFile>> RecordedFile::create(const RecordArguments &arguments,
                                                           const ClusterAccess &cluster)
{
    auto file = wholeFile(arguments, cluster);
    if (!file || arguments.filter.isEmpty())
        return file;
    return std::unique_ptr<RecordedFile>(std::make_unique<FilteredFile>(std::move(file).value(), arguments.filter));
}

} // namespace wk
