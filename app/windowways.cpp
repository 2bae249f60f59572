// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/windowways.h"

#include "app/clusterdialogs.h"
#include "app/programmenu.h"
#include "app/recordings/recordingways.h"
#include "app/workbench.h"
#include "ui/table/waysout.h"

#include <utility>

namespace wk {

WindowWays::WindowWays(Workbench &bench, Consents &consents, const UiSettings &settings, const Language &language,
                       Known known)
    : QObject(&bench.window())
    , m_dialogs(*new ClusterDialogs(bench.window(), consents))
    , m_known(std::move(known))
{
    connect(&m_dialogs, &ClusterDialogs::fileChosen, this, &WindowWays::fileChosen);
    connect(&m_dialogs, &ClusterDialogs::clustersChosen, this, &WindowWays::clustersChosen);
    connect(&m_dialogs, &ClusterDialogs::etcdChosen, this, &WindowWays::etcdChosen);
    const auto *entries = new ProgramMenu(bench.window().programMenu(), language);
    connect(entries, &ProgramMenu::clustersAsked, this, &WindowWays::showClusters);
    connect(entries, &ProgramMenu::fileAsked, &m_dialogs, &ClusterDialogs::chooseFile);
    connect(entries, &ProgramMenu::folderAsked, &m_dialogs, &ClusterDialogs::chooseFolder);
    connect(entries, &ProgramMenu::etcdAsked, &m_dialogs, &ClusterDialogs::askForEtcd);
    connect(entries, &ProgramMenu::againAsked, this, &WindowWays::againAsked);
    connect(entries, &ProgramMenu::languageChosen, this, &WindowWays::languageChosen);
    const auto *recordings = new RecordingWays(bench.window(), settings);
    connect(recordings, &RecordingWays::chosen, this, &WindowWays::recordingChosen);
    connectBench(bench);
}

void WindowWays::connectBench(Workbench &bench)
{
    connect(&bench.window(), &MainWindow::clustersAsked, this, &WindowWays::showClusters);
    connect(&bench, &Workbench::wayAsked, this, [this](WayOut way) {
        switch (way) {
        case WayOut::Test: return showClusters();
        case WayOut::Kubeconfig: return m_dialogs.chooseFile();
        case WayOut::Etcd: return m_dialogs.askForEtcd();
        }
    });
}

void WindowWays::showClusters()
{
    m_dialogs.showClusters(m_known.choices(), m_known.describe, m_known.pluginRules);
}

} // namespace wk
