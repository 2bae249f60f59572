// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/linediff.h"

#include <vector>

namespace wk {

/// In a group of removed and then added lines, from `first` to the end: finds for each removed line the added one with
/// the same YAML key (else, if as many came as went, the one in its place) and marks the words by which the two differ.
/// Any thread.
void markWords(std::vector<DiffLine> &lines, std::size_t first);

} // namespace wk
