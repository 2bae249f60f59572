// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/cluster/servernotes.h"
#include "core/history/rows/historylosses.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace wk {

/// What there is to note of a server that works, made safe for a screen.
struct NoteWords {
    QString brief;     ///< the first and how many more: "cluster clock +1 h, 2 more notes"; empty when there is none
    QStringList lines; ///< each in full
    QString first{};   ///< the first alone, as in `brief`
};

/// What there is to note of one of several servers.
struct NamedNotes {
    QString name; ///< safe to show
    NoteWords words;
};

/// Of several together, each with its name; of one as it is.
NoteWords joinedNotes(const std::vector<NamedNotes> &notes);

/// `failedGroups` are those whose discovery failed, with the reason. `historyError` is why the disk does not take what
/// of the history is too much for the memory, `losses` what of an earlier one could not be read again.
NoteWords noteWords(const ServerNotes &notes, const std::vector<std::pair<std::string, Error>> &failedGroups,
                    const std::optional<Error> &historyError = {}, const HistoryLosses &losses = {});

} // namespace wk
