// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/windowprogram.h"

#include "app/clustermenu.h"
#include "app/consentdialog.h"
#include "app/consents.h"
#include "app/console.h"
#include "app/interrupt.h"
#include "app/language.h"
#include "app/processage.h"
#include "app/tour.h"
#include "app/workbench.h"
#include "ui/models/uisettings.h"
#include "ui/style/theme.h"

#include <QActionGroup>
#include <QApplication>
#include <QMenu>
#include <QSettings>

#include <memory>

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

/// What lives as long as the window program, and the workbench on the cluster in use.
class WindowProgram : public QObject
{
    Q_OBJECT

public:
    explicit WindowProgram(const WindowArguments &arguments)
        : m_arguments(arguments)
        , m_ui(m_store)
        , m_consents(m_store)
        , m_clusters(arguments.cluster)
        , m_interrupt([] { QCoreApplication::quit(); })
    {
        m_theme.setScheme(schemeNamed(arguments.theme, m_ui.colourScheme()));
        m_language.set(arguments.language.isEmpty() ? m_store.value(QStringLiteral("language")).toString()
                                                    : arguments.language);
    }

    void open(const QString &cluster);

private:
    void openAccess(const ClusterAccess &access, const QString &name);
    void fillMenu(QMenu &menu);
    void askForConsent();
    void startTour();
    void sayStartTime();

    WindowArguments m_arguments;
    QSettings m_store;
    UiSettings m_ui;
    Consents m_consents;
    SystemClock m_clock;
    Theme m_theme;
    Language m_language;
    ClusterMenu m_clusters;
    Interrupt m_interrupt;
    std::unique_ptr<Workbench> m_bench;
    std::unique_ptr<Tour> m_tour;
    bool m_isAsking = false;
};

void WindowProgram::open(const QString &cluster)
{
    auto access = m_clusters.choose(cluster);
    if (access && access->skipTlsVerify && !m_arguments.cluster.allowInsecure &&
        !m_consents.isInsecureAllowed(*access)) {
        if (!askForInsecure(*access))
            return;
        m_consents.allowInsecure(*access);
    }
    if (access) {
        openAccess(*access, cluster);
        return;
    }
    // The window opens all the same: it says what is wrong, and another cluster can be chosen.
    ClusterAccess broken;
    broken.context = cluster.toStdString();
    openAccess(broken, cluster);
    m_bench->fail(access.error());
}

void WindowProgram::openAccess(const ClusterAccess &access, const QString &name)
{
    const ExecConsent consent =
        m_arguments.cluster.allowExec ? [](const ExecRequest &) { return ExecAnswer::Allow; } : m_consents.forPlugins();
    m_bench = std::make_unique<Workbench>(WindowContext{m_theme, m_ui, m_clock}, access, consent);
    MainWindow &window = m_bench->window();
    window.setClusters(m_clusters.names(), name);
    fillMenu(window.programMenu());
    // Queued: the workbench that asks is the one that goes.
    connect(&window, &MainWindow::clusterChosen, this, &WindowProgram::open, Qt::QueuedConnection);
    connect(&m_bench->session(), &ClusterSession::stateChanged, this, &WindowProgram::askForConsent,
            Qt::QueuedConnection);
    window.show();
    if (!access.server.isEmpty())
        m_bench->session().start();
    if (!m_arguments.tourFolder.isEmpty())
        startTour();
    if (m_arguments.timeStart)
        connect(m_bench.get(), &Workbench::ready, this, &WindowProgram::sayStartTime);
}

void WindowProgram::fillMenu(QMenu &menu)
{
    auto *languages = new QMenu(tr("&Language"), &menu);
    menu.insertMenu(menu.actions().value(0), languages);
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

void WindowProgram::askForConsent()
{
    const Error &error = m_bench->session().lastError();
    if (m_isAsking || error.kind != ErrorKind::ConsentNeeded)
        return;
    m_isAsking = true;
    const ClusterAccess access = m_bench->session().access();
    const bool agreed = askForPlugin(access, m_consents, m_bench->window());
    m_isAsking = false;
    if (agreed)
        open(QString::fromStdString(access.context));
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

} // namespace

int runWindow(int &argc, char **argv, const WindowArguments &arguments)
{
    QApplication application(argc, argv);
    QApplication::setApplicationDisplayName(QStringLiteral("Watchkeeper"));
    QApplication::setDesktopFileName(QStringLiteral("watchkeeper"));
    WindowProgram program(arguments);
    program.open(ClusterMenu(arguments.cluster).first());
    return QApplication::exec();
}

} // namespace wk

#include "windowprogram.moc"
