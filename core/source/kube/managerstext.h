// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/managers.h"
#include "core/source/kube/tape.h"

#include <optional>
#include <string_view>
#include <vector>

namespace wk {

/// Finds metadata.managedFields in the text of an object and reads its entries straight from there: two fifths of a
/// pod's bytes and most of its names, of which hardly anything is wanted. A parser may then be given the object with an
/// empty array in its place. The result is the array's text, nothing where it is empty or not written as API servers
/// write it, its grammar included; it is then to be read as all the rest is. What is before and behind it is not
/// checked: it is the first member of that name in the first of its name if a parser takes the rest. The entries' names
/// lie in the text. Any thread.
std::optional<std::string_view> readManagersText(std::string_view object, std::vector<ManagedFields> &entries);

/// The same of an entry that was parsed.
ManagedFields readManager(TapeValue entry);

} // namespace wk
