// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/attribution.h"

#include <QString>

#include <string>

namespace wk {

/// Who made a change, as a gutter has room for: "kubelet"; "kubectl ?" where there is doubt; empty where nothing is
/// known. Any thread.
QString verdictName(const Verdict &verdict);
/// Whom that names first, as managedFields does; empty where it is no manager.
std::string verdictWriter(const Verdict &verdict);
/// When it was made; empty unless it is certain.
QString verdictTime(const Verdict &verdict);
/// The same in a sentence, doubts with their reason.
QString verdictSentence(const Verdict &verdict);

/// "kubelet (Update of status, 10:41:11)", with the date of another day.
QString ownerWords(const FieldOwner &owner, WallTime now);

} // namespace wk
