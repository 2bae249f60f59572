// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/chip.h"

namespace wk {

/// Leads a view of time that was zoomed or moved away from the present back to it. Its view shows it while that is so.
/// Gui thread.
class NowChip : public Chip
{
    Q_OBJECT

public:
    explicit NowChip(QWidget *parent);
};

} // namespace wk
