// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/streampool.h"

#include <algorithm>
#include <utility>

namespace wk {

StreamPool::StreamPool(Clock &clock, HttpStream::Way &way)
    : m_clock(clock)
    , m_way(way)
{}

StreamPool::~StreamPool() = default;

/// Later: it may be on the stack.
void StreamPool::dismiss(std::unique_ptr<HttpStream> stream)
{
    stream->disconnect();
    stream->stop();
    stream->setParent(&m_dismissed);
    stream.release()->deleteLater();
}

bool StreamPool::hasPlace(RequestLane lane) const
{
    const auto found = m_busy.find(lane);
    const int busy = found == m_busy.end() ? 0 : found->second;
    switch (lane) {
    case RequestLane::Control:
    case RequestLane::Discovery: return busy < DocumentsAtOnce;
    case RequestLane::List: return busy < ListsAtOnce;
    case RequestLane::Watch: break;
    }
    return true;
}

void StreamPool::join(RequestLane lane, StreamGuest *guest)
{
    m_waiting[lane].push_back(guest);
    grant(lane);
}

void StreamPool::leave(StreamGuest *guest)
{
    for (auto &[lane, waiting] : m_waiting)
        std::erase(waiting, guest);
}

void StreamPool::grant(RequestLane lane)
{
    auto &waiting = m_waiting[lane];
    while (!waiting.empty() && hasPlace(lane)) {
        StreamGuest *const guest = waiting.front();
        waiting.pop_front();
        dropOld();
        std::unique_ptr<HttpStream> stream;
        if (m_kept.empty()) {
            stream = std::make_unique<HttpStream>(m_clock, m_way, m_turns);
        } else {
            stream = std::move(m_kept.back().stream);
            stream->disconnect();
            m_kept.pop_back();
        }
        ++m_busy[lane];
        ++m_inUse;
        guest->streamGranted(std::make_unique<StreamLease>(*this, lane, std::move(stream), m_generation));
    }
}

void StreamPool::release(RequestLane lane, std::unique_ptr<HttpStream> stream, int generation)
{
    stream->stop();
    if (generation == m_generation && stream->isReusable() && m_kept.size() < MostKept)
        keep(std::move(stream));
    else
        dismiss(std::move(stream));
    --m_busy[lane];
    --m_inUse;
    grant(lane);
}

void StreamPool::keep(std::unique_ptr<HttpStream> stream)
{
    HttpStream *const kept = stream.get();
    QObject::connect(kept, &HttpStream::gone, kept, [this, kept] { forget(kept); });
    m_kept.push_back({std::move(stream), m_clock.now()});
    m_sweep = m_clock.after(KeptTime, [this] { dropOld(); });
}

void StreamPool::forget(HttpStream *stream)
{
    const auto found = std::ranges::find(m_kept, stream, [](const Kept &kept) { return kept.stream.get(); });
    if (found == m_kept.end())
        return;
    dismiss(std::move(found->stream));
    m_kept.erase(found);
}

void StreamPool::dropOld()
{
    const auto isOld = [now = m_clock.now()](const Kept &kept) { return now - kept.since >= KeptTime; };
    for (auto kept = m_kept.begin(); kept != m_kept.end();) {
        const bool goes = isOld(*kept) || !kept->stream->isReusable();
        if (goes)
            dismiss(std::move(kept->stream));
        kept = goes ? m_kept.erase(kept) : std::next(kept);
    }
    if (m_kept.empty())
        m_sweep.cancel();
}

void StreamPool::retireAll()
{
    ++m_generation;
    for (Kept &kept : std::exchange(m_kept, {}))
        dismiss(std::move(kept.stream));
    m_sweep.cancel();
}

StreamLease::StreamLease(StreamPool &pool, RequestLane lane, std::unique_ptr<HttpStream> stream, int generation)
    : m_pool(pool)
    , m_lane(lane)
    , m_stream(std::move(stream))
    , m_generation(generation)
{}

StreamLease::~StreamLease()
{
    m_pool.release(m_lane, std::move(m_stream), m_generation);
}

} // namespace wk
