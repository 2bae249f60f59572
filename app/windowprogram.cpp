// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/windowprogram.h"

#include "app/build.h"
#include "app/clusterchoice.h"
#include "app/consentdialog.h"
#include "app/console.h"
#include "app/diagnostics.h"
#include "app/historychoice.h"
#include "app/processage.h"
#include "app/processmemory.h"
#include "app/recordings/recordingways.h"
#include "app/recordings/shownrecording.h"
#include "app/tour.h"
#include "app/windowways.h"
#include "app/workbench.h"
#include "core/cluster/accesschange.h"
#include "ui/table/waysout.h"
#include "ui/window/diagnosticsdialog.h"

#include <QApplication>
#include <QLocale>
#include <QPointer>
#include <QSettings>

#include <algorithm>
#include <optional>
#include <utility>

namespace wk {

namespace {

/// Of a cluster of which no more is known.
ClusterAccess namedAlone(const QString &name)
{
    ClusterAccess access;
    access.context = name.toStdString();
    return access;
}

} // namespace

WindowProgram::WindowProgram(const WindowArguments &arguments, QSettings &store)
    : m_arguments(arguments)
    , m_store(store)
    , m_ui(store)
    , m_consents(store)
    , m_questions(m_consents, m_clock)
    , m_clusters(arguments.cluster)
    , m_interrupt([] { QCoreApplication::quit(); })
{
    if (arguments.cluster.allowInsecure)
        m_consents.allowAnyInsecure();
    m_clusters.setFileConsent([this](const FileRequest &files) { return m_consents.areFilesAllowed(files); });
    connect(&m_questions, &PluginQuestions::agreed, this, &WindowProgram::reopen);
    m_theme.setScheme(schemeNamed(arguments.theme, m_ui.colourScheme()));
    m_language.set(arguments.language.isEmpty() ? m_store.value(QStringLiteral("language")).toString()
                                                : arguments.language);
    connect(&m_updates, &KubeconfigUpdates::menuMoved, this, &WindowProgram::menuMoved);
    connect(&m_updates, &KubeconfigUpdates::wayAgreed, this, &WindowProgram::reconnect);
    connect(&m_updates, &KubeconfigUpdates::mended, this, [this] { retry(0); });
    m_updates.followFiles();
}

WindowProgram::~WindowProgram() = default;

void WindowProgram::menuMoved()
{
    if (!m_bench)
        return;
    m_bench->window().setClusters(choices());
    offerOthers();
}

void WindowProgram::openFirst()
{
    m_arguments.recording.isEmpty() ? open(m_clusters.first()) : openRecording(m_arguments.recording);
}

void WindowProgram::openRecording(const QString &path)
{
    const auto shown = ShownRecording::open(path.toStdString());
    if (!shown && m_bench)
        return RecordingWays::sayUnreadable(path, shown.error(), m_bench->window());
    const QString name = m_clusters.useRecording(path);
    m_ui.setRecordingOpened(m_clusters.recording(name));
    open({name});
}

void WindowProgram::open(const QStringList &names)
{
    const QStringList clusters = m_clusters.together(names);
    if (clusters.contains(m_clusters.demoName()) && m_clusters.pendingDemoPods() > 0)
        return startDemoProcess(clusters);
    std::vector<Chosen> chosen;
    for (const QString &name : clusters) {
        // The window opens all the same: it says what is wrong, and another cluster can be chosen.
        auto access = m_clusters.choose(name);
        chosen.push_back(
            {name, access ? *access : namedAlone(name), access ? std::nullopt : std::optional(access.error())});
    }
    openChosen(chosen);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        ClusterLink &link = *m_bench->clusters().all()[i];
        chosen[i].failure ? link.fail(*chosen[i].failure) : connectTo(link);
        if (chosen[i].failure)
            askAboutFiles(chosen[i].name);
    }
}

