// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/watchstatus.h"
#include "core/source/watchscope.h"

#include <QString>

/// A watch in the words of the watches view. Gui thread (numbers and times as the user's locale has them); pure
/// otherwise.
namespace wk {

/// Live, and the last word from the server was not an event: nothing changes, and a bookmark may prove that it listens.
bool isQuiet(const WatchStatus &status, WallTime now);

/// "Live", "Live, quiet", "Waiting 18 s (refused)", "Listing", …
QString watchWord(const WatchStatus &status, WallTime now);

/// What is watched: "pods", "pods in web"; empty for null.
QString watchName(const WatchScope *scope);

/// "all namespaces", "cluster", "payments", with selectors behind: "web · app=api".
QString scopeText(const WatchScope &scope);

/// What the server told last, and how long ago: "4 s" of an event, "bookmark 23 s", "list 3 m"; an en dash before the
/// first list.
QString lastWordText(const WatchStatus &status, WallTime now);

/// How far a list is, with its rate, why it is made, and what comes next; for a watch in trouble cause and next step.
/// `rate` in objects a second; 0 when not known yet.
QString watchDetail(const WatchStatus &status, double rate, WallTime now);

/// The rule that would allow a scope, for whoever runs the cluster: YAML of one entry of a Role's `rules`.
QString accessRule(const WatchScope &scope);

} // namespace wk
