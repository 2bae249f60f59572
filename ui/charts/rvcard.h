// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/answers/livefold.h"
#include "ui/charts/card.h"
#include "ui/charts/rvchartdata.h"
#include "ui/models/windowstate.h"

class QListView;
class QStackedLayout;

namespace wk {

class NowChip;
class RvLegendModel;
class RvPlot;
class SafeLabel;

/// The resourceVersion of every watch of one cluster against time, with the names of its lines beside it: versions are
/// counted by each cluster for itself. Gui thread.
class RvCard : public Card
{
    Q_OBJECT

public:
    explicit RvCard(QWidget *parent = nullptr);

    const RvChartData &data() const { return m_data.value(); }
    /// Rows before `end` are on the lines as soon as they have been gone over; then came() is emitted.
    void follow(const HistoryPtr &history, RowId end) { m_data.follow(history, end); }
    /// Much is being gone over, in the pool.
    bool isBehind() const { return m_data.isBehind(); }
    void hear(const std::vector<WatchStatus> &statuses);
    void dropOld(WallTime now);
    RvPlot &plot() { return *m_plot; }
    QListView &legend() { return *m_legend; }

    /// Of which cluster it is, where there are several: of no other's watches has it a line then.
    void setCluster(const ClusterId &cluster, const QString &name);
    /// Draws what is known of a time, or says why there is nothing; the legend tells of a moment.
    void draw(const TimeRange &drawn, WallTime moment, const QString &nothing);
    /// Whether there is a way back to what is usual.
    void offerPresent(bool isOffered);
    void retranslate();

Q_SIGNALS:
    /// data() has more.
    void came();
    void eventClicked(wk::WatchId watch, wk::RowId event);
    void markClicked(wk::WatchId watch);
    void gapClicked(wk::WatchId watch, wk::WallTime ended);
    void zoomed(double factor, wk::WallTime at);
    void rangeChosen(wk::WallTime from, wk::WallTime to);
    void usualWanted();

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void build();
    void pointAt(WatchId watch);
    void keep(WatchId watch);

    LiveFold<RvChartData> m_data;
    RvPlot *m_plot;
    RvLegendModel *m_model;
    QListView *m_legend;
    SafeLabel *m_title;
    SafeLabel *m_subtitle;
    SafeLabel *m_empty;
    NowChip *m_toNow;
    QStackedLayout *m_stack = nullptr;
    QString m_cluster;
    WatchId m_kept = 0; ///< whose line stays strong
};

} // namespace wk
