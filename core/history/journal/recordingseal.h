// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string>

namespace wk {

/// Makes the file that is kept of one that was written, whole, cut off or damaged: what pieces say that chunks have,
/// too, is left out. It takes its name at once and whole; what it was made of is removed then. FileUnreadable,
/// FileWriteFailed. Any thread, which waits for the disk.
Result<> sealRecording(const std::string &part, const std::string &path);

} // namespace wk
