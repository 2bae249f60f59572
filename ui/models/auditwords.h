// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/informer/audit.h"

#include <QString>

/// What comparing a watch with its server has found, in words, all safe for a screen. Gui thread (numbers as the user's
/// locale has them); pure otherwise.
namespace wk {

/// "412 objects equal at resourceVersion 88 123.", how many differ, or why there is no answer.
QString auditSentence(const Result<AuditReport> &report);
/// "payments/api-1: not held here; the server has version 88 120".
QString differenceText(const AuditDifference &difference);

} // namespace wk
