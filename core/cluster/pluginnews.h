// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

namespace wk {

/// What a credential plugin does, for whoever may have to do something themselves: it begins (Begun), says something on
/// standard error, and ends. A value.
struct PluginNews {
    enum class Kind { Begun, Said, Ended };

    Kind kind = Kind::Begun;
    std::string command{}; ///< of Begun: as the kubeconfig writes it
    std::string words{}; ///< of Said: whole characters of a stranger's text, which may be of a line or several, or less
};

using PluginListener = std::function<void(const PluginNews &)>;

} // namespace wk
