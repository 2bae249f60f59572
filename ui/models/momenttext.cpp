// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/momenttext.h"

#include <QDateTime>
#include <QRegularExpression>
#include <QTimeZone>

namespace wk {

namespace {

using namespace std::chrono_literals;

/// Whoever writes a longer one means no moment that is remembered.
constexpr qsizetype LongestText = 64;
constexpr int LongestFigure = 6; ///< of digits

QDateTime localOf(WallTime time)
{
    return QDateTime::fromMSecsSinceEpoch(
        std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count());
}

WallTime wallOf(const QDateTime &time)
{
    return WallTime(std::chrono::milliseconds(time.toMSecsSinceEpoch()));
}

std::chrono::seconds unitOf(QChar first)
{
    switch (first.unicode()) {
    case 'd':
    case u'天': return 24h;
    case 'h':
    case u'小': return 1h;
    case 'm':
    case u'分': return 1min;
    default: return 1s;
    }
}

std::optional<WallTime> agoFromText(const QString &text, WallTime now)
{
    static const QString unit = QStringLiteral("(?:d(?:ays?)?|h(?:ours?|rs?)?|m(?:in(?:ute)?s?)?|s(?:ec(?:ond)?s?)?|"
                                               "天|小时|分钟?|秒钟?)");
    static const QRegularExpression whole(
        QStringLiteral("^(?:\\d{1,%1} ?%2 ?)+(?:ago|前)?$").arg(LongestFigure).arg(unit));
    static const QRegularExpression part(QStringLiteral("(\\d+) ?(%1)").arg(unit));
    if (!whole.match(text).hasMatch())
        return {};
    WallTime moment = now;
    for (QRegularExpressionMatchIterator it = part.globalMatch(text); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        moment -= unitOf(match.capturedView(2).front()) * match.capturedView(1).toInt();
    }
    return moment;
}

QTime clockFromText(const QString &text)
{
    static const QRegularExpression form(QStringLiteral("^(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,3})\\d*)?)?$"));
    const QRegularExpressionMatch match = form.match(text);
    if (!match.hasMatch())
        return {};
    const int milliseconds = match.captured(4).leftJustified(3, u'0').toInt();
    return {match.capturedView(1).toInt(), match.capturedView(2).toInt(), match.capturedView(3).toInt(), milliseconds};
}

/// Of "Z", "+02:00" or nothing, which is local.
QDateTime dateTimeOf(const QDate &day, const QTime &clock, const QString &zone)
{
    if (zone.isEmpty())
        return {day, clock};
    const int minutes = zone == u'Z' ? 0 : zone.mid(1, 2).toInt() * 60 + zone.right(2).toInt();
    return {day, clock, QTimeZone((zone.startsWith(u'-') ? -minutes : minutes) * 60)};
}

} // namespace

std::optional<WallTime> momentFromText(const QString &text, WallTime now)
{
    const QString asked = text.simplified();
    if (asked.size() > LongestText)
        return {};
    if (const auto ago = agoFromText(asked, now))
        return ago;
    const QDateTime present = localOf(now);
    static const QRegularExpression dated(QStringLiteral("^(\\d{4}-\\d{2}-\\d{2})[T ](.+?) ?(Z|[+-]\\d{2}:?\\d{2})?$"));
    const QRegularExpressionMatch match = dated.match(asked);
    const QTime clock = clockFromText(match.hasMatch() ? match.captured(2) : asked);
    const QDate day = match.hasMatch() ? QDate::fromString(match.captured(1), Qt::ISODate) : present.date();
    if (!clock.isValid() || !day.isValid())
        return {};
    const bool isToTheMillisecond = asked.contains(u'.') || asked.contains(u',');
    QDateTime moment = dateTimeOf(day, clock, match.captured(3));
    if (moment > present && !match.hasMatch())
        moment = moment.addDays(-1);
    if (!moment.isValid() || moment > present)
        return {};
    return wallOf(moment) + (isToTheMillisecond ? 1ms - 1us : 0us);
}

} // namespace wk
