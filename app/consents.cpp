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
    keep(request, now);
}

void Consents::notePlugin(const ExecRequest &request)
{
    const auto consents = plugins();
    if (const auto found = consents.find(request.subject); found != consents.end())
        keep(request, found->second.since);
}

void Consents::keep(const ExecRequest &request, const std::optional<WallTime> &agreed)
{
    QStringList lines = kept(pluginList(), request.isFromPipe);
    const QString name = QString::fromLatin1(request.subject);
    lines.erase(std::remove_if(lines.begin(), lines.end(), [&](const QString &line) { return line.startsWith(name); }),
                lines.end());
    const QString since = agreed ? QString::fromStdString(formatTime(*agreed)) : QString();
    lines.append(QStringList{name, QString::fromLatin1(request.programSha256), since}.join(u' ').trimmed());
    store(pluginList(), lines, request.isFromPipe);
}

bool Consents::isInsecureAllowed(const ClusterAccess &access) const
{
    return !access.skipTlsVerify || m_isAnyInsecureAllowed || allowed(insecure()).contains(subjectOf(access));
}

Error Consents::refusedInsecure(const ClusterAccess &access)
{
    return {ErrorKind::ConsentNeeded, "insecure-skip-tls-verify", access.source};
}

void Consents::allowInsecure(const ClusterAccess &access)
{
    allow(insecure(), subjectOf(access), access.isFromPipe);
}

bool Consents::areFilesAllowed(const FileRequest &request) const
{
    return allowed(fileList()).contains(QString::fromLatin1(request.subject()));
}

void Consents::allowFiles(const FileRequest &request)
{
    allow(fileList(), QString::fromLatin1(request.subject()), request.isFromPipe);
}

bool Consents::isShellAllowed(const std::string &shell) const
{
    return allowed(shells()).contains(QString::fromStdString(shell));
}

void Consents::allowShell(const std::string &shell)
{
    allow(shells(), QString::fromStdString(shell), false);
}

void Consents::allow(const QString &list, const QString &subject, bool isFromPipe)
{
    QStringList subjects = kept(list, isFromPipe);
    if (subjects.contains(subject))
        return;
    subjects.append(subject);
    store(list, subjects, isFromPipe);
}

QStringList Consents::kept(const QString &list, bool isFromPipe) const
{
    return isFromPipe ? m_ofThisRun.value(list) : m_store.value(list).toStringList();
}

void Consents::store(const QString &list, const QStringList &lines, bool isFromPipe)
{
    if (isFromPipe)
        m_ofThisRun[list] = lines;
    else
        m_store.setValue(list, lines);
}

QStringList Consents::allowed(const QString &list) const
{
    return kept(list, false) + kept(list, true);
}

} // namespace wk
