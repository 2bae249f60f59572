// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/incluster.h"

#include "core/base/boundedfile.h"
#include "core/base/limits.h"

#include <QFileInfo>

#include <utility>

namespace wk {

InCluster InCluster::ofThisProcess()
{
    return {qgetenv("KUBERNETES_SERVICE_HOST").toStdString(), qgetenv("KUBERNETES_SERVICE_PORT").toStdString(),
            "/var/run/secrets/kubernetes.io/serviceaccount"};
}

InCluster::InCluster(std::string host, std::string port, std::string folder)
    : m_host(std::move(host))
    , m_port(std::move(port))
    , m_folder(std::move(folder))
{}

bool InCluster::isPossible() const
{
    return !m_host.empty() && !m_port.empty() && QFileInfo(QString::fromStdString(m_folder + "/token")).isFile();
}

Result<ClusterAccess> InCluster::access() const
{
    ClusterAccess access;
    access.context = Context;
    access.cluster = Context;
    access.user = "the pod's service account";
    access.source = m_folder;
    const bool isIpv6 = m_host.find(':') != std::string::npos;
    access.server = QUrl(QString::fromStdString("https://" + (isIpv6 ? '[' + m_host + ']' : m_host) + ':' + m_port));
    if (!access.server.isValid())
        return Error{ErrorKind::ConfigBroken, "KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are no address.",
                     m_host + ':' + m_port};
    const std::string ca = m_folder + "/ca.crt";
    auto pem = readBoundedFile(ca, limits::CredentialFileBytes);
    if (!pem)
        return Error{ErrorKind::FileUnreadable, pem.error().text, ca};
    access.caPem = std::move(pem).value();
    access.files.authority = ca;
    if (const auto ns = readBoundedFile(m_folder + "/namespace", limits::PathBytes))
        access.ns = ns->trimmed().toStdString();
    access.signIn = TokenFile{m_folder + "/token", {}};
    return access;
}

} // namespace wk
