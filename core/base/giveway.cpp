// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/giveway.h"

#include <QtGlobal>

#if defined(Q_OS_LINUX)
#include <sys/resource.h>
#else
#include <QThread>
#endif

namespace wk {

void giveWayToTheWindow()
{
#if defined(Q_OS_LINUX)
    /// A quarter of the time where two want one core: so whoever reads goes on while others fill them all, too.
    constexpr int NiceMore = 5;
    // More than the most is the most; and to become nicer is refused to nobody.
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + NiceMore);
#else
    QThread::currentThread()->setPriority(QThread::LowPriority);
#endif
}

} // namespace wk
