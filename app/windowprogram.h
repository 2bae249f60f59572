// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"
#include "app/clustermenu.h"
#include "app/consents.h"
#include "app/demoprocess.h"
#include "app/interrupt.h"
#include "app/kepthistory.h"
#include "app/kubeconfigupdates.h"
#include "app/language.h"
#include "app/pluginquestions.h"
#include "core/base/clock.h"
#include "core/informer/entry.h"
#include "ui/models/uisettings.h"
#include "ui/style/theme.h"
#include "ui/window/clusterpopup.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

class QSettings;

namespace wk {

class ClusterLink;
class Tour;
class Workbench;

/// What lives as long as the window program, and the workbench on the cluster in use. A window always opens: where
/// there is nothing to connect to, it says why. Gui thread.
class WindowProgram : public QObject
{
    Q_OBJECT

public:
    /// The store outlives the program.
    WindowProgram(const WindowArguments &arguments, QSettings &store);
    ~WindowProgram() override;

    /// Opens the clusters the arguments name, else the kubeconfig's current one, else the demo.
    void openFirst();
    /// Together in one window. No name, or an empty one: the kubeconfig's current one.
    void open(const QStringList &names);
    /// Another kubeconfig, or a folder of them, and its current context.
    void openFile(const QString &path);
    /// A recording instead of a cluster; where it is none, a message says so and nothing changes.
    void openRecording(const QString &path);
    /// Null before the first open().
    Workbench *bench() const { return m_bench.get(); }

private:
    /// A cluster on its way into a window.
    struct Chosen {
        QString name;
        ClusterAccess access;
        std::optional<Error> failure; ///< why there is nothing to connect to
    };
    void openChosen(const std::vector<Chosen> &chosen);
    void startDemoProcess(const QStringList &names);
    void cancelDemoProcess();
    void demoIsReady(const QStringList &names, const ClusterAccess &access);
    void connectTo(ClusterLink &link);
    void reopen();
    void reconnect(ClusterLink &link, const ClusterAccess &access);
    ClusterChoices choices() const;
    void setLook(const QString &name, const ClusterLook &look);
    void retry(WatchId watch);
    void connectAgain(WatchId watch);
    void connectWays();
    KeptHistory keptHistory(const std::vector<Chosen> &chosen) const;
    void offerOthers();
    void menuMoved();
    void tellOfDemo();
    PluginRules pluginRules();
    void showDiagnostics();
    void askAboutFiles(const QString &name);
    void beginQuestions();
    void startTour();
    void sayStartTime();

    WindowArguments m_arguments;
    QSettings &m_store;
    UiSettings m_ui;
    Consents m_consents;
    SystemClock m_clock;
    PluginQuestions m_questions;
    Theme m_theme;
    Language m_language;
    ClusterMenu m_clusters;
    KubeconfigUpdates m_updates{m_clusters};
    Interrupt m_interrupt;
    QStringList m_names;                 ///< of the clusters that the window shows
    std::unique_ptr<DemoProcess> m_demo; ///< where --demo-scale asks for it
    std::unique_ptr<Workbench> m_bench;
    std::unique_ptr<Tour> m_tour;
};

} // namespace wk
