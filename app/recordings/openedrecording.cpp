// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recordings/openedrecording.h"

#include <utility>

namespace wk {

std::unique_ptr<const OpenedRecording> OpenedRecording::open(const QString &path, const Console &console)
{
    EventLog log({.rows = SIZE_MAX, .bytes = SIZE_MAX});
    auto restored = restoreRecording(path.toStdString(), log);
    if (!restored) {
        console.sayError(restored.error());
        return nullptr;
    }
    auto opened = std::make_unique<OpenedRecording>();
    opened->file = std::move(restored).value();
    opened->history = log.snapshot();
    return opened;
}

void OpenedRecording::sayState(const Console &console) const
{
    for (const HistoryRecovery::Damage &damage : file.damages)
        console.err("watchkeeper: " + std::to_string(damage.place.bytes) + " bytes at " +
                    std::to_string(damage.place.at) + " are damaged, and what they said is missing.");
    if (file.tornBytes > 0)
        console.err("watchkeeper: The file is cut off, or is still being written: its last " +
                    std::to_string(file.tornBytes) + " bytes are no whole frame.");
}

} // namespace wk
