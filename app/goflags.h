// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QMap>
#include <QString>
#include <QStringList>

namespace wk {

/// Options of a command line that are on or off, as Go's programs read them: they may have a value ("--watch=false",
/// "-Aw=true"), and of several the last one stands. Qt's parser knows neither, so they are taken out before it. Any
/// thread. Sources: github.com/spf13/pflag, strconv.ParseBool.
class GoFlags
{
public:
    /// Its names, the long one last.
    void addFlag(const QStringList &names);
    /// An option with a value, which may be the next word.
    void addValue(const QStringList &names) { m_withValue += names; }

    /// All words but the flags, which isOn() knows then. The error is of kind Invalid, in pflag's words: an option that
    /// is none, one without its value, or a flag that is neither true nor false.
    Result<QStringList> takenFrom(const QStringList &words);
    bool isOn(const QString &name) const { return m_on.value(m_long.value(name)); }
    /// Whether it was said to be off, which of most flags is the same as saying nothing.
    bool isOff(const QString &name) const { return !m_on.value(m_long.value(name), true); }

private:
    Result<QString> withoutLong(const QString &option);
    Result<QString> withoutShort(const QString &letters);
    bool takesNextWord(const QString &option) const;
    Result<> set(const QString &name, const QString &value);

    QMap<QString, QString> m_long; ///< of each name of a flag its long one
    QMap<QString, bool> m_on;      ///< by long name
    QStringList m_withValue;
};

} // namespace wk
