// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/watchstatus.h"

#include <QString>

#include <vector>

/// How a watch fares, in the words of the fault matrix ("Words the user sees"): the same words wherever it is told. Gui
/// thread (numbers and times as the user's locale has them); pure otherwise. All texts are safe for a screen.
namespace wk {

/// Whether something about it wants a look: all but a watch that is live or polled, and one that is but has not been
/// heard.
bool needsAttention(const WatchStatus &status);
/// It does not get on by itself, or not yet: waiting, sign-in needed, not allowed, kind gone, misconfigured.
bool isInTrouble(WatchState state);
/// Trying again at once may help.
bool canRetry(const WatchStatus &status);

/// How bad it is: 0 for live and polled; the more of what is shown may be wrong and the more it is up to the user, the
/// higher.
int gravity(const WatchStatus &status);
/// The worst of them, the first of equals; null for none.
const WatchStatus *worstOf(const std::vector<WatchStatus> &statuses);

/// The one word or two of a watch's state: "Live", "Listing", "Waiting", "Not allowed", …
QString watchStateWord(WatchState state);
/// "Not connected", "Not connected to https://10.0.0.1:6443": there is no way to a server; the name is shown as it
/// stands, empty where it is not known.
QString notConnectedWord(const QString &server = {});
/// The state with its number or reason: "Listing 6 500/15 200", "Waiting 18 s (refused)", "Stale since 14:02", "Live".
QString watchStateText(const WatchStatus &status, WallTime now);
/// The same, and since when what is shown may be old: "Waiting 18 s (refused), stale since 14:02".
QString watchHeadline(const WatchStatus &status, WallTime now);
/// What a server that takes its time is waited for, and for how long; empty for one that has not taken much of it.
QString awaitedSentence(const WatchStatus &status, WallTime now);
/// What is the matter, why, and what comes next; empty for a watch that is live.
QString watchSentence(const WatchStatus &status, WallTime now);
/// The state's text, and the sentence where there is one: "Waiting 12 s (refused). Why, and what next."
QString watchStateAndSentence(const WatchStatus &status, WallTime now);
/// All of it, and the last error in its own words: plain text of several lines for safeToolTip().
QString watchToolTip(const WatchStatus &status, WallTime now);

} // namespace wk
