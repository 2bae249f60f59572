// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/consents.h"

#include <QSettings>

#include <algorithm>

namespace wk {

namespace {

QString pluginList()
{
    return QStringLiteral("consents/plugins");
}

QString insecure()
{
    return QStringLiteral("consents/insecure");
}

QString fileList()
{
    return QStringLiteral("consents/files");
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

/// A subject a line; behind it, unless it is of a version that kept no more, the hash and the time.
std::map<QByteArray, PluginConsent> Consents::plugins() const
{
    std::map<QByteArray, PluginConsent> consents;
    for (const QString &line : allowed(pluginList())) {
        const QList<QByteArray> words = line.toLatin1().split(' ');
        consents[words[0]] = {words.value(1), parseTime(words.value(2).toStdString())};
    }
    return consents;
}

void Consents::allowPlugin(const ExecRequest &request, WallTime now)
{
    keep(request.subject, {request.programSha256, now});
}

void Consents::notePlugin(const ExecRequest &request)
{
    const auto consents = plugins();
    if (const auto found = consents.find(request.subject); found != consents.end())
        keep(request.subject, {request.programSha256, found->second.since});
}

void Consents::keep(const QByteArray &subject, const PluginConsent &consent)
{
    QStringList lines = allowed(pluginList());
    const QString name = QString::fromLatin1(subject);
    lines.erase(std::remove_if(lines.begin(), lines.end(), [&](const QString &line) { return line.startsWith(name); }),
                lines.end());
    const QString since = consent.since ? QString::fromStdString(formatTime(*consent.since)) : QString();
    lines.append(QStringList{name, QString::fromLatin1(consent.sha256), since}.join(u' ').trimmed());
    m_store.setValue(pluginList(), lines);
}

bool Consents::isInsecureAllowed(const ClusterAccess &access) const
{
    return allowed(insecure()).contains(subjectOf(access));
}

void Consents::allowInsecure(const ClusterAccess &access)
{
    allow(insecure(), subjectOf(access));
}

bool Consents::areFilesAllowed(const FileRequest &request) const
{
    return allowed(fileList()).contains(QString::fromLatin1(request.subject()));
}

void Consents::allowFiles(const FileRequest &request)
{
    allow(fileList(), QString::fromLatin1(request.subject()));
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
