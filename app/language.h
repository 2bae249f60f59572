// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTranslator>

namespace wk {

/// The program's language: English, which is in the sources, or a translation from the resources. Changing it needs no
/// restart, since widgets hear QEvent::LanguageChange. Gui thread; lives as long as the application.
class Language
{
public:
    /// What the program can speak: "en", "zh_CN".
    static QStringList known();
    /// The system's, as far as it is known.
    static QString ofSystem();

    /// Empty or unknown: the system's.
    void set(const QString &name);
    const QString &name() const { return m_name; }

private:
    QString m_name;
    QTranslator m_own;
    QTranslator m_qt;
};

} // namespace wk
