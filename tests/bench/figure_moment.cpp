// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/figure.h"
#include "tests/bench/measure.h"
#include "tests/support/manualclock.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testtable.h"

#include <QCoreApplication>
#include <QElapsedTimer>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

/// moment: until a table of 20,000 pods stands as it did one event earlier, in ms, from when it is asked for; -jump the
/// same of a moment 5,000 events away, -back the way back to the present. The yardstick makes the live table of the
/// same history anew.
namespace wk::bench {

namespace {

constexpr std::size_t Pods = 20'000;
constexpr std::size_t Events = 5'000;
constexpr int Runs = 9;
constexpr WatchId Watch = 1;

class MomentBench
{
public:
    MomentBench()
    {
        m_clock.setWall(sample::Now);
        m_model.setSource(sample::podInfo(), {Watch});
        const std::vector<ObjectPtr> pods = sample::manyPods(Pods);
        feed(sample::listed(Watch, sample::podColumns(), pods));
        order(m_model);
        for (std::size_t i = 0; i < Events; ++i) {
            Object after = *pods[i * (Pods / Events)];
            after.cells[3] = std::to_string(i % 9);
            feed(sample::modified(Watch, pods[i * (Pods / Events)], sample::shared(std::move(after))));
        }
    }

    /// In ms.
    double go(RowId upTo)
    {
        const double ms = took([&] {
            m_model.showPast({sample::Now, upTo, {}});
            settle(m_model);
        });
        if (std::size_t(m_model.rowCount()) != Pods)
            std::abort();
        return ms;
    }
    double back()
    {
        return took([&] { m_model.showPresent(); });
    }
    double anew()
    {
        return took([&] {
            ResourceTableModel model(m_clock);
            model.setHistory(m_model.history);
            model.setSource(sample::podInfo(), {Watch});
            order(model);
            if (std::size_t(model.rowCount()) != Pods)
                std::abort();
        });
    }
    RowId end() const { return m_model.history.now().end(); }

private:
    void feed(EntryPtr entry) { m_model.applyBatch(sample::batch({std::move(entry)})); }
    template <class What>
    static double took(What what)
    {
        QElapsedTimer clock;
        clock.start();
        what();
        return double(clock.nsecsElapsed()) / 1e6;
    }
    static void settle(const ResourceTableModel &model)
    {
        while (model.isOrderComing() || model.isPastComing())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    static void order(ResourceTableModel &model)
    {
        model.sort(model.columnOf(QStringLiteral("@name")));
        settle(model);
    }

    ManualClock m_clock;
    TestTable m_model{m_clock};
};

Figure milliseconds(const char *name, std::vector<double> values)
{
    return {.name = name, .value = median(std::move(values)), .unit = "ms", .runs = Runs};
}

std::vector<Figure> measureMoment()
{
    int argc = 1;
    std::string program = "wk_frames";
    char *argv[] = {program.data(), nullptr};
    const QCoreApplication application(argc, argv);
    MomentBench table;
    std::vector<double> steps;
    std::vector<double> jumps;
    std::vector<double> backs;
    std::vector<double> anews;
    for (int run = 0; run < Runs; ++run) {
        const RowId far = table.end() - RowId(run);
        table.go(far);
        steps.push_back(table.go(far - 1));
        jumps.push_back(table.go(far - Events / 2));
        backs.push_back(table.back());
        anews.push_back(table.anew());
    }
    std::vector<Figure> figures{milliseconds("moment", steps), milliseconds("moment-jump", jumps),
                                milliseconds("moment-back", backs)};
    figures.front().yardstick = median(anews);
    figures.front().ratio = *figures.front().yardstick / figures.front().value;
    return figures;
}

const Registration registration("moment", measureMoment);

} // namespace

} // namespace wk::bench
