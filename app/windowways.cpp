// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/windowways.h"

#include "app/clusterdialogs.h"
#include "app/programmenu.h"
#include "app/recordings/recordingways.h"
#include "app/recordings/windowrecorder.h"
#include "app/workbench.h"
#include "ui/table/waysout.h"

#include <utility>

namespace wk {

WindowWays::WindowWays(Workbench &bench, Consents &consents, const UiSettings &settings, const Language &language,
                       Known known)
    : QObject(&bench.window())
    , m_bench(bench)
    , m_dialogs(*new ClusterDialogs(bench.window(), consents))
    , m_known(std::move(known))
{
    connectDialogs();
    const auto *entries = new ProgramMenu(bench.window().programMenu(), language);
    connect(entries, &ProgramMenu::clustersAsked, this, &WindowWays::showClusters);
    connect(entries, &ProgramMenu::fileAsked, &m_dialogs, &ClusterDialogs::chooseFile);
    connect(entries, &ProgramMenu::folderAsked, &m_dialogs, &ClusterDialogs::chooseFolder);
    connect(entries, &ProgramMenu::etcdAsked, &m_dialogs, &ClusterDialogs::askForEtcd);
    connect(entries, &ProgramMenu::againAsked, this, &WindowWays::againAsked);
    connect(entries, &ProgramMenu::languageChosen, this, &WindowWays::languageChosen);
    const auto *recordings = new RecordingWays(bench.window(), settings);
    connect(recordings, &RecordingWays::chosen, this, &WindowWays::chooseRecording);
    connectBench();
}

void WindowWays::connectDialogs()
{
    connect(&m_dialogs, &ClusterDialogs::fileChosen, this, &WindowWays::chooseFile);
    connect(&m_dialogs, &ClusterDialogs::clustersChosen, this, &WindowWays::chooseClusters);
    connect(&m_dialogs, &ClusterDialogs::etcdChosen, this, &WindowWays::chooseEtcd);
}

void WindowWays::connectBench()
{
    connect(&m_bench.recorder(), &WindowRecorder::openAsked, this, &WindowWays::chooseRecording);
    connect(&m_bench.window(), &MainWindow::clustersAsked, this, &WindowWays::showClusters);
    connect(&m_bench.window(), &MainWindow::clustersChosen, this, &WindowWays::chooseClusters);
    connect(&m_bench, &Workbench::clusterChosen, this, [this](const QString &name) { chooseClusters({name}); });
    connect(&m_bench, &Workbench::wayAsked, this, [this](WayOut way) {
        switch (way) {
        case WayOut::Test: return showClusters();
        case WayOut::Kubeconfig: return m_dialogs.chooseFile();
        case WayOut::Etcd: return m_dialogs.askForEtcd();
        }
    });
}

void WindowWays::chooseClusters(const QStringList &names)
{
    m_bench.recorder().leave([this, names] { Q_EMIT clustersChosen(names); });
}

void WindowWays::chooseFile(const QString &path)
{
    m_bench.recorder().leave([this, path] { Q_EMIT fileChosen(path); });
}

void WindowWays::chooseEtcd(const EtcdAccess &access)
{
    m_bench.recorder().leave([this, access] { Q_EMIT etcdChosen(access); });
}

void WindowWays::chooseRecording(const QString &path)
{
    m_bench.recorder().leave([this, path] { Q_EMIT recordingChosen(path); });
}

void WindowWays::showClusters()
{
    m_dialogs.showClusters(m_known.choices(), m_known.describe, m_known.pluginRules);
}

} // namespace wk
