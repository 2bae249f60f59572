// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recordings/statscommand.h"

#include "app/get/columnwriter.h"
#include "app/recordings/openedrecording.h"
#include "core/base/displaysafe.h"
#include "core/base/time.h"
#include "core/recording/historystats.h"
#include "core/recording/recordedclock.h"

#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

namespace wk {

namespace {

constexpr std::size_t MostLines = 10; ///< of objects and writers

using Lines = std::vector<std::vector<std::string>>;

std::string rateOf(std::uint64_t events, std::chrono::microseconds time)
{
    if (time.count() <= 0)
        return "-";
    char text[32];
    std::snprintf(text, sizeof text, "%.2f/s", double(events) * 1e6 / double(time.count()));
    return text;
}

/// What has changed most first; at most so many.
template <class Map, class Number>
std::vector<typename Map::const_pointer> most(const Map &map, Number number, std::size_t count)
{
    std::vector<typename Map::const_pointer> sorted;
    for (const auto &one : map)
        sorted.push_back(&one);
    std::ranges::stable_sort(sorted, [&](auto a, auto b) { return number(a->second) > number(b->second); });
    sorted.resize(std::min(sorted.size(), count));
    return sorted;
}

void add(Lines &lines, const char *what, const HistoryStats::ByName &map, std::size_t count,
         std::chrono::microseconds time)
{
    lines.push_back({what, "LISTED", "ADDED", "MODIFIED", "DELETED", "RATE"});
    const auto changes = [](const HistoryStats::Counts &counts) { return counts.changes(); };
    for (const auto *one : most(map, changes, count)) {
        const HistoryStats::Counts &counts = one->second;
        lines.push_back({terminalSafe(one->first), std::to_string(counts.listed), std::to_string(counts.added),
                         std::to_string(counts.modified), std::to_string(counts.deleted),
                         rateOf(counts.changes(), time)});
    }
}

} // namespace

int runStats(const ReadingArguments &arguments, const Console &console)
{
    const auto recording = OpenedRecording::open(arguments.file, console);
    if (!recording)
        return 1;
    const HistoryStats stats = statsOf(*recording->history, recording->rows(arguments.filter));
    const std::optional<RecordingNote> &note = recording->file.note;
    RecordedClock clock; // it may have been quiet at the end
    clock.follow(*recording->history);
    const WallTime end = arguments.filter.isEmpty() && stats.rows ? clock.wallNow() : stats.last;
    const auto time = std::chrono::duration_cast<std::chrono::microseconds>(end - stats.first);
    const auto print = [&console](Lines lines) { console.out(ColumnWriter().write(std::move(lines)) + '\n'); };
    std::uint64_t changes = 0;
    for (const auto &[kind, counts] : stats.kinds)
        changes += counts.changes();
    print({{"FROM", stats.rows ? formatMicroTime(stats.first) : "-"},
           {"TO", stats.rows ? formatMicroTime(end) : "-"},
           {"ROWS", std::to_string(stats.rows)},
           {"CHANGES", std::to_string(changes) + ", " + rateOf(changes, time)},
           {"SECRETS", !note              ? "not known"
                       : note->isRedacted ? "replaced"
                                          : "kept"},
           {"FILTER", note && !note->filter.empty() ? terminalSafe(note->filter) : "-"}});
    Lines lines;
    add(lines, "KIND", stats.kinds, stats.kinds.size(), time);
    print(std::exchange(lines, {}));
    add(lines, "NAMESPACE", stats.namespaces, stats.namespaces.size(), time);
    print(std::exchange(lines, {}));
    add(lines, "OBJECT", stats.objects, MostLines, time);
    print(std::exchange(lines, {}));
    lines.push_back({"WRITER", "CHANGES"});
    for (const auto *one : most(
             stats.writers, [](std::uint64_t number) { return number; }, MostLines))
        lines.push_back({terminalSafe(one->first), std::to_string(one->second)});
    print(std::exchange(lines, {}));
    lines.push_back({"GAP", "FROM", "TO", "WHY"});
    for (const HistoryStats::Gap &gap : stats.gaps)
        lines.push_back(
            {terminalSafe(gap.watch), formatMicroTime(gap.from), formatMicroTime(gap.to), terminalSafe(gap.reason)});
    if (lines.size() > 1)
        print(std::move(lines));
    recording->sayState(console);
    return 0;
}

} // namespace wk
