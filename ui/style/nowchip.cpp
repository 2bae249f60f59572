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
        setToolTip(
            safeToolTip(tr("What is shown ends before now, where it was zoomed or moved to. Double-clicking it leads "
                           "back, too.")));
        adjustSize();
    });
    hide();
}

} // namespace wk
