// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/accesschange.h"

#include <QString>

#include <functional>
#include <vector>

class QMessageBox;
class QWidget;

namespace wk {

/// Asks over `window` whether the cluster that is called so is to be reached as its kubeconfig says now, with what was
/// and what is; returns at once. `agreed` is called for a clear yes. The box goes when it is closed, and with the
/// window. Gui thread.
QMessageBox *askForOtherWay(const QString &name, const std::vector<AccessChange> &changes, QWidget &window,
                            std::function<void()> agreed);

} // namespace wk
