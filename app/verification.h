// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/entry.h"

#include <QObject>
#include <QPointer>

#include <utility>
#include <vector>

namespace wk {

class ClusterSession;
class MainWindow;
class VerifyDialog;

/// Has the session compare what watches hold with what the server has, and shows in a dialog what comes of it: one at a
/// time, the one before is cancelled. Gui thread.
class Verification : public QObject
{
    Q_OBJECT

public:
    /// The window outlives it.
    explicit Verification(MainWindow &window)
        : m_window(window)
    {}

    /// Each watch by the session that has it.
    void verify(const std::vector<std::pair<ClusterSession *, WatchId>> &watches);
    void cancel();
    void forget(WatchId watch);

private:
    MainWindow &m_window;
    QPointer<VerifyDialog> m_dialog;
};

} // namespace wk
