// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/informer/audit.h"
#include "core/informer/sharedinformer.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace wk {

/// One audit of one watch: lists the metadata, hears the watch meanwhile, and waits where the two cannot be compared
/// yet. A difference counts once the watch has passed the list; where it does not come so far within 30 s (a kind
/// without bookmarks, versions that cannot be compared) once a second list shows the same. Tells its informer what it
/// found. Worker thread.
class AuditRun : private SourceObserver
{
public:
    enum class By { Person, Clock };
    /// A kind with more is audited on request alone.
    static constexpr std::size_t MostObjects = 20'000;

    struct Subject {
        WatchId watch = 0;
        SharedInformer &informer;
        std::unique_ptr<ListerWatcher> source; ///< of metadata
    };
    struct Outcome {
        std::optional<Result<AuditReport>> report; ///< none: nobody had asked, and it was given up
        bool isSlow = false;                       ///< too large or too slow a kind for an audit that nobody asked for
    };

    /// `done` is called once, maybe from inside start() or the source; it must not destroy the run.
    AuditRun(Subject subject, By by, Clock &clock, std::function<void(const Outcome &)> done);
    ~AuditRun() override;

    void start();
    /// Told after each page how many objects have been listed by then.
    void setProgress(std::function<void(std::uint64_t)> progress) { m_progress = std::move(progress); }
    By by() const { return m_by; }
    WatchId watch() const { return m_subject.watch; }

private:
    void listed(ListPage page) override;
    void listFailed(Error error) override;
    void watchOpened() override {}
    void eventsArrived(std::vector<WatchEvent>) override {}
    void watchEnded(std::optional<Error>) override {}

    void list();
    void listAnew(const Error &why);
    void askPage(const std::string &token);
    void heard(const std::vector<EntryPtr> &entries);
    void judge();
    void judgeLate();
    void conclude(AuditReport report);
    void fail(Error error);
    void end(const Outcome &outcome);

    Subject m_subject;
    By m_by;
    Clock &m_clock;
    std::function<void(const Outcome &)> m_done;
    std::function<void(std::uint64_t)> m_progress;
    std::uint64_t m_taken = 0;
    int m_listener = 0;
    bool m_isOver = false;

    std::optional<Audit> m_audit;
    ResourceVersion m_watched; ///< how far the watch had come when the list was asked for
    std::string m_token;
    Instant m_askedAt{};
    int m_pages = 0;
    int m_lists = 0;
    bool m_isWhole = false;
    std::optional<std::vector<AuditDifference>> m_before; ///< what the list before this one showed
    Clock::Alarm m_patience;
};

} // namespace wk
