// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/code/codedocument.h"

#include <QStringList>

namespace wk {

/// A diff as two documents of equal length, line by line beside each other: what was removed faces what was added.
struct DiffSides {
    CodeDocumentPtr before;
    CodeDocumentPtr after;
    QStringList writers; ///< whom the diff's gutter names, from the top, each once
};

/// Of a document of diffText(). Any thread.
DiffSides sidesOf(const CodeDocument &diff);

} // namespace wk