/// What keeps the cluster from being opened may be that they want a yes.
void WindowProgram::askAboutFiles(const QString &name)
{
    const auto files = m_clusters.refusedFiles(name);
    if (!files)
        return;
    askForFiles(*files, m_bench->window(), [this, request = *files](bool agreed) {
        if (!agreed)
            return;
        m_consents.allowFiles(request);
        reopen();
    });
}

/// The window is there at once and says how far its cluster is; another can be chosen meanwhile.
void WindowProgram::startDemoProcess(const QStringList &names)
{
    std::vector<Chosen> coming;
    for (const QString &name : names)
        coming.push_back({name, namedAlone(name), {}});
    openChosen(coming);
    const auto say = [this, names](int pods, int wanted) {
        if (m_names == names)
            m_bench->sayMaking(
                tr("Making the demo cluster: %1 of %2 pods.").arg(QLocale().toString(pods), QLocale().toString(wanted)),
                pods, wanted);
    };
    say(0, m_clusters.pendingDemoPods());
    if (m_demo)
        return;
    m_demo = std::make_unique<DemoProcess>(m_clusters.pendingDemoPods());
    connect(m_demo.get(), &DemoProcess::progressed, this, say);
    connect(m_demo.get(), &DemoProcess::ready, this,
            [this, names](const ClusterAccess &access) { demoIsReady(names, access); });
    connect(
        m_demo.get(), &DemoProcess::failed, this,
        [this, names](const Error &error) {
            m_demo.reset();
            if (m_names == names)
                m_bench->clusters().first().fail(error);
        },
        Qt::QueuedConnection);
    m_demo->start();
}

void WindowProgram::cancelDemoProcess()
{
    if (std::exchange(m_demo, nullptr))
        m_bench->clusters().first().fail({.kind = ErrorKind::Cancelled});
}

void WindowProgram::demoIsReady(const QStringList &names, const ClusterAccess &access)
{
    m_clusters.useDemo(access);
    if (m_names == names)
        open(names);
}

/// What fails may have been mended in the files meanwhile, so they are read again first: the address, a certificate,
/// the token. What was gathered goes only where they lead to another cluster than before.
void WindowProgram::retry(WatchId watch)
{
    if (m_names.size() == 1 && !m_clusters.recording(m_names.constFirst()).isEmpty())
        return reopen();
    if (m_names.contains(m_clusters.demoName()) && m_clusters.pendingDemoPods() > 0)
        return open(m_names);
    const bool isNothingGathered = m_bench->history().now().size() == 0;
    bool isAnyOther = false;
    for (const auto &link : m_bench->clusters().all()) {
        const auto access = m_clusters.choose(link->name());
        if (access && link->failure() && isNothingGathered)
            return reopen();
        const bool isOther = access && (link->failure() || !reachesAlike(*access, link->newest().access()));
        isAnyOther = isAnyOther || isOther || (!access && link->failure());
        if (isOther)
            reconnect(*link, *access);
        else if (!access && link->failure())
            link->fail(access.error());
    }
    if (!isAnyOther || m_names.size() > 1)
        m_bench->retry(watch);
}

/// The user wants to: what they said no to is asked again.
void WindowProgram::connectAgain(WatchId watch)
{
    m_questions.forgetAnswers();
    retry(watch);
    for (const QString &name : std::as_const(m_names))
        askAboutFiles(name);
}

/// Later: the window that asked is the one that goes.
void WindowProgram::reopen()
{
    QMetaObject::invokeMethod(
        this, [this] { open(m_names); }, Qt::QueuedConnection);
}

void WindowProgram::reconnect(ClusterLink &link, const ClusterAccess &access)
{
    m_questions.forgetAnswers();
    m_bench->reconnect(link, {access, m_clusters.backend(link.name(), access, pluginRules())});
    m_bench->window().setClusters(choices());
    beginQuestions();
    connectTo(link);
}

