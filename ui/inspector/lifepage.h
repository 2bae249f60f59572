// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/history/kubeeventsearch.h"
#include "core/history/lifeevents.h"
#include "ui/answers/latesttask.h"
#include "ui/inspector/factsview.h"
#include "ui/inspector/lifefacts.h"
#include "ui/models/showntime.h"

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
    /// A log with more lives is not searched for what an object owns: it would take a fifth of a second.
    static constexpr std::size_t MostLives = 200'000;

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
    struct Question {
        HistoryPtr history;
        ObjectRef selected;
        std::optional<Moment> moment;
        RowId upTo = 0;
        std::optional<KubeEventSearch> search; ///< it has looked so far
    };
    struct Answer {
        std::optional<KubeEventSearch> search;
        std::vector<LifeStory> stories;
        std::size_t olderEvents = 0;
    };

    static Answer answer(Question question, const std::stop_token &stop);
    static std::vector<Life> livesOf(const Question &question);
    static std::vector<LifeStory> storiesOf(const std::vector<Life> &lives, const Events &events,
                                            const RegardedObject &subject);
    void changeSubject();
    void read();
    void tell();
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
    bool m_isStale = true;
    LatestTask<Answer> m_reading;
    Clock::Alarm m_soon;
    bool m_isSoon = false;
};

} // namespace wk
