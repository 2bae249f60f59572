// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagnostics.h"

#include "app/qtfaults.h"
#include "core/cluster/execrequest.h"
#include "core/cluster/kubeconfig.h"
#include "core/cluster/pluginpolicy.h"
#include "ui/style/errorwords.h"
#include "ui/style/safetext.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringList>
#include <QUrl>

namespace wk {

namespace {

struct DiagnosticsTr {
    Q_DECLARE_TR_FUNCTIONS(Diagnostics)
};

constexpr std::size_t MostContexts = 200;

QString shown(const std::string &text)
{
    return displayText(text, limits::LineChars);
}

/// A headline and what stands below it, indented.
QString section(const QString &title, QStringList lines)
{
    if (lines.isEmpty())
        lines.append(DiagnosticsTr::tr("none"));
    return title + QStringLiteral("\n  ") + lines.join(QStringLiteral("\n  ")) + u'\n';
}

bool isThere(const std::string &path)
{
    return QFileInfo::exists(QString::fromStdString(path));
}

QString orAbsent(const std::string &path)
{
    return isThere(path) ? shown(path) : DiagnosticsTr::tr("%1: not there", "a file or folder").arg(shown(path));
}

QString unreadable(const std::string &path, const Error &error)
{
    return DiagnosticsTr::tr("%1: cannot be read. %2").arg(shown(path), errorWords(error).sentence());
}

QStringList kubeconfigLines(const KubeconfigSources &sources)
{
    QStringList lines;
    for (const std::string &name : sources.names) {
        const auto read = KubeconfigSet::load({{name}, sources.held});
        lines.append(read || !isThere(name) ? orAbsent(name) : unreadable(name, read.error()));
        for (const Error &each : read ? read->passedOver() : std::vector<Error>()) {
            if (std::size_t(lines.size()) >= MostContexts)
                return lines << QStringLiteral("…");
            lines.append(DiagnosticsTr::tr("passed over: %1", "what is no kubeconfig").arg(errorWords(each).why));
        }
    }
    return lines;
}

QString pluginLine(const ExecPlugin &plugin, const PluginPath &path)
{
    const auto program = path.find(plugin.program);
    if (!program)
        return DiagnosticsTr::tr("%1: not found", "a plugin's command").arg(shown(plugin.command));
    ProgramDigest digest;
    const auto sha256 = digest.of(*program);
    return DiagnosticsTr::tr("%1 is %2, SHA-256 %3", "a plugin's command, a path, a number")
        .arg(shown(plugin.command), shown(*program),
             sha256 ? QString::fromLatin1(*sha256) : errorWords(sha256.error()).sentence());
}

QStringList contextLines(const DiagnosticsSubject &subject)
{
    QStringList lines;
    const auto config = KubeconfigSet::load(subject.kubeconfigs);
    if (!config)
        return lines;
    for (const OfferedContext &context : config->contexts()) {
        if (std::size_t(lines.size()) == MostContexts)
            return lines << QStringLiteral("…");
        const auto plugin = config->pluginOf(context);
        lines.append(shown(context.name) + QStringLiteral(": ") +
                     (plugin ? pluginLine(*plugin, *subject.path) : DiagnosticsTr::tr("no plugin")));
    }
    return lines;
}

QStringList folderLines(const PluginPath &path)
{
    QStringList lines;
    for (const std::string &directory : path.directories())
        lines.append(orAbsent(directory));
    return lines;
}

/// Without user and password; where one may hide in what is no address, nothing of it.
QString proxyAddress(const QByteArray &value)
{
    // Not fromUserInput(): it makes an address of what is none, "http://[x" one of a host "http".
    const QUrl url(QString::fromUtf8(value.contains("://") ? value : "http://" + value));
    const bool mayHide = value.contains('@') && url.userInfo().isEmpty();
    if (!url.isValid() || url.host().isEmpty() || mayHide)
        return DiagnosticsTr::tr("this is no address");
    return shown(
        url.toString(QUrl::RemoveUserInfo | QUrl::RemovePath | QUrl::RemoveQuery | QUrl::RemoveFragment).toStdString());
}

QStringList proxyLines()
{
    QStringList lines;
    for (const char *name : {"HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy"}) {
        const QByteArray value = qgetenv(name);
        if (value.isEmpty())
            continue;
        const bool isList = QByteArray(name).toLower() == "no_proxy";
        lines.append(QLatin1String(name) + QStringLiteral(": ") +
                     (isList ? shown(value.toStdString()) : proxyAddress(value)));
    }
    return lines;
}

} // namespace

QString diagnosticsText(const DiagnosticsSubject &subject)
{
    const std::string kuberc = kubercFile();
    QStringList sections{subject.build};
    sections.append(section(DiagnosticsTr::tr("Kubeconfigs"), kubeconfigLines(subject.kubeconfigs)));
    sections.append(section(DiagnosticsTr::tr("Contexts, and the program that signs in"), contextLines(subject)));
    sections.append(
        section(DiagnosticsTr::tr("Folders where such programs are looked for"), folderLines(*subject.path)));
    sections.append(
        section(DiagnosticsTr::tr("PATH of the login shell"),
                {subject.shellAsked.empty() ? DiagnosticsTr::tr("not asked for")
                                            : DiagnosticsTr::tr("taken from %1").arg(shown(subject.shellAsked))}));
    sections.append(section(DiagnosticsTr::tr("kuberc, which may forbid such programs"),
                            kuberc.empty() ? QStringList() : QStringList{orAbsent(kuberc)}));
    sections.append(section(DiagnosticsTr::tr("Proxy variables"), proxyLines()));
    const QString qt = QString::fromLatin1(qVersion());
    sections.append(section(DiagnosticsTr::tr("Known faults of Qt %1, by its number, and what keeps them out").arg(qt),
                            qtFaults(QVersionNumber::fromString(qt))));
    return sections.join(u'\n');
}

} // namespace wk
