// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/processage.h"

#include <QFile>

#include <ctime>
#include <unistd.h>

namespace wk {

std::chrono::milliseconds processAge()
{
    QFile stat(QStringLiteral("/proc/self/stat"));
    if (!stat.open(QIODevice::ReadOnly))
        return {};
    const QByteArray text = stat.readAll();
    const QList<QByteArray> fields = text.mid(text.lastIndexOf(')') + 2).split(' ');
    constexpr int StartTime = 22 - 3; // the first two fields are gone
    const long long startMs = fields.value(StartTime).toLongLong() * 1000 / ::sysconf(_SC_CLK_TCK);
    timespec now = {};
    ::clock_gettime(CLOCK_BOOTTIME, &now);
    return std::chrono::milliseconds(now.tv_sec * 1000LL + now.tv_nsec / 1'000'000 - startMs);
}

} // namespace wk
