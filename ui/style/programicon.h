// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace wk {

/// Watchkeeper's own icon in the usual sizes, as the desktop shows it (resources/app). Gui thread.
QIcon programIcon();

} // namespace wk