void WindowProgram::connectTo(ClusterLink &link)
{
    const ClusterAccess &access = link.newest().access();
    if (access.source == RecordingSource)
        return; // there is nothing to connect to
    if (!m_consents.isInsecureAllowed(access))
        link.fail(Consents::refusedInsecure(access));
    askForInsecure(access, m_consents, m_bench->window(), [link = QPointer(&link)] {
        if (link)
            link->newest().start();
    });
}

void WindowProgram::openChosen(const std::vector<Chosen> &chosen)
{
    m_names.clear();
    m_questions.forgetAnswers();
    std::vector<ChosenCluster> clusters;
    auto keys = m_clusters.keys();
    for (const Chosen &each : chosen) {
        m_names.append(each.name);
        clusters.push_back({each.name,
                            {each.access, m_clusters.backend(each.name, each.access, pluginRules())},
                            m_ui.clusterLook(keys[each.name])});
    }
    if (m_bench)
        m_bench->window().remember(); // the next one takes its place
    const KeptHistory kept = keptHistory(chosen);
    Clock &clock = kept.recording() ? static_cast<Clock &>(kept.recording()->clock) : m_clock;
    m_bench = std::make_unique<Workbench>(WindowContext{m_theme, m_ui, clock, processMemory, buildText()},
                                          std::move(clusters), kept);
    m_updates.followClusters(*m_bench);
    MainWindow &window = m_bench->window();
    window.setClusters(choices());
    beginQuestions();
    if (!m_arguments.ns.empty() && m_names == m_clusters.first())
        window.state().setNamespaces({m_arguments.ns});
    offerOthers();
    connectWays();
    if (m_names == QStringList{m_clusters.demoName()})
        tellOfDemo();
    connect(&window, &MainWindow::lookChosen, this, &WindowProgram::setLook);
    // Queued: the button that was clicked is hidden by it.
    connect(m_bench.get(), &Workbench::cancelAsked, this, &WindowProgram::cancelDemoProcess, Qt::QueuedConnection);
    connect(m_bench.get(), &Workbench::retryAsked, this, &WindowProgram::connectAgain);
    connect(&window, &MainWindow::diagnosticsAsked, this, &WindowProgram::showDiagnostics);
    connect(m_bench.get(), &Workbench::anotherCluster, this, &WindowProgram::reopen);
    window.show();
    if (!m_arguments.tourFolder.isEmpty())
        startTour();
    if (m_arguments.timeStart)
        connect(m_bench.get(), &Workbench::ready, this, &WindowProgram::sayStartTime);
}

ClusterChoices WindowProgram::choices() const
{
    ClusterChoices choices{m_clusters.names(), m_names};
    for (const auto &[name, key] : m_clusters.keys())
        choices.looks.emplace(name, m_ui.clusterLook(key));
    for (const auto &link : m_bench->clusters().all()) {
        if (const Impersonation &as = link->newest().access().as; !as.isNone())
            choices.users.emplace(link->name(), QString::fromStdString(textOf(as)));
    }
    return choices;
}

void WindowProgram::setLook(const QString &name, const ClusterLook &look)
{
    m_ui.setClusterLook(m_clusters.keys()[name], look);
    m_bench->window().setClusters(choices());
    m_bench->setLook(name, look);
}

/// The demo's is another cluster each time. Who looks as somebody else wants to see what they see, and not what others
/// have seen before.
KeptHistory WindowProgram::keptHistory(const std::vector<Chosen> &chosen) const
{
    const Chosen &first = chosen.front();
    if (const QString path = m_clusters.recording(first.name); !path.isEmpty()) {
        if (auto shown = ShownRecording::open(path.toStdString()))
            return KeptHistory::ofRecording(std::move(shown).value());
    }
    const auto isOfOneRun = [this](const Chosen &one) {
        return one.name == m_clusters.demoName() || one.access.server.isEmpty();
    };
    QStringList names;
    for (const Chosen &one : chosen)
        names.append(one.name);
    return chooseHistory(m_ui, names.join(QStringLiteral(", ")).toStdString(),
                         !m_arguments.cluster.as.isNone() || std::ranges::any_of(chosen, isOfOneRun));
}

