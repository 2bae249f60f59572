// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace wk {

/// Which recording is told again, and from when on.
struct ReplayArguments {
    static bool isSpeed(double speed) { return speed >= 0.1 && speed <= 1000; }

    QString file;                  ///< "-": standard input
    QString cluster{};             ///< --cluster: which of several
    std::optional<QString> from{}; ///< a time, as it was written; nothing: the beginning
    bool isAtEnd = false;          ///< … or the end
    double speed = 1;              ///< 0: time stands still
};

} // namespace wk
