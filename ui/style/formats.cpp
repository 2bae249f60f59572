// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/formats.h"

#include "ui/style/safetext.h"
#include "ui/style/styletr.h"

#include <QDateTime>

#include <algorithm>
#include <cmath>

namespace wk::format {

namespace {

constexpr QChar narrowSpace(0x202f);
constexpr QChar noBreakSpace(0x00a0);
constexpr std::size_t versionChars = 40;

QString grouped(QString digits)
{
    for (qsizetype at = digits.size() - 3; at > 0; at -= 3)
        digits.insert(at, narrowSpace);
    return digits;
}

QDateTime local(WallTime time)
{
    using namespace std::chrono;
    return QDateTime::fromMSecsSinceEpoch(floor<milliseconds>(time.time_since_epoch()).count());
}

/// One decimal below 100, none above.
QString threeFigures(double value)
{
    return QString::number(value, 'f', value < 99.95 ? 1 : 0);
}

/// A number stays on the line of its unit.
QString unbroken(QString text)
{
    return text.replace(QLatin1Char(' '), noBreakSpace);
}

std::chrono::seconds between(WallTime earlier, WallTime later)
{
    return std::max(std::chrono::floor<std::chrono::seconds>(later - earlier), std::chrono::seconds(0));
}

/// Clocks differ by a little everywhere: so far kubectl too calls it 0s (core/base/time.h).
bool isAhead(WallTime time, WallTime now)
{
    return time - now > std::chrono::seconds(2);
}

/// Within it no time of the clock comes twice.
constexpr std::chrono::hours RecentTime{12};

bool isSameDay(WallTime one, WallTime other)
{
    return local(one).date() == local(other).date();
}

/// "2026-11-21 "; nothing for today.
QString dayUnlessNow(WallTime time, WallTime now)
{
    return isSameDay(time, now) ? QString() : local(time).date().toString(Qt::ISODate) + noBreakSpace;
}

} // namespace

QString counted(QString sentence, std::int64_t count)
{
    const QString plain = QString::number(count);
    const qsizetype at = sentence.indexOf(plain);
    return at < 0 ? sentence : sentence.replace(at, plain.size(), number(count));
}

QString number(std::int64_t value)
{
    if (value < 0)
        return QChar(0x2212) + grouped(QString::number(value).mid(1));
    return grouped(QString::number(value));
}

QString compact(std::int64_t count)
{
    if (count < 1000)
        return number(count);
    const bool isMillions = count >= 999'500;
    const double value = static_cast<double>(count) / (isMillions ? 1'000'000 : 1000);
    return QString::number(value, 'f', value < 9.95 ? 1 : 0) + QLatin1Char(isMillions ? 'M' : 'k');
}

QString version(std::string_view text)
{
    return displayText(text, versionChars);
}

QString bytes(std::uint64_t count)
{
    if (count < 50)
        return QString::number(count) + noBreakSpace + QLatin1Char('B');
    constexpr const char16_t *units[] = {u"kB", u"MB", u"GB", u"TB"};
    double value = static_cast<double>(count) / 1000;
    std::size_t unit = 0;
    while (value >= 999.5 && unit + 1 < std::size(units)) {
        value /= 1000;
        ++unit;
    }
    return threeFigures(value) + noBreakSpace + QStringView(units[unit]);
}

QString rate(double perSecond)
{
    QString figures = QStringLiteral("0");
    if (perSecond >= 999.5)
        figures = threeFigures(perSecond / 1000) + QLatin1Char('k');
    else if (perSecond >= 0.05)
        figures = QString::number(perSecond, 'f', perSecond < 9.95 ? 1 : 0);
    return StyleTr::tr("%1 ev/s", "events per second").arg(figures);
}

QString clock(WallTime time)
{
    return local(time).toString(u"HH:mm:ss");
}

QString clockMs(WallTime time)
{
    const QTime at = local(time).time(); // of every row of a stream: toString() takes several times as long
    return QString::asprintf("%02d:%02d:%02d.%03d", at.hour(), at.minute(), at.second(), at.msec());
}

QString dateTime(WallTime time)
{
    return local(time).toString(u"yyyy-MM-dd HH:mm:ss");
}

QString age(WallTime since, WallTime now)
{
    if (isAhead(since, now))
        return StyleTr::tr("in %1", "a time to come: in 5m")
            .arg(QString::fromStdString(humanDuration(between(now, since))));
    return QString::fromStdString(humanDuration(between(since, now)));
}

QString ago(WallTime when, WallTime now)
{
    const auto seconds = between(when, now).count();
    if (seconds < 60)
        return format::seconds(seconds);
    if (seconds < 3600)
        return unbroken(StyleTr::tr("%1 m", "minutes").arg(seconds / 60));
    if (seconds < 86400)
        return unbroken(StyleTr::tr("%1 h", "hours").arg(seconds / 3600));
    return unbroken(StyleTr::tr("%1 d", "days").arg(seconds / 86400));
}

QString agoOrAhead(WallTime when, WallTime now)
{
    return isAhead(when, now) ? unbroken(StyleTr::tr("in %1", "a time to come: in 5m").arg(ago(now, when)))
                              : ago(when, now);
}

QString seconds(std::int64_t count)
{
    return unbroken(StyleTr::tr("%1 s", "seconds").arg(count));
}

QString clockOrDay(WallTime time, WallTime now)
{
    return isSameDay(time, now) || between(time, now) < RecentTime ? clock(time)
                                                                   : local(time).date().toString(Qt::ISODate);
}

QString moment(WallTime time, WallTime now)
{
    return dayUnlessNow(time, now) + clock(time);
}

QString momentMs(WallTime time, WallTime now)
{
    return dayUnlessNow(time, now) + clockMs(time);
}

QString span(WallTime from, WallTime to, WallTime now)
{
    if (from == to)
        return moment(to, now);
    return moment(from, now) + QStringLiteral(" – ") + (isSameDay(from, to) ? clock(to) : moment(to, now));
}

QString duration(std::chrono::milliseconds time)
{
    const auto ms = std::max<std::int64_t>(time.count(), 0);
    if (ms < 1000)
        return unbroken(StyleTr::tr("%1 ms", "milliseconds").arg(ms));
    const std::int64_t seconds = ms / 1000;
    if (seconds < 60)
        return unbroken(StyleTr::tr("%1 s", "seconds").arg(static_cast<double>(ms) / 1000, 0, 'f', 1));
    if (seconds < 3600)
        return unbroken(StyleTr::tr("%1 m %2 s", "minutes and seconds").arg(seconds / 60).arg(seconds % 60));
    const std::int64_t hours = seconds / 3600;
    if (hours < 24)
        return unbroken(StyleTr::tr("%1 h %2 m", "hours and minutes").arg(hours).arg(seconds / 60 % 60));
    return unbroken(StyleTr::tr("%1 d %2 h", "days and hours").arg(hours / 24).arg(hours % 24));
}

QString none()
{
    return QString(QChar(0x2013));
}

} // namespace wk::format
