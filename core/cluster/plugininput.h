// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace wk {

/// What a credential plugin has as its standard input: nothing, or the terminal that is ours.
enum class PluginInput { Nothing, Terminal };

} // namespace wk
