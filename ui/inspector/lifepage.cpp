// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/lifepage.h"

#include "core/history/lifesearch.h"
#include "ui/inspector/eventfacts.h"
#include "ui/style/formats.h"

#include <QEvent>

#include <algorithm>

namespace wk {

namespace {

using namespace std::chrono_literals;

constexpr auto Pause = 250ms;

LifeSpan spanOf(const std::string &uid, std::span<const LifeRevision> revisions)
{
    LifeSpan span{uid, revisions.back().object->created, {}};
    if (revisions.back().type == EntryType::Deleted)
        span.ended = revisions.back().arrived;
    return span;
}

/// An Event of an object that was gone when we began to watch is all that is known of that life.
LifeStory &storyOfUid(std::vector<LifeStory> &unseen, const std::string &uid)
{
    const auto known = std::ranges::find(unseen, uid, &LifeStory::uid);
    return known != unseen.end() ? *known : unseen.emplace_back(LifeStory{uid, {}, false});
}

} // namespace

LifePage::LifePage(const HistoryFeed &history, WindowState &state, Clock &clock, QWidget *parent)
    : FactsView(parent)
    , m_history(history)
    , m_state(state)
    , m_clock(clock)
    , m_time(state, clock)
    , m_reading([this](Answer answer) {
        m_search = std::move(answer.search);
        m_stories = std::move(answer.stories);
        m_olderEvents = answer.olderEvents;
        tell();
    })
{
    connect(&state, &WindowState::selectionChanged, this, &LifePage::changeSubject);
    connect(&state, &WindowState::playheadChanged, this, &LifePage::read);
    changeSubject();
}

void LifePage::changeSubject()
{
    m_reading.forget();
    m_stories.clear();
    m_search.reset();
    m_olderEvents = 0;
    setFacts({});
    read();
}

void LifePage::setKind(const std::string &kind)
{
    if (std::exchange(m_kind, kind) == kind)
        return;
    m_search.reset();
    read();
}

void LifePage::follow()
{
    if (std::exchange(m_isSoon, true))
        return;
    m_soon = m_clock.after(Pause, [this] {
        m_isSoon = false;
        read();
    });
}

void LifePage::tick()
{
    facts()->setNow(m_time.now());
}

void LifePage::showEvent(QShowEvent *event)
{
    FactsView::showEvent(event);
    if (m_isStale)
        read();
}

void LifePage::changeEvent(QEvent *event)
{
    FactsView::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        tell();
}

void LifePage::read()
{
    m_isStale = !isVisible();
    if (m_isStale)
        return;
    const ObjectRef &selected = m_state.selection();
    if (selected.isEmpty())
        return tell();
    if (!m_search && !m_kind.empty()) // of every life of the name, so not by uid
        m_search.emplace(RegardedObject{m_kind, selected.ns, selected.name, {}, selected.cluster});
    m_reading.run([question = Question{m_history.newest(), selected, m_state.playhead(), upTo(), m_search}](
                      const std::stop_token &stop) { return answer(question, stop); });
}

LifePage::Answer LifePage::answer(Question question, const std::stop_token &stop)
{
    Answer answer{std::move(question.search), {}, 0};
    Events events;
    if (answer.search) {
        answer.search->look(*question.history, stop);
        auto [newest, older] = answer.search->revisions(*question.history, question.upTo);
        events = std::move(newest);
        answer.olderEvents = older;
    }
    if (!stop.stop_requested())
        answer.stories =
            storiesOf(livesOf(question), events, answer.search ? answer.search->subject() : RegardedObject());
    return answer;
}

std::vector<LifeStory> LifePage::storiesOf(const std::vector<Life> &lives, const Events &events,
                                           const RegardedObject &subject)
{
    std::vector<LifeStory> stories;
    std::vector<LifeStory> unseen;
    std::vector<LifeSpan> spans;
    std::vector<std::vector<LifeMoment>> told(lives.size());
    for (const Life &life : lives)
        spans.push_back(spanOf(life.uid, life.revisions));
    for (const auto &revisions : events) {
        const auto story = eventStory(revisions);
        if (!story || !regards(story->said, subject))
            continue;
        std::vector<LifeMoment> moments = momentsTold(*story, revisions);
        const auto life = regardedLife(*story, spans);
        if (!life && !givesUid(story->said))
            continue;
        auto &there = life ? told[*life] : storyOfUid(unseen, story->said.regardingUid).moments;
        there.insert(there.end(), moments.begin(), moments.end());
    }
    for (std::size_t i = 0; i < lives.size(); ++i) {
        const Life &life = lives[i];
        const std::size_t extra = life.revisions.size() - std::min(life.revisions.size(), MostRevisions);
        std::vector<LifeMoment> moments = lifeOf(std::span(life.revisions).subspan(extra));
        moments.insert(moments.end(), life.owned.begin(), life.owned.end());
        stories.push_back({life.uid, joinedLife(std::move(moments), std::move(told[i])), extra > 0});
    }
    const auto begin = [](const LifeStory &story) { return story.moments.front().time; };
    for (LifeStory &life : unseen) {
        life.moments = joinedLife({}, std::move(life.moments));
        stories.insert(std::ranges::upper_bound(stories, begin(life), {}, begin), life);
    }
    return stories;
}

std::vector<LifePage::Life> LifePage::livesOf(const Question &question)
{
    const HistorySnapshot &log = *question.history;
    std::vector<Life> lives;
    for (const ObjectLives &object : objectsNamed(log, question.selected)) {
        Life life{
            log.newestOf(object.front()).object->uid, revisionsOf(log, object, question.upTo, MostRevisions + 1), {}};
        if (!life.revisions.empty()) // else it came later
            lives.push_back(std::move(life));
    }
    if (log.lives().lives() <= MostLives) {
        for (Life &life : lives) {
            life.owned = momentsOfOwned(log, question.selected.cluster, life.uid);
            if (const auto &moment = question.moment)
                std::erase_if(life.owned, [&](const LifeMoment &owned) { return owned.time > moment->time; });
        }
    }
    return lives;
}

RowId LifePage::upTo() const
{
    const std::optional<Moment> &moment = m_state.playhead();
    return moment ? std::clamp(moment->upTo, m_history.now().begin(), m_history.end()) : m_history.end();
}

LifeNotes LifePage::notes() const
{
    const ObjectRef &selected = m_state.selection();
    LifeNotes notes;
    for (const auto &[watch, scope] : m_history.now().scopes()) {
        const bool isOfItsCluster = m_history.now().clusterOf(watch) == selected.cluster;
        if (!isOfItsCluster || scope.resource.gvr != selected.resource || !scope.looksAt(selected.ns))
            continue;
        if (const auto known = m_history.now().knownSince(watch);
            known && (!notes.watchedSince || *known < *notes.watchedSince))
            notes.watchedSince = known;
    }
    notes.olderEvents = m_olderEvents;
    const auto moment = m_state.playhead() ? std::optional(m_state.playhead()->time) : std::nullopt;
    notes.events = coverageSentence(eventCoverage(m_history.now(), selected.cluster, selected.ns, upTo()), moment,
                                    m_clock.wallNow());
    if (notes.events.isEmpty())
        notes.events = m_eventsTrouble.isEmpty() ? tr("Kubernetes Events are not being watched.") : m_eventsTrouble;
    return notes;
}

void LifePage::setEventsTrouble(const QString &sentence)
{
    if (std::exchange(m_eventsTrouble, sentence) != sentence && !m_stories.empty())
        tell();
}

void LifePage::tell()
{
    const ObjectRef &selected = m_state.selection();
    const QString then = format::moment(m_time.now(), m_clock.wallNow());
    setPlaceholder(selected.isEmpty()   ? tr("Nothing is selected.")
                   : m_state.playhead() ? tr("Nothing of this object had been seen by %1.").arg(then)
                                        : tr("Nothing has been seen of this object."));
    facts()->setNow(m_time.now());
    setFacts(lifeFacts(m_stories, notes(), m_time.now()));
}

} // namespace wk
