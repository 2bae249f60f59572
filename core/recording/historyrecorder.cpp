// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/historyrecorder.h"

#include "core/base/giveway.h"
#include "core/history/journal/recordingjournal.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace wk {

namespace {

constexpr RowId RowsATime = 1024;                   ///< between two looks at whether it is to stop
constexpr std::chrono::milliseconds LookEvery{500}; ///< at how large the file is

} // namespace

HistoryRecorder::HistoryRecorder(Recorder::Options options, RetoldRows rows, Begin begin, Ended ended)
    : m_options(std::move(options))
    , m_begin(std::move(begin))
    , m_ended(std::move(ended))
    , m_recorder(m_options)
    , m_retelling(m_recorder, std::move(rows))
    , m_thread([this](const std::stop_token &stop) { run(stop); })
{}

HistoryRecorder::~HistoryRecorder() = default;

void HistoryRecorder::follow(HistoryPtr history)
{
    const std::lock_guard lock(m_mutex);
    if (m_isEnding)
        return;
    m_order = Order{std::move(history), {}};
    m_hasOrder.notify_one();
}

void HistoryRecorder::finish(HistoryPtr history, RowId end, WallTime time)
{
    const std::lock_guard lock(m_mutex);
    if (std::exchange(m_isEnding, true))
        return;
    m_order = Order{std::move(history), std::pair(end, time)};
    m_hasOrder.notify_one();
}

void HistoryRecorder::wait()
{
    if (m_thread.joinable())
        m_thread.join();
}

HistoryRecorder::Progress HistoryRecorder::progress() const
{
    const Recorder::Progress recorded = m_recorder.progress();
    const std::uint64_t replaced = m_recorder.replaced();
    const std::lock_guard lock(m_mutex);
    return {recorded.rows, m_bytes, m_next, replaced, recorded.error, m_result};
}

void HistoryRecorder::run(const std::stop_token &stop)
{
    giveWayToTheWindow();
    begin();
    while (!stop.stop_requested()) {
        std::optional<Order> order;
        {
            std::unique_lock lock(m_mutex);
            m_hasOrder.wait_for(lock, stop, LookEvery, [this] { return m_order.has_value(); });
            order = std::exchange(m_order, {});
        }
        measure(RecordingJournal::partOf(m_options.path));
        if (!order)
            continue;
        tell(order->history, order->end ? order->end->first : order->history->end(), stop);
        if (!order->end || stop.stop_requested())
            continue;
        m_retelling.close(order->end->second);
        const auto result = m_recorder.finish();
        if (result)
            measure(m_options.path);
        {
            const std::lock_guard lock(m_mutex);
            m_result = result;
        }
        return m_ended();
    }
}

/// Here, as a disk may take its time.
void HistoryRecorder::measure(const std::string &path)
{
    std::error_code failed;
    const auto bytes = std::filesystem::file_size(path, failed);
    const std::lock_guard lock(m_mutex);
    m_bytes = failed ? m_bytes : bytes;
}

void HistoryRecorder::begin()
{
    const Begin from = std::exchange(m_begin, {});
    nameClusters(*from.history);
    m_recorder.readOf(from.history);
    m_retelling.begin(*from.history, from.at, from.time);
}

void HistoryRecorder::tell(const HistoryPtr &history, RowId end, const std::stop_token &stop)
{
    nameClusters(*history);
    m_recorder.readOf(history);
    if (m_retelling.next() < history->begin())
        tellOfLoss(*history);
    do {
        m_retelling.tell(*history, std::min(end, m_retelling.next() + RowsATime));
        const std::lock_guard lock(m_mutex);
        m_next = m_retelling.next();
    } while (m_retelling.next() < end && !stop.stop_requested());
}

/// What stands at the oldest row that is left is told as a list of then; what came before that is not in the file.
void HistoryRecorder::tellOfLoss(const HistorySnapshot &history)
{
    const WallTime time = history.time(history.begin());
    m_retelling.tellGap(time, "the disk was too slow");
    m_retelling.begin(history, history.begin(), time);
}

void HistoryRecorder::nameClusters(const HistorySnapshot &history)
{
    const ClusterNames &clusters = history.clusters();
    for (std::size_t number = 1; number <= clusters.size(); ++number) {
        if (const std::string_view name = clusters.nameOf(number); !name.empty())
            m_recorder.nameCluster(clusters.idOf(number), std::string(name));
    }
}

} // namespace wk
