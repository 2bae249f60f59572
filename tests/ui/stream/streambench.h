// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/manualclock.h"
#include "tests/support/plainbody.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"
#include "ui/code/codeview.h"
#include "ui/models/uisettings.h"
#include "ui/stream/facetpanel.h"
#include "ui/stream/filterchips.h"
#include "ui/stream/streamdelegate.h"
#include "ui/stream/streamtable.h"
#include "ui/stream/streamview.h"
#include "ui/style/chip.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/measures.h"
#include "ui/style/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <functional>

namespace wk::streambench {

using namespace sample;
using namespace std::chrono_literals;

inline constexpr WatchId Pods = 1;
inline constexpr WatchId Deployments = 2;

inline std::string podJson(const std::string &ready, int version)
{
    return "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'web-1','namespace':'web','resourceVersion':'" +
           std::to_string(version) +
           "','ownerReferences':[{'kind':'ReplicaSet','name':'web-7c9f4d5b6','controller':true}],"
           "'managedFields':[{'manager':'kubelet','time':'2026-11-21T10:41:09Z','fieldsV1':{'f:status':{'f:conditions':{"
           "'k:{\\'type\\':\\'Ready\\'}':{'.':{},'f:status':{},'f:lastTransitionTime':{}},"
           "'k:{\\'type\\':\\'ContainersReady\\'}':{'.':{},'f:status':{}}}}}}]},"
           "'spec':{'nodeName':'node-04','priority':0,'restartPolicy':'Always','containers':[{'name':'web','image':'web:2.14.1'}]},"
           "'status':{'conditions':[{'type':'Initialized','status':'True'},{'type':'Ready','status':'" +
           ready + "'},{'type':'ContainersReady','status':'" + ready +
           "'},{'type':'PodScheduled','status':'True'}],'hostIP':'10.0.0.4','phase':'Running','podIP':'10.1.0.7','qosClass':'Burstable'}}";
}

inline ObjectPtr web(const std::string &name, int version = 1000, const std::string &ready = "True")
{
    Object made = pod({.name = name, .status = ready == "True" ? "Running" : "Pending"}, version);
    const std::string json = quotedJson(podJson(ready, version));
    made.body = Body(makeCounted<PlainBody>(json, "{\"type\":\"MODIFIED\",\"object\":" + json + "}"));
    made.owners = {{"apps/v1", "ReplicaSet", "web-7c9f4d5b6", "rs", true}};
    return shared(std::move(made));
}

/// A stream view with a log and a state of its own, and what a person's hand does to it.
class StreamBench : public QObject
{
protected:
    void open()
    {
        m_clock.setWall(Now);
        m_store.clear();
        m_state = std::make_unique<WindowState>();
        m_state->learnScope(Pods, scopeOf(podInfo()));
        m_state->learnScope(Deployments, scopeOf(deploymentInfo()));
        openWith({});
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        leaveFacets(); // wherever the pointer is
    }

    /// On a history of its own.
    void openWith(const EventLog::Bounds &bounds)
    {
        m_view.reset();
        m_log = std::make_unique<TestHistory>(bounds);
        m_log->setWatch(Pods, scopeOf(podInfo()));
        m_log->setWatch(Deployments, scopeOf(deploymentInfo()));
        makeView();
    }
    StreamModel &model() { return m_view->model(); }
    QScrollBar *bar() const { return m_table->verticalScrollBar(); }

    void makeView()
    {
        m_view = std::make_unique<StreamView>(*m_state, *m_log, m_settings, m_clock);
        m_table = m_view->findChild<StreamTable *>();
        m_facets = m_view->findChild<FacetPanel *>();
        m_view->resize(1200, 640);
        m_view->show();
    }

    /// What another view has selected.
    static ObjectRef other() { return refOf(podInfo().gvr, *web("elsewhere")); }

    /// While the newest is followed.
    QToolButton *followButton() const
    {
        const auto buttons = m_view->findChildren<QToolButton *>();
        return *std::ranges::find(buttons, QStringLiteral("Following the newest"), &QToolButton::text);
    }
    void apply(const Batch &batch)
    {
        m_log->append(batch);
        m_view->applyBatch(batch);
    }
    void fill(int count)
    {
        std::vector<EntryPtr> entries;
        for (int i = 0; i < count; ++i)
            entries.push_back(added(Pods, web("p" + std::to_string(i))));
        apply(batch(entries));
        QTRY_VERIFY(!model().isBehind());
    }

    /// By the selection model: the view's own way asks which keys are held, and the last click held one.
    void choose(int row, int column = 0)
    {
        m_table->selectionModel()->setCurrentIndex(model().index(row, column),
                                                   QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    }

    void leaveFacets()
    {
        QEvent left(QEvent::Leave);
        QCoreApplication::sendEvent(m_facets, &left);
    }

    void clickFacet(const QString &value, Qt::KeyboardModifiers modifiers)
    {
        for (int row = 0; row < m_facets->facets()->rowCount(); ++row) {
            const QModelIndex index = m_facets->facets()->index(row);
            if (index.data(FacetModel::ValueRole).toString() != value)
                continue;
            QTest::mouseClick(m_facets->viewport(), Qt::LeftButton, modifiers, m_facets->visualRect(index).center());
            leaveFacets();
            m_clock.advance(1s);
            return;
        }
        QFAIL("no such facet");
    }

    QString texts() const
    {
        QStringList all;
        for (const QLabel *label : m_view->findChildren<QLabel *>())
            all.append(label->text());
        return all.join(u'|');
    }

    /// Whether the panes show no event.
    bool isDetailEmpty() const { return !texts().contains(QStringLiteral("arrived")); }

    /// Opens the menu of a cell and takes one of its actions; `meanwhile` comes between.
    void pick(
        int row, int column, const QString &action, const std::function<void()> &meanwhile = [] {})
    {
        choose(row, column);
        bool picked = false;
        QTimer::singleShot(0, this, [&] {
            auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            QVERIFY(menu);
            meanwhile();
            for (QAction *each : menu->actions()) {
                if (each->text() == action) {
                    each->trigger();
                    picked = true;
                }
            }
            menu->close();
        });
        const QPoint at = m_table->visualRect(model().index(row, column)).center();
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, m_table->viewport()->mapToGlobal(at));
        QApplication::sendEvent(m_table->viewport(), &event);
        QVERIFY(picked);
    }

    template <class Widget>
    Widget *named(const QString &accessibleName) const
    {
        const auto all = m_view->findChildren<Widget *>();
        const auto found = std::ranges::find(all, accessibleName, &QWidget::accessibleName);
        return found == all.end() ? nullptr : *found;
    }

    ManualClock m_clock;
    QTemporaryDir m_folder;
    QSettings m_store{m_folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
    UiSettings m_settings{m_store};
    std::unique_ptr<TestHistory> m_log;
    std::unique_ptr<WindowState> m_state;
    std::unique_ptr<StreamView> m_view;
    StreamTable *m_table = nullptr;
    FacetPanel *m_facets = nullptr;
};

} // namespace wk::streambench
