// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QTimeZone>

/// What newer versions of Qt deprecate, and say in a way that Qt 6.4 has not: one name for both. Any thread.
namespace wk {

/// A day and a time of it, of no time zone but UTC: its local time is what was given. Qt 6.5 says so with a QTimeZone,
/// which before that was looked up among the system's zones, and deprecates (6.9) what said it until then.
inline QDateTime utcTime(QDate day, QTime time)
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    return {day, time, QTimeZone(QTimeZone::UTC)};
#else
    return {day, time, Qt::UTC};
#endif
}

/// The same of seconds since 1970.
inline QDateTime utcTime(qint64 seconds)
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    return QDateTime::fromSecsSinceEpoch(seconds, QTimeZone(QTimeZone::UTC));
#else
    return QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC);
#endif
}

} // namespace wk
