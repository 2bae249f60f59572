// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/lifepage.h"

#include "core/history/lifesearch.h"
#include "ui/style/formats.h"

#include <QEvent>

#include <algorithm>

namespace wk {

namespace {

using namespace std::chrono_literals;

constexpr auto Pause = 250ms;

} // namespace

LifePage::LifePage(const EventLog &log, WindowState &state, Clock &clock, QWidget *parent)
    : FactsView(parent)
    , m_log(log)
    , m_state(state)
    , m_clock(clock)
    , m_reading([this](std::vector<LifeStory> stories) { tell(std::move(stories)); })
{
    connect(&state, &WindowState::selectionChanged, this, &LifePage::changeSubject);
    connect(&state, &WindowState::playheadChanged, this, &LifePage::read);
    changeSubject();
}

void LifePage::changeSubject()
{
    m_reading.forget();
    m_stories.clear();
    setFacts({});
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
    facts()->setNow(now());
}

/// Of the window: a moment of the past, or the present.
WallTime LifePage::now() const
{
    const std::optional<Moment> &moment = m_state.playhead();
    return moment ? moment->time : m_clock.wallNow();
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
        tell(m_stories);
}

void LifePage::read()
{
    m_isStale = !isVisible();
    if (m_isStale)
        return;
    std::vector<Life> lives = livesOfSelection();
    if (lives.empty())
        return tell({});
    m_reading.run([lives = std::move(lives)] {
        std::vector<LifeStory> stories;
        for (const Life &life : lives) {
            const std::size_t extra = life.revisions.size() - std::min(life.revisions.size(), MostRevisions);
            std::vector<LifeMoment> moments = lifeOf(std::span(life.revisions).subspan(extra));
            moments.insert(moments.end(), life.owned.begin(), life.owned.end());
            std::ranges::stable_sort(moments, {}, &LifeMoment::time);
            stories.push_back({life.uid, std::move(moments), extra > 0});
        }
        return stories;
    });
}

/// Two watches may tell of one life: the one that tells more is heard.
std::vector<LifePage::Life> LifePage::livesOfSelection() const
{
    const ObjectRef &selected = m_state.selection();
    std::vector<Life> lives;
    if (selected.isEmpty())
        return lives;
    const std::optional<Moment> &moment = m_state.playhead();
    const auto upTo = moment ? std::optional(moment->upTo) : std::nullopt;
    for (const LifeId id : livesNamed(m_log, selected.resource, selected.ns, selected.name)) {
        Life life{m_log.newestOf(id).object->uid, revisionsOf(m_log, id, upTo), {}};
        if (life.revisions.empty())
            continue; // it came later
        const auto known = std::ranges::find(lives, life.uid, &Life::uid);
        if (known == lives.end())
            lives.push_back(std::move(life));
        else if (known->revisions.size() < life.revisions.size())
            *known = std::move(life);
    }
    if (m_log.lives().lives() <= MostLives) {
        for (Life &life : lives) {
            life.owned = momentsOfOwned(m_log, life.uid);
            if (moment)
                std::erase_if(life.owned, [&](const LifeMoment &owned) { return owned.time > moment->time; });
        }
    }
    return lives;
}

void LifePage::tell(std::vector<LifeStory> stories)
{
    m_stories = std::move(stories);
    const ObjectRef &selected = m_state.selection();
    std::optional<WallTime> since;
    for (const auto &[watch, scope] : m_log.scopes()) {
        if (scope.resource.gvr != selected.resource || (!scope.ns.empty() && scope.ns != selected.ns))
            continue;
        if (const auto known = m_log.knownSince(watch); known && (!since || *known < *since))
            since = known;
    }
    setPlaceholder(selected.isEmpty()   ? tr("Nothing is selected.")
                   : m_state.playhead() ? tr("Nothing of this object had been seen by %1.").arg(format::clock(now()))
                                        : tr("Nothing was seen of this object."));
    facts()->setNow(now());
    setFacts(lifeFacts(m_stories, since, now()));
}

} // namespace wk
