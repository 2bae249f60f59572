// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/rows/historywriter.h"
#include "tests/bench/figure.h"
#include "tests/bench/fleetteller.h"
#include "tests/bench/loopturns.h"
#include "tests/bench/measure.h"
#include "tests/bench/windowbench.h"
#include "ui/models/resourcetablemodel.h"

#include <QEvent>
#include <QTableView>

/// reopen: from when a window is made on a cluster that does not answer until its table is painted as it stood when the
/// last program ended, a million rows being kept of 2,000 pods, in ms; the yardstick has 10,000 rows of as many pods.
/// reopen-times: how many times as long the former takes.
namespace wk::bench {

namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t Pods = 2'000;
constexpr std::uint64_t Few = 10'000;
constexpr std::uint64_t Many = 1'000'000;
constexpr int Runs = 5;

/// It is being asked for ever.
class SilentBackend : public Backend
{
public:
    void discover(std::function<void(Result<ServerFacts>)>) override {}
    void probe(std::function<void(std::optional<Error>)>) override {}
    std::unique_ptr<ListerWatcher> source(const WatchScope &, std::unique_ptr<BodyWriter>) override { return {}; }
    void forgetConnections() override {}
};

/// Tells when a widget has been painted with rows in its model.
class PaintWatch : public QObject
{
public:
    explicit PaintWatch(const QTableView &view)
        : m_view(view)
    {
        view.viewport()->installEventFilter(this);
    }
    bool eventFilter(QObject *, QEvent *event) override
    {
        m_isPainted = m_isPainted || (event->type() == QEvent::Paint && m_view.model()->rowCount() > 0);
        return false;
    }
    bool isPainted() const { return m_isPainted; }

private:
    const QTableView &m_view;
    bool m_isPainted = false;
};

/// A cluster whose history is kept.
class KeptCluster
{
public:
    explicit KeptCluster(std::uint64_t events)
    {
        m_access.context = "pods";
        m_access.server = QUrl(QStringLiteral("https://127.0.0.1:1"));
        EventLog::Bounds bounds;
        bounds.rows = 2 * Many;
        bounds.bytes = SIZE_MAX;
        HistoryWriter writer(bounds, [](HistoryPtr) {});
        const ClusterId cluster = ClusterId::known("bench");
        writer.keepIn(kept().find(ClusterId::provisional(m_access), cluster));
        FleetTeller teller(writer, cluster, Pods);
        teller.list();
        teller.run(events);
        writer.flush();
    }

    /// In ms.
    double reopen() const
    {
        const double began = wallSeconds();
        const BackendFactory silent = [](Clock &) -> Result<std::unique_ptr<Backend>> {
            return std::unique_ptr<Backend>(std::make_unique<SilentBackend>());
        };
        WindowBench window(m_access, silent, kept());
        window.bench.session().start();
        const PaintWatch paint(*window.table->findChild<QTableView *>());
        if (!LoopTurns().run(60s, [&] { return paint.isPainted(); }))
            give("reopen: nothing was painted");
        return (wallSeconds() - began) * 1e3;
    }

private:
    KeptHistory kept() const
    {
        auto root = JournalRoot::open(m_folder.filePath(QStringLiteral("history")).toStdString());
        if (!root)
            give("reopen: there is no place for a history");
        return KeptHistory::acrossRestarts(std::move(root).value(), {}, "pods");
    }

    QTemporaryDir m_folder;
    ClusterAccess m_access;
};

std::vector<Figure> measureReopen()
{
    return inApplication([] {
        const KeptCluster few(Few);
        const KeptCluster many(Many);
        std::vector<double> ofFew;
        std::vector<double> ofMany;
        for (int run = 0; run < Runs; ++run) {
            ofFew.push_back(few.reopen());
            ofMany.push_back(many.reopen());
        }
        const double ours = median(ofMany);
        const double yardstick = median(ofFew);
        return std::vector<Figure>{{.name = "reopen",
                                    .value = ours,
                                    .unit = "ms",
                                    .runs = Runs,
                                    .yardstick = yardstick,
                                    .ratio = yardstick / ours},
                                   {.name = "reopen-times", .value = ours / yardstick, .unit = "times", .runs = Runs}};
    });
}

const Registration registration("reopen", measureReopen);

} // namespace

} // namespace wk::bench
