// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/namedfiles.h"

#include "core/cluster/consentfacts.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace wk {

namespace {

QString canonical(const QString &path)
{
    return QFileInfo(path).canonicalFilePath();
}

/// Both without links.
bool isBelow(const QString &path, const QString &folder)
{
    return !folder.isEmpty() && path.startsWith(folder == QStringLiteral("/") ? folder : QString(folder + u'/'));
}

QStringList usualFolders()
{
    const QDir home = QDir::home();
    QStringList folders;
    for (const char *name : {".kube", ".minikube", ".config"})
        folders.append(home.filePath(QLatin1String(name)));
    for (const char *folder :
         {"/etc/kubernetes", "/etc/rancher", "/etc/ssl/certs", "/etc/pki", "/usr/share/ca-certificates",
          "/usr/local/share/ca-certificates", "/var/run/secrets", "/var/lib/kubelet", "/var/lib/rancher",
          "/var/lib/k0s", "/var/lib/minikube", "/var/snap/microk8s"})
        folders.append(QLatin1String(folder));
    return folders;
}

bool isBeside(const QString &file, const QString &folder)
{
    const QString home = canonical(QDir::homePath());
    if (folder != home && !isBelow(home, folder))
        return isBelow(file, folder);
    const QFileInfo info(file);
    return info.path() == folder && !info.fileName().startsWith(u'.');
}

} // namespace

bool isUsualPlace(const std::string &path, const std::string &kubeconfig)
{
    const QString file = canonical(QString::fromStdString(path));
    if (file.isEmpty())
        return true;
    const QFileInfo config(QString::fromStdString(kubeconfig));
    for (const QString &own : {canonical(config.path()), QFileInfo(config.canonicalFilePath()).path()}) {
        if (isBeside(file, own))
            return true;
    }
    return std::ranges::any_of(usualFolders(), [&](const QString &folder) { return isBelow(file, canonical(folder)); });
}

QByteArray FileRequest::subject() const
{
    std::vector<std::string> parts{kubeconfig, server};
    for (const NamedFile &file : files) {
        parts.push_back(file.field);
        parts.push_back(file.path);
    }
    return consentSubject(parts);
}

Error consentNeeded(const FileRequest &request)
{
    std::string text =
        "The kubeconfig names files that lie outside of its folder and of the usual ones. A token in them "
        "is sent to its server. Read them only if you trust it.";
    for (const NamedFile &file : request.files)
        text += consentFact(file.field.c_str(), file.path);
    text += consentFact("Server", request.server) + consentFact("Kubeconfig", request.kubeconfig) +
            consentFact("Context", request.context);
    return {ErrorKind::ConsentNeeded, text, request.kubeconfig};
}

} // namespace wk
