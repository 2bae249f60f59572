// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recordings/verifycommand.h"

#include "app/recordings/openedrecording.h"
#include "core/base/displaysafe.h"
#include "core/base/time.h"
#include "core/recording/historycheck.h"

namespace wk {

namespace {

std::string placeOf(const HistorySnapshot &history, RowId row)
{
    const std::string ns(history.ns(row));
    const std::string name(history.name(row));
    std::string place = "event " + std::to_string(row + 1) + ", " + formatMicroTime(history.time(row)) + ", " +
                        history.typeName(row) + ' ' + std::string(history.kind(row));
    if (!name.empty())
        place += ' ' + (ns.empty() ? name : ns + '/' + name);
    return place;
}

} // namespace

int runVerify(const ReadingArguments &arguments, const Console &console)
{
    constexpr std::size_t Most = 1000;
    const auto recording = OpenedRecording::open(arguments.file, console);
    if (!recording)
        return 2;
    const HistorySnapshot &history = *recording->history;
    const std::vector<std::string> torn = recording->faults();
    const std::vector<HistoryFault> faults = checkHistory(history, Most);
    for (const std::string &fault : torn)
        console.out(fault + '\n');
    for (const HistoryFault &fault : faults)
        console.out(terminalSafe(placeOf(history, fault.row)) + ": " + fault.what + '\n');
    if (faults.size() >= Most)
        console.out("There may be more.\n");
    if (torn.empty() && faults.empty())
        console.out("It is consistent: " + std::to_string(history.size()) + " events of " +
                    std::to_string(history.scopes().size()) + " watches.\n");
    return torn.empty() && faults.empty() ? 0 : 1;
}

} // namespace wk
