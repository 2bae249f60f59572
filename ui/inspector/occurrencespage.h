// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/history/kubeeventsearch.h"
#include "ui/answers/latesttask.h"
#include "ui/inspector/factsview.h"
#include "ui/models/showntime.h"

#include <QSet>

#include <optional>
#include <vector>

namespace wk {

class HistoryFeed;

/// The Kubernetes Events that regard the selected object, as far as the log tells, each with when it happened; while
/// the window shows the past, what was known then. Says since when Events are watched. Bodies are read in Qt's pool.
/// Gui thread.
class OccurrencesPage : public FactsView
{
    Q_OBJECT

public:
    /// All outlive the page.
    OccurrencesPage(WindowState &state, Clock &clock, QWidget *parent = nullptr);

    /// Where Events come from; nothing is known before. Once.
    void setHistory(const HistoryFeed &history);
    /// The selected object is another, or its kind has become known; empty: any.
    void setSubject(const std::string &kind);
    /// Why Events are not known, as their watch says: stands where nothing else does. Empty: it says nothing.
    void setTrouble(const QString &sentence);
    /// The log has Events that it had not: they are told a few times a second at most.
    void follow();
    void tick();

Q_SIGNALS:
    /// How many Events regard the object.
    void counted(int events);

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Answer {
        std::optional<KubeEventSearch> search; ///< it has looked so far
        std::vector<KubeEventStory> stories;
        std::size_t older = 0;
    };

    void begin();
    void read();
    void take(Answer answer);
    void tell();
    void toggle(const QString &uid);
    RowId upTo() const;

    WindowState &m_state;
    Clock &m_clock;
    ShownTime m_time;
    const HistoryFeed *m_history = nullptr;
    RegardedObject m_subject;
    QString m_trouble;
    std::optional<KubeEventSearch> m_search;
    std::vector<KubeEventStory> m_stories; ///< the newest first
    std::size_t m_older = 0;               ///< how many more the log has
    QSet<QString> m_open;                  ///< uids
    LatestTask<Answer> m_reading;
    Clock::Alarm m_soon;
    bool m_isSoon = false;
};

} // namespace wk
