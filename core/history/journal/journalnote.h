// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/limits.h"
#include "core/base/result.h"

#include <map>
#include <string>

namespace wk {

/// A few words in a small file beside a history, by their keys, which are ours. A value; any thread, not the gui's.
///
///     watchkeeper history 1
///     id uid 8b6ffc6e-3f1c-4d0e-a0c6-4ad0c7bb3f10
///     name staging
///
/// A word is one line: what a line cannot hold is written as in a URL (%0A). A reader passes by keys that it does not
/// know.
using JournalNote = std::map<std::string, std::string>;

constexpr std::size_t JournalNoteBytes = 64 * limits::KiB;

/// Takes the place of what is there whole and at once, mode 0600. FileWriteFailed; TooLarge.
Result<> writeNote(const std::string &path, const JournalNote &note);

/// FileUnreadable for what is missing, too large, or no note.
Result<JournalNote> readNote(const std::string &path);

} // namespace wk
