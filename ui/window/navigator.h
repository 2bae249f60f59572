// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/informer/batch.h"
#include "ui/answers/latesttask.h"
#include "ui/window/kindcounts.h"
#include "ui/window/kindstates.h"

#include <QPointer>
#include <QWidget>

#include <cstdint>
#include <map>
#include <vector>

class QLineEdit;
class QModelIndex;
class QSortFilterProxyModel;
class QTreeView;

namespace wk {

class ClusterSession;
class HistoryFeed;
class NavigatorModel;
class SafeLabel;
class UiSettings;
class WindowState;

/// What stands in the navigator dock: what the cluster serves, by groups, with counts, a search field and favourites,
/// which are remembered. Gui thread. Kinds that are not watched are counted one after the other while they are seen,
/// each once a minute.
class Navigator : public QWidget
{
    Q_OBJECT

public:
    /// All three outlive the navigator.
    Navigator(WindowState &state, UiSettings &settings, Clock &clock, QWidget *parent = nullptr);

    /// Shows what these sessions serve together and asks them for counts, until they are gone.
    void listenTo(const std::vector<ClusterSession *> &sessions);

    /// How many objects the kinds had while the window shows the past; outlives the navigator.
    void setHistory(const HistoryFeed &history);

    void setResources(const std::vector<ResourceInfo> &resources);
    /// Why nothing is connected, in one sentence; empty when all is well. Said for as long as no kind is known.
    void setConnection(const QString &sentence);
    void applyBatch(const Batch &batch);
    /// A watch was closed for good.
    void forgetWatch(WatchId watch);
    /// An answer to countWanted().
    void counted(const WatchScope &scope, const Result<std::int64_t> &count);

    NavigatorModel &model() { return *m_model; }
    QTreeView &tree() { return *m_tree; }
    /// What stands in the place of the kinds when there is none to show; empty when there is.
    QString emptyText() const;
    QLineEdit &search() { return *m_search; }

Q_SIGNALS:
    /// A click on a kind: its table is to be shown.
    void kindChosen(const wk::ResourceInfo &resource);
    /// Each cluster that serves the kind has been asked how many there are.
    void countWanted(const wk::WatchScope &scope);
    /// What waits to be tried again shall be tried now.
    void retryAsked(wk::WatchId watch);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    /// How many objects the kinds have, by the history.
    struct Counted {
        std::optional<WallTime> past; ///< empty: of now
        std::vector<std::string> namespaces;
        std::map<GroupVersionResource, std::int64_t> counts;
        KindOutages outages{};
    };
    void buildTree();
    void retranslate();
    void sayWhyEmpty();
    void find(const QString &text);
    void expandAsRemembered();
    void rememberExpanded(const QModelIndex &index, bool expanded);
    void showCurrent();
    void choose(const QModelIndex &index);
    void showMenu(const QPoint &position);
    void toggleFavourite(const QString &name);
    void refreshWatched(const GroupVersionResource &resource);
    void refreshAll();
    void namespacesChanged();
    void follow();
    void countSoon();
    void count();
    void takeCounted(Counted counted);
    void sayState(const GroupVersionResource &kind);
    void tick();
    void askNext();
    std::vector<ResourceInfo> seenKinds() const;
    std::vector<ClusterSession *> sessions() const;
    void takeServed();

    WindowState &m_state;
    UiSettings &m_settings;
    Clock &m_clock;
    KindCounts m_counts;
    KindStates m_states;
    NavigatorModel *m_model;
    QSortFilterProxyModel *m_found;
    QLineEdit *m_search;
    QTreeView *m_tree;
    SafeLabel *m_empty;
    QString m_connection;
    std::vector<QPointer<ClusterSession>> m_sessions;
    bool m_restoring = false; ///< what expands now was not the user
    Clock::Alarm m_nextAsk;
    Clock::Alarm m_nextTick;
    const HistoryFeed *m_history = nullptr;
    Clock::Alarm m_countAlarm;
    LatestTask<Counted> m_counting;
    bool m_isCountDue = false;
    std::uint64_t m_turns = 0; ///< how many rows tell that objects came or went
};

} // namespace wk
