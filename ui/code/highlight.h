// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/code/codedocument.h"

#include <QStringView>

namespace wk {

/// The role of a piece of code; the theme has an ink for each.
enum class CodeInk : quint8 { Plain, Key, String, Number, Operator };

struct InkRun {
    int start = 0;
    int length = 0;
    CodeInk ink = CodeInk::Plain;

    bool operator==(const InkRun &) const = default;
};

/// The inks of one line, in order, not overlapping; what no run covers is plain. Any thread. Each line stands
/// alone, so only the lines on show are ever coloured; a line that was cut in the middle of a string is
/// coloured to its end.
std::vector<InkRun> highlight(CodeLanguage language, const CodeLine &line);

} // namespace wk
