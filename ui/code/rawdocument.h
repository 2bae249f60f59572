// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/code/codedocument.h"

#include <string_view>

namespace wk {

/// A watch line as it came, broken where its JSON allows: no byte is changed or left out, only line ends and
/// blanks are put in, also when the text is no whole JSON. Short innermost lists stay on one line. Any
/// thread.
CodeDocumentPtr rawDocument(std::string_view line);

/// The first BytesShown bytes, sixteen a line: offset, hexadecimal, and the printable ones as text. Any
/// thread.
CodeDocumentPtr bytesDocument(std::string_view line);

constexpr std::size_t BytesShown = 64 * 1024;

} // namespace wk
