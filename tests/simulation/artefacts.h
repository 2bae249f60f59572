// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/run.h"

#include <QString>

namespace wk::sim {

/// Writes a run down for a person: plan.json, violations.txt, and for each kind what the server did (model.jsonl), was
/// asked (requests.jsonl) and what the client told (delivered.jsonl), each line with its place in the run's order.
/// Errors: FileWriteFailed.
Result<> save(const QString &folder, const Plan &plan, const RunResult &result);

/// The violations, one a line.
std::string words(const Violations &violations);

} // namespace wk::sim
