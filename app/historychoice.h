// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/kepthistory.h"

namespace wk {

class UiSettings;

/// How the user wants the history of a window kept. `isOfOneRun`: what the window shows will not be there again, as the
/// demo is another cluster each time.
KeptHistory chooseHistory(const UiSettings &settings, const std::string &name, bool isOfOneRun);

} // namespace wk
