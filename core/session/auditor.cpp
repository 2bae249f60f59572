// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/auditor.h"

#include <algorithm>

namespace wk {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds Pause = 10min;
constexpr std::chrono::milliseconds Jitter = 1min;

} // namespace

Auditor::Auditor(Backend &backend, Clock &clock, std::function<double()> random, Done done)
    : m_backend(backend)
    , m_clock(clock)
    , m_random(std::move(random))
    , m_done(std::move(done))
{}

Auditor::~Auditor() = default;

void Auditor::add(WatchId watch, const WatchScope &scope, SharedInformer &informer)
{
    m_watched[watch] = {scope, &informer, m_clock.now() + pause(), false};
    schedule();
}

void Auditor::remove(WatchId watch)
{
    if (m_run && m_run->watch() == watch) {
        m_end.cancel();
        m_run.reset();
    }
    m_watched.erase(watch);
    std::erase(m_asked, watch);
    schedule();
}

void Auditor::verify(WatchId watch)
{
    if (!m_watched.contains(watch) || std::find(m_asked.begin(), m_asked.end(), watch) != m_asked.end())
        return;
    m_asked.push_back(watch);
    schedule();
}

void Auditor::cancel(WatchId watch)
{
    const bool isRunning = m_run && m_run->watch() == watch && m_run->by() == AuditRun::By::Person;
    if (isRunning) {
        m_end.cancel();
        m_run.reset();
    }
    const bool wasAsked = std::erase(m_asked, watch) > 0;
    if (!isRunning && !wasAsked)
        return;
    Error error;
    error.kind = ErrorKind::Cancelled;
    m_done(watch, error);
    schedule();
}

std::chrono::milliseconds Auditor::pause() const
{
    return Pause - Jitter + std::chrono::floor<std::chrono::milliseconds>(2 * Jitter * m_random());
}

/// Every start and end of a run is at a turn of its own: nobody is called back from inside a call.
void Auditor::schedule()
{
    if (m_run || m_watched.empty()) {
        m_next.cancel();
        return;
    }
    const auto next = std::min_element(m_watched.begin(), m_watched.end(),
                                       [](const auto &a, const auto &b) { return a.second.due < b.second.due; });
    const auto wait = m_asked.empty() ? std::max(next->second.due - m_clock.now(), 0ms) : 0ms;
    m_next = m_clock.after(wait, [this] { startNext(); });
}

void Auditor::startNext()
{
    if (!m_asked.empty()) {
        const WatchId watch = m_asked.front();
        m_asked.pop_front();
        start(watch, AuditRun::By::Person);
        return;
    }
    for (auto &[watch, watched] : m_watched) {
        if (watched.due > m_clock.now())
            continue;
        watched.due = m_clock.now() + pause();
        if (!watched.isSlow && watched.informer->store().size() <= AuditRun::MostObjects) {
            start(watch, AuditRun::By::Clock);
            return;
        }
    }
    schedule();
}

void Auditor::start(WatchId watch, AuditRun::By by)
{
    const Watched &watched = m_watched.at(watch);
    m_run = std::make_unique<AuditRun>(
        AuditRun::Subject{watch, *watched.informer, m_backend.metadata(watched.scope)}, by, m_clock,
        [this](const AuditRun::Outcome &outcome) { m_end = m_clock.after(0ms, [this, outcome] { finish(outcome); }); });
    if (by == AuditRun::By::Person && m_progress)
        m_run->setProgress([this, watch](std::uint64_t listed) { m_progress(watch, listed); });
    m_run->start();
}

void Auditor::finish(const AuditRun::Outcome &outcome)
{
    const WatchId watch = m_run->watch();
    m_run.reset();
    Watched &watched = m_watched.at(watch);
    watched.due = m_clock.now() + pause();
    watched.isSlow = watched.isSlow || outcome.isSlow;
    if (outcome.report)
        m_done(watch, *outcome.report);
    schedule();
}

} // namespace wk
