// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/threadloops.h"

#include <QtGlobal>

namespace wk {

void letThreadsWaitWithoutGlib()
{
    qputenv("QT_NO_THREADED_GLIB", "1");
}

} // namespace wk
