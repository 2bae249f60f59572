// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/kubeeventsearch.h"
#include "ui/models/factsmodel.h"

#include <QSet>

#include <optional>
#include <vector>

namespace wk {

/// How many occurrences of one Event are listed at most.
constexpr std::size_t OccurrencesTold = 200;

/// Kubernetes Events as facts, the newest first: the reason, how often and from when to when, and the message; of one
/// that is `open` (by uid) who told of it, each occurrence, the newest first, and how it ended. What the server keeps
/// no longer is dimmed and says so. `now` decides which times need a date. Gui thread.
std::vector<Fact> eventFacts(const std::vector<KubeEventStory> &stories, const QSet<QString> &open, WallTime now);

/// "×14".
QString timesText(std::int64_t times);

/// Of when Events are known, in a sentence or two; empty when they never were. `moment`: of the past, when that is
/// shown. Gui thread.
QString coverageSentence(const EventCoverage &coverage, std::optional<WallTime> moment, WallTime now);

} // namespace wk
