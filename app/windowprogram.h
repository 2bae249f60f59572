// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"
#include "app/clustermenu.h"
#include "app/consents.h"
#include "app/demoprocess.h"
#include "app/interrupt.h"
#include "app/kepthistory.h"
#include "app/language.h"
#include "core/base/clock.h"
#include "core/informer/entry.h"
#include "ui/models/uisettings.h"
#include "ui/style/theme.h"

#include <QObject>

#include <memory>

class QMenu;
class QSettings;

namespace wk {

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

    /// Opens the cluster the arguments name, else the kubeconfig's current one, else the demo.
    void openFirst();
    /// An empty name: the kubeconfig's current one.
    void open(const QString &name);
    /// Another kubeconfig, and its current context.
    void openFile(const QString &path);
    /// Null before the first open().
    Workbench *bench() const { return m_bench.get(); }

private:
    void openAccess(const ClusterAccess &access, const QString &name);
    void startDemoProcess(const QString &name);
    void cancelDemoProcess();
    void demoIsReady(const QString &name, const ClusterAccess &access);
    void connectTo(const ClusterAccess &access);
    void retry(WatchId watch);
    void chooseFile();
    void askForEtcd();
    void fillMenu(QMenu &menu);
    KeptHistory keptHistory(const ClusterAccess &access, const QString &name) const;
    void offerOthers(const QString &name);
    void tellOfDemo();
    ExecConsent pluginConsent();
    void askForConsent(const ExecRequest &request);
    void startTour();
    void sayStartTime();

    WindowArguments m_arguments;
    QSettings &m_store;
    UiSettings m_ui;
    Consents m_consents;
    SystemClock m_clock;
    Theme m_theme;
    Language m_language;
    ClusterMenu m_clusters;
    Interrupt m_interrupt;
    QString m_cluster;
    bool m_hasAsked = false; ///< for the consent to run this cluster's plugin; a no is not asked about again
    std::unique_ptr<DemoProcess> m_demo; ///< where --demo-scale asks for it
    std::unique_ptr<Workbench> m_bench;
    std::unique_ptr<Tour> m_tour;
};

/// Runs the window until it is closed; returns the exit code.
int runWindow(int &argc, char **argv, const WindowArguments &arguments);

} // namespace wk
