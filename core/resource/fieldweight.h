// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace wk {

/// How soon a changed field is told, lowest first, when only three can be: what an object is and shall be before how it
/// came to be so, and clocks last. Any thread. `path` as in FieldChange.
///   0  phase, Ready, replicas, node, being deleted          4  what else
///   1  the rest of spec; ready, restartCount, count         5  messages
///   2  other conditions, reasons                            6  times, observedGeneration
///   3  data, labels, annotations
int fieldWeight(std::string_view path);

} // namespace wk
