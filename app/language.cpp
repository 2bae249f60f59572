// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

namespace wk {

QStringList Language::known()
{
    return {QStringLiteral("en"), QStringLiteral("zh_CN")};
}

QString Language::ofSystem()
{
    return QLocale::system().language() == QLocale::Chinese ? QStringLiteral("zh_CN") : QStringLiteral("en");
}

void Language::set(const QString &name)
{
    m_name = known().contains(name) ? name : ofSystem();
    QCoreApplication::removeTranslator(&m_own);
    QCoreApplication::removeTranslator(&m_qt);
    QLocale::setDefault(QLocale(m_name));
    // English has a file, too: for its plurals.
    if (m_own.load(QStringLiteral(":/i18n/watchkeeper_") + m_name))
        QCoreApplication::installTranslator(&m_own);
    if (m_qt.load(QStringLiteral("qtbase_") + m_name, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&m_qt);
}

} // namespace wk
