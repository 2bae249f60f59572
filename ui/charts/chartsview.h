// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/clock.h"
#include "ui/charts/rvchartdata.h"
#include "ui/models/showntime.h"
#include "ui/models/view.h"
#include "ui/models/windowstate.h"
#include "ui/timeline/timelinecoordinates.h"

#include <memory>

class QListView;
class QVBoxLayout;

namespace wk {

class HistoryFeed;
class RvCard;
class RvPlot;

/// The charts as a tab: so far the resourceVersion of every watch against time, and who lags behind; in the
/// past, who did at that moment. Each cluster has a chart of its own. Gui thread. Lines are drawn ten times a second at
/// most, and only while they are seen.
class ChartsView : public View
{
    Q_OBJECT

public:
    /// All outlive the view.
    ChartsView(WindowState &state, const HistoryFeed &history, Clock &clock, QWidget *parent = nullptr);
    ~ChartsView() override;

    QString title() const override;
    void applyBatch(const Batch &batch) override;
    QString resultText() const override;
    bool wantsInspector() const override { return false; }
    bool followsFilter() const override { return false; }

    /// Of the first cluster, as the others are on their cards.
    RvPlot &plot();
    QListView &legend();
    /// What it draws.
    const RvChartData &data() const;
    const std::vector<RvCard *> &cards() const { return m_cards; }
    /// Some rows are not in it yet: much is being gone over, in the pool.
    bool isBehind() const;

Q_SIGNALS:
    /// Somebody wants to know more of a watch.
    void watchAsked(wk::WatchId watch);
    /// … of a gap of it, which ended then.
    void gapAsked(wk::WatchId watch, wk::WallTime ended);
    /// An object was selected here, and is to be seen.
    void objectChosen();

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Zoom {
        Micros span{};
        std::optional<WallTime> to; ///< empty: up to now
    };

    void addCard();
    void showClusters();
    void refresh();
    void refreshAfter(std::chrono::milliseconds delay);
    void follow();
    void refreshSoon();
    void selectEvent(WatchId watch, RowId event);
    WallTime now() const;
    WallTime shownTime() const;
    QString whyNothing(const RvCard &card) const;
    std::optional<WallTime> firstPoint() const;
    TimeRange liveWindow() const;
    TimeRange usualWindow() const;
    TimeRange window() const;
    void standAtMoment();
    void zoom(double factor, WallTime at);
    void showUsual();

    WindowState &m_state;
    Clock &m_clock;
    ShownTime m_time;
    const HistoryFeed &m_history;
    QVBoxLayout *m_layout;
    std::vector<RvCard *> m_cards;       ///< one at least; of several clusters one each
    std::optional<TimeRange> m_standing; ///< what is drawn of the past, the moment in it
    std::optional<Zoom> m_zoom;          ///< by the wheel
    bool m_soon = false;                 ///< a refresh is due for new data, not for the passing of time
    Clock::Alarm m_refresh;
};

} // namespace wk
