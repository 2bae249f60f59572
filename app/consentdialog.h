// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/clusteraccess.h"

class QWidget;

namespace wk {

class Consents;

/// Shows what a context's credential plugin would run, with its path, arguments and hash, and asks. True when the user
/// agreed, which is then kept. Gui thread; the program is read for its hash before the dialogue opens.
bool askForPlugin(const ClusterAccess &access, Consents &consents, QWidget &window);

/// Asks whether a context without certificate checks is to be used all the same.
bool askForInsecure(const ClusterAccess &access);

} // namespace wk
