// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/auditrun.h"
#include "core/session/backend.h"

#include <deque>
#include <functional>
#include <map>
#include <memory>

namespace wk {

/// Checks that what the watches hold is what the server has (C29): on request, and each watch every 10 min ± 1 min, one
/// at a time, by lists of metadata in pages of 500. Where they differ and stay so, the informer declares a gap and
/// lists again. By itself it leaves alone what has over 20,000 objects or took over 1 s for a page. Worker thread.
class Auditor
{
public:
    /// Told of each audit that came to an end; of one that nobody asked for not that it failed.
    using Done = std::function<void(WatchId watch, const Result<AuditReport> &report)>;

    /// `random` gives numbers in [0, 1).
    Auditor(Backend &backend, Clock &clock, std::function<double()> random, Done done);
    ~Auditor();

    /// `informer` stays until remove().
    void add(WatchId watch, const WatchScope &scope, SharedInformer &informer);
    void remove(WatchId watch);
    /// A person asks; answered once, unless the watch is removed.
    void verify(WatchId watch);
    /// Who asked does not want to know any more: answered with an error of kind Cancelled, if an answer is due.
    void cancel(WatchId watch);
    /// Told of those that a person asked for, how many objects have been listed by then.
    using Progress = std::function<void(WatchId watch, std::uint64_t listed)>;
    void setProgress(Progress progress) { m_progress = std::move(progress); }

private:
    struct Watched {
        WatchScope scope;
        SharedInformer *informer = nullptr;
        Instant due{};
        bool isSlow = false; ///< to be audited on request alone
    };

    std::chrono::milliseconds pause() const;
    void schedule();
    void startNext();
    void start(WatchId watch, AuditRun::By by);
    void finish(const AuditRun::Outcome &outcome);

    Backend &m_backend;
    Clock &m_clock;
    std::function<double()> m_random;
    Done m_done;
    Progress m_progress;
    std::map<WatchId, Watched> m_watched;
    std::deque<WatchId> m_asked;
    Clock::Alarm m_next;
    Clock::Alarm m_end;
    std::unique_ptr<AuditRun> m_run;
};

} // namespace wk
