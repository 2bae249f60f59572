// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "ui/models/uisettings.h"
#include "ui/models/view.h"
#include "ui/style/theme.h"
#include "ui/table/tableview.h"
#include "ui/window/mainwindow.h"

#include <QDir>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <random>

namespace tst_pictures {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

namespace {

constexpr WatchId pods = 1;

class EmptyView : public View
{
public:
    explicit EmptyView(QString title)
        : m_title(std::move(title))
    {}
    QString title() const override { return m_title; }
    void applyBatch(const Batch &) override {}

private:
    QString m_title;
};

/// The pods of the picture, by name.
std::map<std::string, PodRow> rows()
{
    std::map<std::string, PodRow> all;
    for (const PodRow &row : picturePods())
        all[row.name] = row;
    return all;
}

EntryPtr change(const std::string &name, const std::function<void(PodRow &)> &edit, WallTime when,
                std::string manager = "kubelet")
{
    const PodRow before = rows().at(name);
    PodRow after = before;
    edit(after);
    return at(
        modified(pods, shared(pod(before)), shared(pod(after, 8'123'309)), {"status.phase a b"}, std::move(manager)),
        when);
}

/// Twenty minutes of a cluster's life: calm, two bursts, one gap. The seed fixes it.
std::vector<EntryPtr> history()
{
    std::mt19937 random(42); // NOLINT: the same picture every time
    const auto all = picturePods();
    const ObjectPtr strange = shared(pod({.name = "strange"}));
    std::vector<EntryPtr> entries;
    for (int second = 1380; second > 5; --second) {
        const WallTime when = Now - std::chrono::seconds(second);
        if (second > 760 && second < 780)
            continue;
        const bool burst = (second > 580 && second < 640) || (second > 200 && second < 240);
        for (unsigned i = random() % 3 + (burst ? 5 : 0); i > 0; --i) {
            const std::size_t pick = random() % 60;
            if (pick < all.size() && (pick == 9 || pick == 10 || random() % 6 == 0))
                entries.push_back(change(
                    all[pick].name, [](PodRow &) {}, when));
            else
                entries.push_back(at(modified(2, strange, strange), when));
        }
        if (random() % (burst ? 2 : 9) == 0)
            entries.push_back(added(2, strange, when));
        if (random() % (burst ? 3 : 12) == 0)
            entries.push_back(deleted(2, strange, when));
    }
    entries.push_back(gap(2, 8'121'640, 8'121'702, Now - 761s));
    return entries;
}

/// What has just happened in the picture.
std::vector<EntryPtr> news()
{
    PodRow fresh;
    fresh.name = "web-7c9f4d5b6-m9zln";
    fresh.ready = "0/1";
    fresh.status = "ContainerCreating";
    fresh.age = 2s;
    fresh.node = "node-04";
    return {
        change(
            "web-5d8c6b97f4-4tqpz", [](PodRow &row) { row.status = "Terminating"; }, Now - 2s,
            "kube-controller-manager"),
        deleted(pods, shared(pod(rows().at("web-5d8c6b97f4-d6r2w")))),
        added(pods, shared(pod(fresh)), Now - 1s),
        change(
            "web-7c9f4d5b6-q8k4m",
            [](PodRow &row) {
                row.status = "CrashLoopBackOff";
                row.restarts = "7 (1s ago)";
                row.ready = "0/1";
            },
            Now - 1s),
        change(
            "web-7c9f4d5b6-x2x8k", [](PodRow &row) { row.ready = "1/1"; }, Now - 4s),
    };
}

std::vector<ObjectPtr> listOfPods()
{
    std::vector<ObjectPtr> objects;
    for (const auto &[name, row] : rows()) {
        Object made = pod(row);
        ManagedFields fields;
        fields.manager = row.ns == "web" ? "kubelet" : "kubectl-client-side-apply";
        fields.time = *made.created + 30s;
        made.managers = {fields};
        objects.push_back(shared(std::move(made)));
    }
    return objects;
}

} // namespace

/// Leaves pictures of the window in build/screenshots, for people to look at beside the design.
class PicturesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theTableInBothThemes_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("dark") << true;
        QTest::newRow("light") << false;
    }
    void theTableInBothThemes()
    {
        QFETCH(bool, dark);
        open(dark);
        m_window->applyBatch(batch({listed(pods, podColumns(), listOfPods())}, {live(pods), live(2)}));
        m_window->applyBatch(batch(history()));
        m_clock->advance(5s);
        m_clock->setWall(Now);
        m_window->applyBatch(batch(news()));
        m_window->state().setFilter(QStringLiteral("kind:Pod ns:payments,web not phase == Succeeded"));
        m_window->state().select(refOf(podInfo().gvr, pod(rows().at("web-7c9f4d5b6-q8k4m"))));
        QVERIFY(save(dark ? QStringLiteral("table-dark") : QStringLiteral("table-light")));
    }

    void whatStandsInAnEmptyTable_data()
    {
        QTest::addColumn<int>("row");
        QTest::newRow("loading") << 0;
        QTest::newRow("denied") << 1;
        QTest::newRow("unreachable") << 2;
        QTest::newRow("nothing-matches") << 3;
        QTest::newRow("stale") << 4;
    }
    void whatStandsInAnEmptyTable()
    {
        QFETCH(int, row);
        open(row % 2 == 0);
        WatchStatus status = live(pods);
        status.error = Error();
        switch (row) {
        case 0:
            status.state = WatchState::Listing;
            status.error.reset();
            status.listed = 6500;
            status.listTotal = 15200;
            break;
        case 1:
            status.state = WatchState::NotAllowed;
            status.error->kind = ErrorKind::Forbidden;
            status.error->text =
                "pods is forbidden: User \"dev-user\" cannot list resource \"pods\" in API group \"\" in the "
                "namespace \"payments\"";
            break;
        case 2:
        case 4:
            status.state = WatchState::Waiting;
            status.error->kind = ErrorKind::Refused;
            status.error->text = "Connection refused";
            status.nextTry = Now + 12s;
            status.staleSince = Now - 160s;
            break;
        default:
            status.error.reset();
            m_window->state().setFilter(QStringLiteral("restarts"));
            break;
        }
        if (row > 2)
            m_window->applyBatch(batch({listed(pods, podColumns(), listOfPods())}));
        m_window->applyBatch(batch({}, {status}));
        m_clock->advance(1s);
        QVERIFY(save(QStringLiteral("table-") + QString::fromUtf8(QTest::currentDataTag())));
    }

