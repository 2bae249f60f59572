// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/goflags.h"

#include <algorithm>
#include <array>
#include <optional>

namespace wk {

namespace {

bool isLong(const QString &option)
{
    return option.startsWith(QStringLiteral("--"));
}

std::optional<bool> boolOf(const QString &word)
{
    constexpr std::array<QLatin1String, 6> Yes{QLatin1String("1"),    QLatin1String("t"),    QLatin1String("T"),
                                               QLatin1String("true"), QLatin1String("True"), QLatin1String("TRUE")};
    constexpr std::array<QLatin1String, 6> No{QLatin1String("0"),     QLatin1String("f"),     QLatin1String("F"),
                                              QLatin1String("false"), QLatin1String("False"), QLatin1String("FALSE")};
    const auto isAmong = [&word](const auto &words) { return std::ranges::find(words, word) != words.end(); };
    return isAmong(Yes) ? std::optional(true) : isAmong(No) ? std::optional(false) : std::nullopt;
}

Error goMistake(const QString &text)
{
    return {ErrorKind::Invalid, text.toStdString(), {}, 0, {}};
}

} // namespace

void GoFlags::addFlag(const QStringList &names)
{
    for (const QString &name : names)
        m_long.insert(name, names.constLast());
}

Result<QStringList> GoFlags::takenFrom(const QStringList &words)
{
    QStringList rest;
    for (auto at = words.begin(); at != words.end(); ++at) {
        if (*at == QStringLiteral("--"))
            return rest + QStringList(at, words.end());
        if (at->size() < 2 || !at->startsWith(u'-')) {
            rest.append(*at);
            continue;
        }
        const auto option = isLong(*at) ? withoutLong(*at) : withoutShort(*at);
        if (!option)
            return option.error();
        if (option->isEmpty())
            continue;
        rest.append(*option);
        if (takesNextWord(*option) && at + 1 == words.end())
            return goMistake(
                QStringLiteral("flag needs an argument: ") +
                (isLong(*option) ? *option : QStringLiteral("'%1' in %2").arg(option->at(1)).arg(*option)));
        if (takesNextWord(*option))
            rest.append(*++at);
    }
    return rest;
}

bool GoFlags::takesNextWord(const QString &option) const
{
    return isLong(option) ? !option.contains(u'=') : option.size() == 2;
}

/// Empty if it was a flag.
Result<QString> GoFlags::withoutLong(const QString &option)
{
    const qsizetype equals = option.indexOf(u'=');
    const QString name = option.mid(2, equals < 0 ? -1 : equals - 2);
    if (name.size() > 1 && m_withValue.contains(name))
        return option;
    if (name.size() < 2 || !m_long.contains(name))
        return goMistake(QStringLiteral("unknown flag: --") + name);
    const auto done = set(name, equals < 0 ? QStringLiteral("true") : option.mid(equals + 1));
    return done ? Result<QString>(QString()) : done.error();
}

/// What is left of "-Awn" is "-n".
Result<QString> GoFlags::withoutShort(const QString &letters)
{
    for (qsizetype at = 1; at < letters.size(); ++at) {
        const QString name = letters.mid(at, 1);
        if (m_withValue.contains(name))
            return QString(u'-' + letters.mid(at));
        if (!m_long.contains(name))
            return goMistake(QStringLiteral("unknown shorthand flag: '%1' in -%2").arg(name, letters.mid(at)));
        const bool hasValue = at + 2 < letters.size() && letters[at + 1] == u'=';
        const auto done = set(name, hasValue ? letters.mid(at + 2) : QStringLiteral("true"));
        if (!done)
            return done.error();
        if (hasValue)
            break;
    }
    return QString();
}

Result<> GoFlags::set(const QString &name, const QString &value)
{
    const QString flag = m_long.value(name);
    const auto isOn = boolOf(value);
    if (!isOn) {
        const QString letter = m_long.key(flag); // sorted: a short name comes first
        const QString names = letter.size() == 1 ? QString(u'-' + letter + QStringLiteral(", --") + flag)
                                                 : QString(QStringLiteral("--") + flag);
        return goMistake(QStringLiteral("invalid argument \"%1\" for \"%2\" flag: strconv.ParseBool: parsing \"%1\": "
                                        "invalid syntax")
                             .arg(value, names));
    }
    m_on.insert(flag, *isOn);
    return success();
}

} // namespace wk