void WindowProgram::offerOthers()
{
    OtherClusters others{m_clusters.contexts(), m_clusters.demoName()};
    for (const QString &name : std::as_const(m_names))
        others.contexts.removeAll(name);
    if (m_names.contains(others.demo))
        others.demo.clear();
    m_bench->setOtherClusters(others);
}

void WindowProgram::tellOfDemo()
{
    const bool isForWant = !m_arguments.cluster.demo && !hasKubeconfig(m_arguments.cluster);
    m_bench->window().tell([isForWant] {
        return isForWant ? tr("No kubeconfig was found, so this is the demo cluster inside Watchkeeper: nothing in it "
                              "is real.")
                         : tr("This is the demo cluster inside Watchkeeper: nothing in it is real.");
    });
}

void WindowProgram::openFile(const QString &path)
{
    m_arguments.cluster.kubeconfig = path.toStdString();
    m_clusters.useFile(path);
    m_updates.followFiles();
    open(m_clusters.first());
}

void WindowProgram::connectWays()
{
    const auto describe = [this](const QString &name) { return m_clusters.describe(name); };
    const auto *ways = new WindowWays(*m_bench, m_consents, m_ui, m_language,
                                      {[this] { return choices(); }, describe, [this] { return pluginRules(); }});
    // Queued: the window that asked is the one that goes.
    connect(ways, &WindowWays::fileChosen, this, &WindowProgram::openFile, Qt::QueuedConnection);
    connect(ways, &WindowWays::clustersChosen, this, &WindowProgram::open, Qt::QueuedConnection);
    connect(ways, &WindowWays::recordingChosen, this, &WindowProgram::openRecording, Qt::QueuedConnection);
    connect(ways, &WindowWays::etcdChosen, this, [this](const EtcdAccess &access) {
        const QString name = m_clusters.useEtcd(access);
        QMetaObject::invokeMethod(
            this, [this, name] { open({name}); }, Qt::QueuedConnection);
    });
    connect(ways, &WindowWays::againAsked, this, [this] { connectAgain(0); });
    connect(ways, &WindowWays::languageChosen, this, [this](const QString &name) {
        m_language.set(name);
        m_store.setValue(QStringLiteral("language"), name);
    });
}

PluginRules WindowProgram::pluginRules()
{
    PluginRules rules = m_questions.rules();
    if (m_arguments.cluster.allowExec)
        rules.consent = [](const ExecRequest &) { return ExecAnswer::Allow; };
    return rules;
}

/// For the clusters that the window shows now.
void WindowProgram::beginQuestions()
{
    std::vector<ClusterAccess> clusters;
    for (const auto &link : m_bench->clusters().all())
        clusters.push_back(link->newest().access());
    m_questions.begin(m_bench->window(), clusters);
}

void WindowProgram::showDiagnostics()
{
    const DiagnosticsSubject subject{buildText(), kubeconfigSources(m_arguments.cluster), m_questions.path(),
                                     m_questions.shellAsked()};
    (new DiagnosticsDialog([subject] { return diagnosticsText(subject); }, &m_bench->window()))->show();
}

void WindowProgram::startTour()
{
    m_tour = std::make_unique<Tour>(*m_bench, m_theme, m_language, m_arguments.tourFolder);
    connect(m_tour.get(), &Tour::finished, this, [](int code) { QCoreApplication::exit(code); });
    connect(m_bench.get(), &Workbench::ready, m_tour.get(), &Tour::start);
}

void WindowProgram::sayStartTime()
{
    m_bench->window().repaint(); // the rows, not only their arrival
    Console::standard().out(std::to_string(processAge().count()) + "\n");
    QCoreApplication::quit();
}

} // namespace wk
