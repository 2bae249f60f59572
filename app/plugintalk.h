// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace wk {

class Clock;
class ClusterLinks;
class MainWindow;

/// Shows in a window what the credential plugins of its clusters say, each in a band of its own, and ends one that the
/// user does not want to wait for, for as long as both are there. The clock outlives the window. Gui thread.
void showPluginTalk(const ClusterLinks &clusters, MainWindow &window, Clock &clock);

} // namespace wk
