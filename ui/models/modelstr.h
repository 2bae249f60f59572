// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace wk {

/// The translation context of ui/models, for its free functions.
struct ModelsTr {
    Q_DECLARE_TR_FUNCTIONS(Models)
};

} // namespace wk
