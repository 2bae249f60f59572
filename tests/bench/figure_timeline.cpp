// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/figure.h"
#include "tests/bench/measure.h"
#include "tests/support/manualclock.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"
#include "ui/models/windowstate.h"
#include "ui/timeline/timelinecanvas.h"
#include "ui/timeline/timelineview.h"

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QSet>

#include <cstdlib>
#include <string>

/// timeline: one paint of the timeline with a million events of 50 pods in sight, 1600 by 900, in ms of CPU. The
/// yardstick draws each of them as a line on as large a picture, and nothing else.
namespace wk::bench {

namespace {

using namespace std::chrono_literals;

constexpr int Pods = 50;
constexpr int Events = 1'000'000;
constexpr int EventsABatch = 100'000;
constexpr WatchId Watch = 1;

/// Evenly over the quarter of an hour that is shown.
void feed(TestHistory &history, ManualClock &clock)
{
    const std::vector<ObjectPtr> pods = sample::manyPods(Pods);
    const auto play = [&](const Batch &batch) {
        history.append(batch);
        while (!clock.isIdle() && clock.untilNext() == 0ms)
            clock.advance(0ms);
    };
    play(sample::batch({sample::listed(Watch, sample::podColumns(), pods, sample::Now - 900s)}));
    for (int first = 0; first < Events; first += EventsABatch) {
        std::vector<EntryPtr> entries;
        for (int i = first; i < first + EventsABatch; ++i) {
            auto entry = std::make_shared<Entry>();
            entry->watch = Watch;
            entry->type = EntryType::Modified;
            entry->object = pods[std::size_t(i) % pods.size()];
            entry->arrived = sample::Now - 900s + Micros(i * 900LL);
            entries.push_back(std::move(entry));
        }
        play(sample::batch(std::move(entries)));
    }
}

/// Whether anything but the lanes' grounds is to be seen: of an empty picture no time is worth telling.
bool hasMarks(const QImage &image)
{
    QSet<QRgb> colours;
    for (int x = image.width() / 2; x < image.width(); ++x) {
        for (int y = 0; y < image.height(); ++y)
            colours.insert(image.pixel(x, y));
    }
    return colours.size() > 3;
}

std::vector<Figure> measureTimeline()
{
    constexpr int Runs = 9;
    setenv("QT_QPA_PLATFORM", "offscreen", 0);
    int argc = 1;
    std::string program = "wk_frames";
    char *argv[] = {program.data(), nullptr};
    const QApplication application(argc, argv);
    ManualClock clock;
    clock.setWall(sample::Now);
    WindowState state;
    state.learnScope(Watch, sample::scopeOf(sample::podInfo()));
    TestHistory history({.rows = 2 * std::size_t(Events)});
    history.setWatch(Watch, sample::scopeOf(sample::podInfo()));
    TimelineView view(state, history, clock);
    state.setResource(sample::podInfo());
    feed(history, clock);
    view.resize(1600, 900);
    view.show();
    QCoreApplication::processEvents();

    QWidget *viewport = view.canvas().viewport();
    QImage image(viewport->size(), QImage::Format_RGB32);
    const double paint = microseconds(Runs, 1, [&] { viewport->render(&image); }) / 1000;
    if (!hasMarks(image))
        std::abort();
    const double lines = microseconds(3, 1,
                                      [&] {
                                          QPainter painter(&image);
                                          for (int i = 0; i < Events; ++i) {
                                              const int x = int(std::int64_t(i) * image.width() / Events);
                                              const int y = i % Pods * image.height() / Pods;
                                              painter.drawLine(x, y, x, y + 12);
                                          }
                                      }) /
                         1000;
    return {
        {.name = "timeline", .value = paint, .unit = "ms", .runs = Runs, .yardstick = lines, .ratio = lines / paint}};
}

const Registration registration("timeline", measureTimeline);

} // namespace

} // namespace wk::bench
