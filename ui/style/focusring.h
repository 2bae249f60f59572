// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAbstractItemView;

namespace wk {

/// Whether the keys go to a view of which no row shows it, none being current.
bool isFocusUnseen(const QAbstractItemView &view);
/// Paints a ring around the rows of such a view: at the end of its paintEvent(). What scrolls has to be repainted whole.
void paintFocusRing(QAbstractItemView &view);

} // namespace wk
