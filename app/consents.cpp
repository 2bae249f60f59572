// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/consents.h"

#include <QSettings>
#include <QStringList>

namespace wk {

namespace {

QString plugins()
{
    return QStringLiteral("consents/plugins");
}

QString insecure()
{
    return QStringLiteral("consents/insecure");
}

QString shells()
{
    return QStringLiteral("consents/shells");
}

QString subjectOf(const ClusterAccess &access)
{
    return QString::fromStdString(access.source + " " + access.context) + QStringLiteral(" ") +
           access.server.toString();
}

} // namespace

Consents::Consents(QSettings &store)
    : m_store(store)
{}

ExecConsent Consents::forPlugins() const
{
    const QStringList list = allowed(plugins());
    return [list](const ExecRequest &request) {
        return list.contains(QString::fromLatin1(request.subject)) ? ExecAnswer::Allow : ExecAnswer::Ask;
    };
}

void Consents::allowPlugin(const QByteArray &subject)
{
    allow(plugins(), QString::fromLatin1(subject));
}

bool Consents::isInsecureAllowed(const ClusterAccess &access) const
{
    return allowed(insecure()).contains(subjectOf(access));
}

void Consents::allowInsecure(const ClusterAccess &access)
{
    allow(insecure(), subjectOf(access));
}

bool Consents::isShellAllowed(const std::string &shell) const
{
    return allowed(shells()).contains(QString::fromStdString(shell));
}

void Consents::allowShell(const std::string &shell)
{
    allow(shells(), QString::fromStdString(shell));
}

void Consents::allow(const QString &list, const QString &subject)
{
    QStringList subjects = allowed(list);
    if (subjects.contains(subject))
        return;
    subjects.append(subject);
    m_store.setValue(list, subjects);
}

QStringList Consents::allowed(const QString &list) const
{
    return m_store.value(list).toStringList();
}

} // namespace wk
