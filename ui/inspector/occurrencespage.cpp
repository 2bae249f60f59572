// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/occurrencespage.h"

#include "ui/inspector/eventfacts.h"
#include "ui/style/safetext.h"

#include <QEvent>

#include <algorithm>

namespace wk {

namespace {

using namespace std::chrono_literals;

constexpr auto Breath = 250ms;

using Revisions = std::vector<std::vector<LifeRevision>>;

/// The newest first.
std::vector<KubeEventStory> storiesOf(const Revisions &events, const RegardedObject &subject)
{
    std::vector<KubeEventStory> stories;
    for (const auto &revisions : events) {
        auto story = eventStory(revisions);
        if (story && regards(story->said, subject))
            stories.push_back(std::move(*story));
    }
    // They come in the order of the log, which tells more than their times: of those most are whole seconds, some not.
    std::ranges::reverse(stories);
    std::ranges::stable_sort(stories, std::greater(), [](const KubeEventStory &story) {
        return std::chrono::floor<std::chrono::seconds>(story.occurrences.back().to);
    });
    return stories;
}

} // namespace

OccurrencesPage::OccurrencesPage(WindowState &state, Clock &clock, QWidget *parent)
    : FactsView(parent)
    , m_state(state)
    , m_clock(clock)
    , m_time(state, clock)
    , m_reading([this](Answer answer) { take(std::move(answer)); })
{
    connect(this, &FactsView::toggled, this, &OccurrencesPage::toggle);
    connect(&state, &WindowState::playheadChanged, this, &OccurrencesPage::read);
    tell();
}

void OccurrencesPage::setHistory(const HistoryFeed &history)
{
    m_history = &history;
    begin();
}

void OccurrencesPage::setSubject(const std::string &kind)
{
    const ObjectRef &selected = m_state.selection();
    m_subject = {kind, selected.ns, selected.name, selected.uid, selected.cluster};
    if (!m_search || m_search->subject() != m_subject)
        begin();
}

void OccurrencesPage::begin()
{
    m_reading.forget();
    m_search.reset();
    m_stories.clear();
    m_older = 0;
    m_open.clear();
    tell();
    if (!m_history || m_subject.name.empty())
        return;
    m_search.emplace(m_subject);
    read();
}

void OccurrencesPage::setTrouble(const QString &sentence)
{
    if (std::exchange(m_trouble, sentence) != sentence)
        tell();
}

void OccurrencesPage::follow()
{
    if (!m_search || std::exchange(m_isSoon, true))
        return;
    m_soon = m_clock.after(Breath, [this] {
        m_isSoon = false;
        read();
    });
}

void OccurrencesPage::read()
{
    if (!m_search)
        return;
    m_reading.run([history = m_history->newest(), search = *m_search, upTo = upTo()](const std::stop_token &stop) {
        Answer answer{search, {}, 0};
        answer.search->look(*history, stop);
        auto [events, older] = answer.search->revisions(*history, upTo);
        answer.stories = storiesOf(events, search.subject());
        answer.older = older;
        return answer;
    });
}

void OccurrencesPage::take(Answer answer)
{
    m_search = std::move(answer.search);
    m_stories = std::move(answer.stories);
    m_older = answer.older;
    tell();
}

RowId OccurrencesPage::upTo() const
{
    const std::optional<Moment> &moment = m_state.playhead();
    return moment ? std::clamp(moment->upTo, m_history->now().begin(), m_history->end()) : m_history->end();
}

void OccurrencesPage::tell()
{
    const bool isNothing = m_subject.name.empty();
    const WallTime today = m_clock.wallNow();
    QString coverage;
    if (m_history && !isNothing) {
        const auto moment = m_state.playhead() ? std::optional(m_state.playhead()->time) : std::nullopt;
        const EventCoverage known = eventCoverage(m_history->now(), m_subject.cluster, m_subject.ns, upTo());
        coverage = coverageSentence(known, moment, today);
        if (known.isKnown && m_stories.empty())
            coverage.prepend(tr("There are no Kubernetes Events about this object.") + u' ');
    }
    if (coverage.isEmpty())
        coverage = isNothing             ? tr("Nothing is selected.")
                   : m_trouble.isEmpty() ? tr("Kubernetes Events are not being watched.")
                                         : m_trouble;
    setPlaceholder(coverage);
    facts()->setNow(m_time.now());
    std::vector<Fact> told = eventFacts(m_stories, m_open, today);
    const auto note = [&told](const QString &sentence) {
        Fact fact;
        fact.detail = sentence;
        told.push_back(fact);
    };
    if (!told.empty()) {
        if (m_older > 0)
            note(tr("There are %n more before these: the stream has every one.", "Kubernetes Events", int(m_older)));
        note(coverage);
    }
    setFacts(std::move(told));
    Q_EMIT counted(int(m_stories.size()));
}

void OccurrencesPage::tick()
{
    facts()->setNow(m_time.now());
}

void OccurrencesPage::toggle(const QString &uid)
{
    if (!m_open.remove(uid))
        m_open.insert(uid);
    tell();
}

void OccurrencesPage::changeEvent(QEvent *event)
{
    FactsView::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        tell();
}

} // namespace wk
