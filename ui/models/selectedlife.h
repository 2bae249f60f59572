// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/windowstate.h"

#include <QObject>

#include <optional>

namespace wk {

class HistoryFeed;

/// A name may live several lives, of a uid each. When a window that has one of them selected goes to a moment before
/// that began, this selects the life of the name that stood then; the one that was chosen comes back with its time.
/// Gui thread.
class SelectedLife : public QObject
{
    Q_OBJECT

public:
    /// Both outlive it.
    SelectedLife(WindowState &state, const HistoryFeed &history, QObject *parent = nullptr);

private:
    void followMoment();
    void selectionChanged();

    WindowState &m_state;
    const HistoryFeed &m_history;
    std::optional<ObjectRef> m_chosen; ///< while another of its lives is selected in its place
    bool m_isSelecting = false;
};

} // namespace wk
