// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/clock.h"
#include "core/query/filter.h"
#include "ui/answers/latesttask.h"
#include "ui/models/view.h"
#include "ui/timeline/timelinedata.h"

#include <memory>

class QMenu;

namespace wk {

class HistoryFeed;
class NowChip;
class TimelineCanvas;
class WindowState;
struct ObjectRef;

/// The timeline as a tab: the lives of all objects that are watched, side by side, whichever kind's table is
/// shown. While nobody sees it it does not follow; what it has to catch up with is worked off in the pool. Gui thread.
/// So that Kubernetes Events stand on its lanes, somebody has to watch them.
class TimelineView : public View
{
    Q_OBJECT

public:
    /// All outlive the view.
    TimelineView(WindowState &state, const HistoryFeed &history, Clock &clock, QWidget *parent = nullptr);
    ~TimelineView() override;

    QString title() const override;
    void applyBatch(const Batch &batch) override;
    QString resultText() const override;
    int selectedCount() const override;
    QWidget *filterBar() override;

    TimelineCanvas &canvas() { return *m_canvas; }
    /// What it draws.
    const TimelineData &data() const { return m_data; }

Q_SIGNALS:
    /// It came into sight or left it: Kubernetes Events should be watched meanwhile.
    void eventsWanted(bool wanted);
    /// A gap of a watch, which ended then, shall be told in full.
    void gapAsked(wk::WatchId watch, wk::WallTime ended);
    /// The cluster is to be shown as of then.
    void momentAsked(wk::WallTime time);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void connectState();
    void follow();
    void catchUp();
    void takeCaughtUp(std::shared_ptr<TimelineData> data);
    void showData();
    void choose();
    void applyFilter();
    void editFilter(const Filter &filter);
    void applySelection();
    void applyChosenEvent();
    std::string uidOf(const ObjectRef &object) const;
    void applyTimeRange();
    void showUsual();
    void offerPresent();
    void selectLane(int number, std::optional<RowId> event);
    void addFilters(QMenu &menu, int lane, const ObjectPtr &object);
    void showMenu(int number, const QPoint &globalPos, std::optional<WallTime> time);
    void showPlayhead();
    void sayResultLater();
    QString whyFiltered(std::size_t lanes) const;
    void sayWhyEmpty();

    WindowState &m_state;
    Clock &m_clock;
    const HistoryFeed &m_history;
    TimelineData m_data;
    Filter m_filter; ///< the last one that could be read
    TimelineCanvas *m_canvas;
    std::unique_ptr<QWidget> m_bar;
    NowChip *m_toNow;
    LatestTask<std::shared_ptr<TimelineData>> m_catchingUp;
    std::vector<WatchStatus> m_heard; ///< meanwhile
    Clock::Alarm m_resultLater;
    bool m_resultDue = false;
};

} // namespace wk