private:
    void open(bool dark)
    {
        m_theme.setScheme(dark ? ColourScheme::Dark : ColourScheme::Light);
        m_window.reset();
        m_clock = std::make_unique<ManualClock>();
        m_clock->setWall(Now);
        m_window = std::make_unique<MainWindow>(WindowContext{m_theme, m_settings, *m_clock});
        auto *table = new TableView(m_window->state(), m_settings, *m_clock);
        m_window->addView(new EmptyView(QStringLiteral("Overview")));
        m_window->addView(table);
        for (const char *title : {"Stream", "Timeline", "Charts", "Events", "Watches"})
            m_window->addView(new EmptyView(QString::fromLatin1(title)));
        m_window->showView(table);
        m_window->setNavigator(new QWidget);
        m_window->setInspector(new QWidget);
        m_window->setClusters({{QStringLiteral("prod-eu"), QStringLiteral("staging")}, {QStringLiteral("prod-eu")}});
        m_window->state().setNamespaces({"payments", "web"});
        table->setWatches(podInfo(), {pods});
        m_window->resize(1440, 872);
        m_window->show();
        table->setFocus();
    }

    bool save(const QString &name)
    {
        const QDir folder(QStringLiteral(WATCHKEEPER_BINARY_DIR "/../screenshots"));
        QCoreApplication::processEvents();
        return folder.mkpath(QStringLiteral(".")) &&
               m_window->grab().save(folder.filePath(name + QStringLiteral(".png")));
    }

    QTemporaryDir m_folder;
    QSettings m_store{m_folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat};
    UiSettings m_settings{m_store};
    Theme m_theme;
    std::unique_ptr<ManualClock> m_clock;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace tst_pictures

WK_TEST(tst_pictures, PicturesTest, QApplication)
#include "tst_pictures.moc"
