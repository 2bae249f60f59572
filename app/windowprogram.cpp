// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/windowprogram.h"

#include "app/build.h"
#include "app/clusterchoice.h"
#include "app/consentdialog.h"
#include "app/console.h"
#include "app/etcdchoice.h"
#include "app/etcddialog.h"
#include "app/historyfolder.h"
#include "app/processage.h"
#include "app/processmemory.h"
#include "app/qtmessages.h"
#include "app/tour.h"
#include "app/workbench.h"
#include "ui/style/errorwords.h"
#include "ui/style/programicon.h"
#include "ui/style/whentranslated.h"
#include "ui/table/waysout.h"

#include <QActionGroup>
#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QLocale>
#include <QMenu>
#include <QPointer>
#include <QSettings>
#include <QTemporaryDir>

#include <optional>
#include <utility>

namespace wk {

namespace {

ColourScheme schemeNamed(const QString &name, ColourScheme otherwise)
{
    if (name == QStringLiteral("dark"))
        return ColourScheme::Dark;
    if (name == QStringLiteral("light"))
        return ColourScheme::Light;
    return name == QStringLiteral("system") ? ColourScheme::System : otherwise;
}

Error refusedInsecure(const ClusterAccess &access)
{
    Error error;
    error.kind = ErrorKind::ConsentNeeded;
    error.place = access.source;
    error.text = "insecure-skip-tls-verify";
    return error;
}

/// The namespace only says where to look first.
bool reachesAlike(ClusterAccess one, const ClusterAccess &other)
{
    one.ns = other.ns;
    return one == other;
}

} // namespace

WindowProgram::WindowProgram(const WindowArguments &arguments, QSettings &store)
    : m_arguments(arguments)
    , m_store(store)
    , m_ui(store)
    , m_consents(store)
    , m_clusters(arguments.cluster)
    , m_interrupt([] { QCoreApplication::quit(); })
{
    m_theme.setScheme(schemeNamed(arguments.theme, m_ui.colourScheme()));
    m_language.set(arguments.language.isEmpty() ? m_store.value(QStringLiteral("language")).toString()
                                                : arguments.language);
}

WindowProgram::~WindowProgram() = default;

void WindowProgram::openFirst()
{
    open(m_clusters.first());
}

void WindowProgram::open(const QString &name)
{
    // Which is the current one is only known since the file can be read.
    const QString cluster = name.isEmpty() ? m_clusters.first() : name;
    if (cluster == m_clusters.demoName() && m_clusters.pendingDemoPods() > 0)
        return startDemoProcess(cluster);
    const auto access = m_clusters.choose(cluster);
    if (access) {
        openAccess(*access, cluster);
        connectTo(*access);
        return;
    }
    // The window opens all the same: it says what is wrong, and another cluster can be chosen.
    ClusterAccess broken;
    broken.context = cluster.toStdString();
    openAccess(broken, cluster);
    m_bench->fail(access.error());
}

/// The window is there at once and says how far its cluster is; another can be chosen meanwhile.
void WindowProgram::startDemoProcess(const QString &name)
{
    ClusterAccess coming;
    coming.context = name.toStdString();
    openAccess(coming, name);
    const auto say = [this, name](int pods, int wanted) {
        if (m_cluster == name)
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
            [this, name](const ClusterAccess &access) { demoIsReady(name, access); });
    connect(
        m_demo.get(), &DemoProcess::failed, this,
        [this, name](const Error &error) {
            m_demo.reset();
            if (m_cluster == name)
                m_bench->fail(error);
        },
        Qt::QueuedConnection);
    m_demo->start();
}

void WindowProgram::cancelDemoProcess()
{
    if (std::exchange(m_demo, nullptr))
        m_bench->fail({.kind = ErrorKind::Cancelled});
}

void WindowProgram::demoIsReady(const QString &name, const ClusterAccess &access)
{
    m_clusters.useDemo(access);
    if (m_cluster == name)
        open(name);
}

/// What fails may have been mended in the files meanwhile, so they are read again first: the address, a certificate,
/// the token. What was gathered goes only where they lead to another cluster than before.
void WindowProgram::retry(WatchId watch)
{
    if (m_cluster == m_clusters.demoName() && m_clusters.pendingDemoPods() > 0)
        return open(m_cluster);
    const auto access = m_clusters.choose(m_cluster);
    ClusterSession &session = m_bench->session();
    const bool isNothingGathered = m_bench->history().now().size() == 0;
    if (access && m_bench->hasFailed() && isNothingGathered) {
        // Queued: the workbench that asks is the one that goes.
        QMetaObject::invokeMethod(
            this, [this] { open(m_cluster); }, Qt::QueuedConnection);
        return;
    }
    if (access && (m_bench->hasFailed() || !reachesAlike(*access, session.access()))) {
        m_hasAsked = false;
        m_bench->reconnect(*access, m_clusters.backend(m_cluster, *access, pluginConsent()));
        m_bench->window().setActingAs(QString::fromStdString(access->as.user));
        return connectTo(*access);
    }
    if (!access && m_bench->hasFailed())
        return m_bench->fail(access.error());
    m_bench->retry(watch);
}

void WindowProgram::connectTo(const ClusterAccess &access)
{
    if (!access.skipTlsVerify || m_arguments.cluster.allowInsecure || m_consents.isInsecureAllowed(access))
        return m_bench->session().start();
    m_bench->fail(refusedInsecure(access));
    askForInsecure(access, m_bench->window(), [this, access](bool agreed) {
        if (!agreed)
            return;
        m_consents.allowInsecure(access);
        m_bench->session().start();
    });
}

void WindowProgram::openAccess(const ClusterAccess &access, const QString &name)
{
    m_cluster = name;
    m_hasAsked = false;
    if (m_bench)
        m_bench->window().remember(); // the next one takes its place
    m_bench = std::make_unique<Workbench>(WindowContext{m_theme, m_ui, m_clock, processMemory, buildText()}, access,
                                          m_clusters.backend(name, access, pluginConsent()), keptHistory(access, name));
    MainWindow &window = m_bench->window();
    window.setClusters(m_clusters.names(), name);
    window.setActingAs(QString::fromStdString(access.as.user));
    if (!m_arguments.ns.empty() && name == m_clusters.first())
        window.state().setNamespaces({m_arguments.ns});
    offerOthers(name);
    fillMenu(window.programMenu());
    if (name == m_clusters.demoName())
        tellOfDemo();
    // Queued: the workbench that asks is the one that goes.
    connect(&window, &MainWindow::clusterChosen, this, &WindowProgram::open, Qt::QueuedConnection);
    // Queued: the button that was clicked is hidden by it.
    connect(m_bench.get(), &Workbench::cancelAsked, this, &WindowProgram::cancelDemoProcess, Qt::QueuedConnection);
    connect(m_bench.get(), &Workbench::retryAsked, this, &WindowProgram::retry);
    connect(m_bench.get(), &Workbench::clusterChosen, this, &WindowProgram::open, Qt::QueuedConnection);
    connect(
        m_bench.get(), &Workbench::anotherCluster, this, [this] { open(m_cluster); }, Qt::QueuedConnection);
    connect(m_bench.get(), &Workbench::wayAsked, this,
            [this](WayOut way) { way == WayOut::Etcd ? askForEtcd() : chooseFile(); });
    window.show();
    if (!m_arguments.tourFolder.isEmpty())
        startTour();
    if (m_arguments.timeStart)
        connect(m_bench.get(), &Workbench::ready, this, &WindowProgram::sayStartTime);
}

/// The demo's is another cluster each time.
KeptHistory WindowProgram::keptHistory(const ClusterAccess &access, const QString &name) const
{
    const auto folder = keptHistoryFolder();
    const auto opened = folder ? JournalRoot::open(*folder) : Result<JournalRoot>(folder.error());
    const bool isOfOneRun = name == m_clusters.demoName() || access.server.isEmpty();
    const auto root = opened && !isOfOneRun ? std::optional(*opened) : std::nullopt;
    const HistoryKeeping keeping = m_ui.historyKeeping();
    if (keeping == HistoryKeeping::InMemoryOnly)
        return KeptHistory(root);
    if (keeping == HistoryKeeping::AcrossRestarts && !isOfOneRun && !opened)
        return KeptHistory::refused(historyFolder(), opened.error());
    if (keeping == HistoryKeeping::WhileItRuns || !root)
        return KeptHistory::whileItRuns(historyFolder(), root);
    const HistoryLimits most = m_ui.historyLimits();
    JournalBound bound;
    bound.bytes = std::uint64_t(std::max(most.diskGigabytes, 1)) * 1024 * limits::MiB;
    if (most.hours > 0)
        bound.age = std::chrono::hours(most.hours);
    return KeptHistory::acrossRestarts(*root, bound, name.toStdString());
}

void WindowProgram::offerOthers(const QString &name)
{
    OtherClusters others{m_clusters.contexts(), m_clusters.demoName()};
    others.contexts.removeAll(name);
    if (others.demo == name)
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

void WindowProgram::chooseFile()
{
    auto *dialog = new QFileDialog(&m_bench->window(), tr("Open a kubeconfig"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setFilter(QDir::Files | QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot);
    dialog->setDirectory(QDir::home().filePath(QStringLiteral(".kube")));
    // Queued: the window that asked is the one that goes.
    connect(dialog, &QFileDialog::fileSelected, this, &WindowProgram::openFile, Qt::QueuedConnection);
    dialog->open();
}

void WindowProgram::askForEtcd()
{
    auto *dialog = new EtcdDialog(&m_bench->window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    // Queued: the window that asked is the one that goes.
    connect(
        dialog, &EtcdDialog::wanted, this,
        [this, dialog = QPointer(dialog)] {
            if (!dialog)
                return;
            auto access = chooseEtcd(dialog->arguments(), dialog->prefix().toStdString());
            if (!access)
                return dialog->say(errorWords(access.error()).sentence());
            dialog->close();
            open(m_clusters.useEtcd(std::move(access).value()));
        },
        Qt::QueuedConnection);
    dialog->open();
}

void WindowProgram::openFile(const QString &path)
{
    m_arguments.cluster.kubeconfig = path.toStdString();
    m_clusters.useFile(path);
    open(m_clusters.first());
}

void WindowProgram::fillMenu(QMenu &menu)
{
    QAction *first = menu.actions().value(0);
    QAction *file = new QAction(&menu);
    QAction *etcd = new QAction(&menu);
    QAction *again = new QAction(&menu);
    auto *languages = new QMenu(&menu);
    menu.insertActions(first, {file, etcd, again});
    menu.insertSeparator(first);
    menu.insertMenu(first, languages);
    connect(file, &QAction::triggered, this, &WindowProgram::chooseFile);
    connect(etcd, &QAction::triggered, this, &WindowProgram::askForEtcd);
    connect(again, &QAction::triggered, this, [this] { retry(0); });
    whenTranslated(&m_bench->window(), [file, etcd, again, languages] {
        file->setText(tr("Open a kubeconfig…"));
        etcd->setText(tr("Connect to etcd…"));
        again->setText(tr("Connect again"));
        languages->setTitle(tr("Language"));
    });
    auto *names = new QActionGroup(languages);
    for (const QString &name : Language::known()) {
        QAction *action =
            languages->addAction(name == QStringLiteral("en") ? QStringLiteral("English") : QStringLiteral("简体中文"));
        action->setCheckable(true);
        action->setChecked(m_language.name() == name);
        names->addAction(action);
        connect(action, &QAction::triggered, this, [this, name] {
            m_language.set(name);
            m_store.setValue(QStringLiteral("language"), name);
        });
    }
}

/// Answers in the session's thread from what is stored; what is not decided is asked about in ours.
ExecConsent WindowProgram::pluginConsent()
{
    if (m_arguments.cluster.allowExec)
        return [](const ExecRequest &) { return ExecAnswer::Allow; };
    return [this, stored = m_consents.forPlugins()](const ExecRequest &request) {
        const ExecAnswer answer = stored(request);
        if (answer == ExecAnswer::Ask)
            QMetaObject::invokeMethod(
                this, [this, request] { askForConsent(request); }, Qt::QueuedConnection);
        return answer;
    };
}

void WindowProgram::askForConsent(const ExecRequest &request)
{
    const ClusterAccess &access = m_bench->session().access();
    const bool isOfThisCluster = request.context == access.context && request.kubeconfig == access.source;
    if (!isOfThisCluster || std::exchange(m_hasAsked, true))
        return;
    askForPlugin(request, m_bench->window(), [this, subject = request.subject](bool agreed) {
        if (!agreed)
            return;
        m_consents.allowPlugin(subject);
        // Queued: the window that asked is the one that goes.
        QMetaObject::invokeMethod(
            this, [this] { open(m_cluster); }, Qt::QueuedConnection);
    });
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

int runWindow(int &argc, char **argv, const WindowArguments &arguments)
{
    std::optional<DisplayOpening> opening(std::in_place);
    QApplication application(argc, argv);
    opening.reset();
    // The folder of the settings: without it Qt names it "Unknown Organization".
    QApplication::setOrganizationName(QCoreApplication::applicationName());
    QApplication::setApplicationDisplayName(QStringLiteral("Watchkeeper"));
    QApplication::setDesktopFileName(QStringLiteral("watchkeeper"));
    QApplication::setWindowIcon(programIcon());
    // A run that only shows or times the program begins as for a new user, and leaves the user's own settings alone.
    const QTemporaryDir aside;
    const bool isForShow = arguments.timeStart || !arguments.tourFolder.isEmpty();
    QSettings usual;
    QSettings once(aside.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    WindowProgram program(arguments, isForShow ? once : usual);
    program.openFirst();
    return QApplication::exec();
}

} // namespace wk
