// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace wk {

/// The translation context of ui/style, for its free functions.
struct StyleTr {
    Q_DECLARE_TR_FUNCTIONS(Style)
};

} // namespace wk
