// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace wk {

/// The context in which the timeline's texts are translated, where there is no class of its own.
struct TimelineTr {
    Q_DECLARE_TR_FUNCTIONS(Timeline)
};

} // namespace wk
