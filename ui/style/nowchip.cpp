// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/nowchip.h"

#include "ui/style/safetext.h"
#include "ui/style/whentranslated.h"

namespace wk {

NowChip::NowChip(QWidget *parent)
    : Chip(QString(), parent)
{
    whenTranslated(this, [this] {
        setText(tr("Back to now"));
        setToolTip(safeToolTip(
            tr("The view ends before now, because it was zoomed or moved. Double-clicking it leads back as well.")));
        adjustSize();
    });
    hide();
}

} // namespace wk
