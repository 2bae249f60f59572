// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

class QMenu;

namespace wk {

class WindowState;

/// Offers to filter the window by a writer, or by what writerNames() has for one; nothing where it is empty. Gui
/// thread; the state outlives the menu.
void offerOnlyWriter(QMenu &menu, WindowState &state, const std::string &writer);

} // namespace wk
