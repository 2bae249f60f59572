// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/history/kubeeventsearch.h"
#include "core/history/lifeevents.h"
#include "ui/answers/latesttask.h"
#include "ui/inspector/factsview.h"
#include "ui/inspector/lifefacts.h"
#include "ui/models/showntime.h"

#include <QTimer>

namespace wk {

class HistoryFeed;

/// The life of the selected object as one list, and of each object that had its name before, with the Kubernetes Events
/// that regard it, as far as the log tells and up to the moment that the window shows. It reads while it is seen;
/// bodies are unpacked in Qt's pool. Gui thread.
class LifePage : public FactsView
{
    Q_OBJECT

public:
    /// Of a life that has more revisions the newest are told.
    static constexpr std::size_t MostRevisions = 2000;
    /// A log with more lives is not searched for what an object owns: it would take longer than a frame.
    static constexpr std::size_t MostLives = 20'000;

    /// All outlive the page.
    LifePage(const HistoryFeed &history, WindowState &state, Clock &clock, QWidget *parent = nullptr);

    /// What Events call the kind of the selection; empty: it is not known yet, nor are its Events.
    void setKind(const std::string &kind);
    /// Why nothing is known of Kubernetes Events; empty: nobody watches them, or they are known.
    void setEventsTrouble(const QString &sentence);
    /// The selection has news, or there are new Events: it is told anew, a few times a second at most.
    void follow();
    void tick();

protected:
    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Life {
        std::string uid;
        std::vector<LifeRevision> revisions;
        std::vector<LifeMoment> owned;
    };
    using Events = std::vector<std::vector<LifeRevision>>;

    static std::vector<LifeStory> storiesOf(const std::vector<Life> &lives, const Events &events,
                                            const RegardedObject &subject);
    void changeSubject();
    void read();
    bool hasLookedForEvents();
    std::vector<Life> livesOfSelection() const;
    void tell(std::vector<LifeStory> stories);
    LifeNotes notes() const;
    RowId upTo() const;

    const HistoryFeed &m_history;
    WindowState &m_state;
    Clock &m_clock;
    ShownTime m_time;
    std::vector<LifeStory> m_stories;
    std::string m_kind;
    std::optional<KubeEventSearch> m_search; ///< with a kind
    std::size_t m_olderEvents = 0;
    QString m_eventsTrouble;
    QTimer m_looking;
    bool m_isStale = true;
    LatestTask<std::vector<LifeStory>> m_reading;
    Clock::Alarm m_soon;
    bool m_isSoon = false;
};

} // namespace wk
