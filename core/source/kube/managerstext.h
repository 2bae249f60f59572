// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/textcursor.h"
#include "core/json/valuereader.h"
#include "core/resource/managers.h"
#include "core/source/kube/tape.h"

#include <vector>

namespace wk {

/// Takes the value of metadata.managedFields and reads its entries straight from the text: two fifths of a pod's bytes
/// and most of its names, of which hardly anything is wanted. False where it is not written as API servers write it,
/// its grammar included. The entries' names lie in the text, which `values` reads too. Any thread.
bool takeManagersText(json::TextCursor &text, json::ValueReader &values, std::vector<ManagedFields> &entries);

/// The same of an entry that was parsed.
ManagedFields readManager(TapeValue entry);

} // namespace wk
