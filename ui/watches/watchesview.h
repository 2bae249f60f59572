// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/clock.h"
#include "ui/models/view.h"
#include "ui/models/watchesmodel.h"

#include <array>
#include <memory>
#include <optional>

class QStackedLayout;
class QTreeView;

namespace wk {

class HistoryFeed;
class Chip;
class SafeLabel;
class WatchesDelegate;
class WindowState;

/// The watches as a tab: how each fares, in words, those in trouble first, with what can be done about it. Gui thread.
class WatchesView : public View
{
    Q_OBJECT

public:
    /// All outlive the view.
    WatchesView(WindowState &state, const HistoryFeed &history, Clock &clock, QWidget *parent = nullptr);
    ~WatchesView() override;

    QString title() const override;
    void applyBatch(const Batch &batch) override;
    QString resultText() const override;
    bool wantsInspector() const override { return false; }
    bool followsFilter() const override { return false; }
    bool followsTimeRange() const override { return false; }
    QWidget *filterBar() override;

    /// Makes the row of a watch the current one, whatever the chips hide.
    void showWatch(WatchId watch);
    WatchesModel &model() { return *m_model; }
    QTreeView &table() { return *m_table; }
    /// Where the link below a watch in trouble is, on the table's viewport; empty when it has none.
    QRect linkOf(WatchId watch) const;

Q_SIGNALS:
    /// A watch that waits is to be tried again at once.
    void retryAsked(wk::WatchId watch);
    /// What a watch holds is to be compared with the server.
    void verifyAsked(wk::WatchId watch);
    /// The kind is to be watched no longer.
    void leaveAsked(const wk::ResourceInfo &resource);
    /// The table of a watch's kind is to be shown.
    void kindAsked(const wk::ResourceInfo &resource);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void follow();
    void buildTable();
    void share();
    void showClusters();
    void buildChips();
    void retranslate();
    void showPlayhead();
    void sayCounts();
    void sayEmpty();
    void only(int chip);
    void tick();
    void spanRows(int first, int last);
    void press(const QModelIndex &index);
    void act(const QModelIndex &index);
    void openKind(const QModelIndex &index);
    void showMenu(const QPoint &position);

    WindowState &m_state;
    const HistoryFeed &m_history;
    Clock &m_clock;
    WatchesModel *m_model;
    QTreeView *m_table;
    WatchesDelegate *m_delegate;
    SafeLabel *m_note; ///< in the past
    SafeLabel *m_empty;
    QStackedLayout *m_stack;
    std::array<bool, WatchesModel::ColumnCount> m_isSized{}; ///< by the user
    bool m_isSharing = false;
    std::unique_ptr<QWidget> m_chipBar;
    std::array<Chip *, 3> m_chips{};
    std::optional<WatchesModel::Group> m_only;
    QPoint m_pressedAt;
    Clock::Alarm m_tick;
};

} // namespace wk
