// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace wk {

/// Which recording is told again, and from when on.
struct ReplayArguments {
    QString file;         ///< "-": standard input
    QString cluster{};    ///< --cluster: which of several
    QString from{};       ///< a time, as it was written; empty: the beginning
    bool isAtEnd = false; ///< … or, of nothing, the end
    double speed = 1;     ///< 0: time stands still
};

} // namespace wk
