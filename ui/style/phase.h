// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>
#include <string_view>

namespace wk {

struct Object;

/// What an object is, as its mark and bar show it; None has no mark.
enum class Phase : std::uint8_t { None, Running, Pending, Succeeded, Failed, Unknown, Terminating };

/// By the word that kubectl prints under STATUS ("Init:0/2", "CrashLoopBackOff", "Ready,SchedulingDisabled")
/// or that stands in status.phase. None when the word is not a known one. Source of the words:
/// k8s.io/kubernetes pkg/printers, kubelet reasons.
Phase phaseOfWord(std::string_view word);

/// A deletion under way wins, then `status` (the STATUS cell, may be empty), then status.phase, then
/// readiness.
Phase phaseOf(const Object &object, std::string_view status);

/// "Running", "Pending", …: translated, for legends and tooltips; empty for None. Failed is "Failing": to Kubernetes a
/// pod that is Failed has ended for good.
QString phaseName(Phase phase);

} // namespace wk
