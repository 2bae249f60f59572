// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeruler.h"

#include <QDateTime>

#include <algorithm>
#include <array>

namespace wk {

namespace {

using namespace std::chrono_literals;

struct Step {
    Micros length;
    bool halves; ///< half of it is a round time too
};

constexpr std::array Steps{
    Step{1ms, false},  Step{2ms, true},    Step{5ms, false},   Step{10ms, true}, Step{20ms, true},  Step{50ms, false},
    Step{100ms, true}, Step{200ms, true},  Step{500ms, false}, Step{1s, true},   Step{2s, true},    Step{5s, false},
    Step{10s, true},   Step{15s, false},   Step{30s, true},    Step{1min, true}, Step{2min, true},  Step{5min, false},
    Step{10min, true}, Step{15min, false}, Step{30min, true},  Step{1h, true},   Step{2h, true},    Step{3h, false},
    Step{6h, true},    Step{12h, true},    Step{24h, true},    Step{48h, true},  Step{168h, false}, Step{336h, true},
    Step{672h, true},  Step{2016h, false},
};

constexpr std::size_t MostTicks = 500;

bool hasRoundHalf(Micros step)
{
    const auto it = std::find_if(Steps.begin(), Steps.end(), [step](const Step &s) { return s.length == step; });
    return it != Steps.end() && it->halves;
}

QDateTime local(WallTime time, const QTimeZone &zone)
{
    const auto ms = std::chrono::floor<std::chrono::milliseconds>(time).time_since_epoch().count();
    return QDateTime::fromMSecsSinceEpoch(ms, zone);
}

} // namespace

Micros rulerStep(const TimeAxis &axis, double pixels)
{
    if (axis.isEmpty())
        return Steps.back().length;
    const double wanted = pixels * double(axis.span().count()) / axis.width;
    for (const Step &step : Steps) {
        if (double(step.length.count()) >= wanted)
            return step.length;
    }
    return Steps.back().length;
}

std::vector<RulerTick> rulerTicks(const TimeAxis &axis, Micros step, const QTimeZone &zone)
{
    std::vector<RulerTick> ticks;
    if (axis.isEmpty() || step <= 0us)
        return ticks;
    const Micros offset = std::chrono::seconds(zone.offsetFromUtc(local(axis.from, zone)));
    const Micros stride = hasRoundHalf(step) ? step / 2 : step;
    const auto begin = std::int64_t((axis.from.time_since_epoch() + offset) / stride) - 1;
    for (auto n = begin; ticks.size() < MostTicks; ++n) {
        const WallTime time(stride * n - offset);
        if (time > axis.to)
            break;
        if (time >= axis.from)
            ticks.push_back({xOf(axis, time), time, (stride * n) % step == 0us});
    }
    return ticks;
}

QString rulerText(WallTime time, Micros step, const QTimeZone &zone, const QLocale &locale)
{
    const QDateTime when = local(time, zone);
    if (step < 1s)
        return when.toString(u"HH:mm:ss.zzz");
    if (step < 1min)
        return when.toString(u"HH:mm:ss");
    if (step < 24h && when.time() != QTime(0, 0))
        return when.toString(u"HH:mm");
    return locale.toString(when.date(), QStringLiteral("d MMM"));
}

std::optional<double> textUnderTick(double tick, double wide, double width, double taken)
{
    constexpr double Apart = 8;
    const double left = std::clamp(tick - wide / 2, 0.0, std::max(0.0, width - wide));
    return taken <= 0 || left >= taken + Apart ? std::optional(left) : std::nullopt;
}

} // namespace wk
