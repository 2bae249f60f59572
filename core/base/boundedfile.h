// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>

#include <cstddef>
#include <string>

namespace wk {

/// Reads a file that somebody else named, whole. Any thread; never waits for a writer. FileUnreadable, with the path as
/// its place, for what is missing, forbidden, larger than `limitBytes`, or no regular file (directory, FIFO, device).
Result<QByteArray> readBoundedFile(const std::string &path, std::size_t limitBytes);

/// Whether reading failed because nothing has that name.
bool isMissingFile(const std::string &path);

} // namespace wk
