// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/auditrun.h"

#include "core/base/limits.h"

namespace wk {

namespace {

using namespace std::chrono_literals;

constexpr auto SlowPage = 1s;
constexpr auto Patience = 30s; ///< for the watch to pass the list
constexpr int MostLists = 5;

Error makeError(ErrorKind kind, std::string text)
{
    Error error;
    error.kind = kind;
    error.text = std::move(text);
    return error;
}

std::string reasonOf(const AuditReport &report, const ResourceVersion &watched)
{
    if (report.verdict == AuditReport::Verdict::HistoryReset)
        return "history reset: the server is at " + report.version.text() + ", the watch had come to " + watched.text();
    return "drift: at " + report.version.text() + " the server had other objects than were held, " +
           std::to_string(report.differences.size()) + " of them";
}

} // namespace

AuditRun::AuditRun(Subject subject, By by, Clock &clock, std::function<void(const Outcome &)> done)
    : m_subject(std::move(subject))
    , m_by(by)
    , m_clock(clock)
    , m_done(std::move(done))
{
    m_subject.source->setObserver(this);
}

AuditRun::~AuditRun()
{
    m_subject.source->stop();
    m_subject.source->setObserver(nullptr);
    m_subject.informer.removeHandler(m_listener);
}

void AuditRun::start()
{
    const WatchStatus status = m_subject.informer.status();
    if (status.state != WatchState::Live)
        return fail(status.error.value_or(makeError(ErrorKind::Cancelled, "the watch is not live")));
    m_listener = m_subject.informer.addListener([this](const std::vector<EntryPtr> &entries) { heard(entries); });
    list();
}

void AuditRun::list()
{
    ++m_lists;
    m_watched = m_subject.informer.version();
    m_audit.emplace(m_watched);
    m_pages = 0;
    m_taken = 0;
    m_isWhole = false;
    m_patience.cancel();
    askPage({});
}

void AuditRun::listAnew(const Error &why)
{
    if (m_lists >= MostLists)
        return fail(why);
    m_before.reset();
    list();
}

void AuditRun::askPage(const std::string &token)
{
    m_token = token;
    m_askedAt = m_clock.now();
    m_subject.source->list({limits::ListPageItems, token});
}

void AuditRun::listed(ListPage page)
{
    if (m_isOver)
        return;
    const bool isSlow = m_clock.now() - m_askedAt > SlowPage;
    const std::size_t atLeast = page.objects.size() + std::size_t(page.remaining.value_or(0));
    if (m_by == By::Clock && (isSlow || atLeast > MostObjects))
        return end({{}, true});
    if (m_pages > 0 && page.version != m_audit->version())
        return listAnew(makeError(ErrorKind::ServerError, "the list changed its version from page to page"));
    const bool loops = !page.continueToken.empty() && page.continueToken == m_token;
    if (loops || ++m_pages >= limits::ListPages)
        return fail(makeError(ErrorKind::NotKubernetes, "the list never ends: its pages repeat"));
    m_audit->take(page);
    m_taken += page.objects.size();
    if (m_progress)
        m_progress(m_taken);
    if (!page.continueToken.empty())
        return askPage(page.continueToken);
    m_isWhole = true;
    judge();
}

void AuditRun::listFailed(Error error)
{
    if (m_isOver)
        return;
    if (error.kind == ErrorKind::Expired && m_pages > 0)
        listAnew(error);
    else
        fail(std::move(error));
}

void AuditRun::heard(const std::vector<EntryPtr> &entries)
{
    if (m_isOver)
        return;
    for (const EntryPtr &entry : entries) {
        if (entry->type == EntryType::Relist)
            return listAnew(makeError(ErrorKind::Cancelled, "the watch listed again and again meanwhile"));
        if (entry->object)
            m_audit->touch(*entry->object, entry->version);
    }
    if (m_isWhole && isNotNewer(m_audit->version(), m_subject.informer.version()))
        judge();
}

void AuditRun::judge()
{
    AuditReport report = m_audit->compare(m_subject.informer.store(), m_subject.informer.version());
    if (report.verdict != AuditReport::Verdict::Undecided)
        return conclude(std::move(report));
    if (m_before) {
        auto lasting = lastingDifferences(*m_before, report.differences);
        if (!lasting.empty()) {
            report.verdict = AuditReport::Verdict::Drifted;
            report.differences = std::move(lasting);
            return conclude(std::move(report));
        }
    }
    m_patience = m_clock.after(Patience, [this] { judgeLate(); });
}

/// The watch has not come as far as the list: what differs still shall differ in another list, too.
void AuditRun::judgeLate()
{
    AuditReport report = m_audit->compare(m_subject.informer.store(), m_subject.informer.version());
    if (report.verdict != AuditReport::Verdict::Undecided)
        return conclude(std::move(report));
    if (m_lists >= MostLists)
        return fail(makeError(ErrorKind::TimedOut, "the watch stays behind the server"));
    m_before = std::move(report.differences);
    list();
}

void AuditRun::conclude(AuditReport report)
{
    report.asked = m_by == By::Person;
    m_isOver = true; // what the informer does about it is no news to us
    if (report.verdict == AuditReport::Verdict::Equal)
        m_subject.informer.verify(report.version);
    else
        m_subject.informer.disprove(reasonOf(report, m_watched));
    end({Result<AuditReport>(std::move(report)), false});
}

void AuditRun::fail(Error error)
{
    end({m_by == By::Person ? std::optional(Result<AuditReport>(std::move(error))) : std::nullopt, false});
}

void AuditRun::end(const Outcome &outcome)
{
    m_isOver = true;
    m_patience.cancel();
    m_subject.source->stop();
    m_done(outcome);
}

} // namespace wk
