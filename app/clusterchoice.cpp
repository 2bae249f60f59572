// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/clusterchoice.h"

#include "app/console.h"
#include "app/kubeconfigpipes.h"
#include "core/base/limits.h"
#include "core/cluster/incluster.h"

#include <QFileInfo>

#include <algorithm>

namespace wk {

KubeconfigSources kubeconfigSources(const ClusterArguments &arguments)
{
    return {arguments.kubeconfig.empty() ? defaultKubeconfigFiles() : std::vector<std::string>{arguments.kubeconfig},
            arguments.held};
}

void holdPipes(ClusterArguments &arguments)
{
    if (arguments.demo || arguments.etcd)
        return;
    const auto say = [](const std::string &name) {
        Console::standard().say("Waiting for the kubeconfig from " + name + " …");
    };
    arguments.held = readKubeconfigPipes(kubeconfigSources(arguments).names,
                                         {limits::KubeconfigPipeTime, std::chrono::seconds(2), say});
}

Result<ClusterAccess> chooseCluster(const ClusterArguments &arguments)
{
    if (isInCluster(arguments))
        return actingAs(InCluster::ofThisProcess().access(), arguments.as);
    const auto config = KubeconfigSet::load(kubeconfigSources(arguments));
    if (!config)
        return config.error();
    if (const auto files = config->unusualFiles(arguments.context); files && !arguments.allowFiles)
        return consentNeeded(*files);
    auto access = config->resolve(arguments.context, arguments.as);
    if (access && access->skipTlsVerify && !arguments.allowInsecure) {
        Error error;
        error.kind = ErrorKind::ConsentNeeded;
        error.place = access->source;
        error.text =
            "the context \"" + access->context + "\" switches certificate checks off (insecure-skip-tls-verify)";
        return error;
    }
    return access;
}

bool isInCluster(const ClusterArguments &arguments)
{
    return !hasKubeconfig(arguments) && InCluster::ofThisProcess().isPossible();
}

Result<ClusterAccess> actingAs(Result<ClusterAccess> access, const Impersonation &as)
{
    if (!access)
        return access;
    if (const auto fault = faultOf(as, access->user))
        return Error{ErrorKind::Invalid, fault->text};
    ClusterAccess other = std::move(access).value();
    other.as = as;
    return other;
}

ExecConsent execConsent(const ClusterArguments &arguments)
{
    const ExecAnswer answer = arguments.allowExec ? ExecAnswer::Allow : ExecAnswer::Ask;
    return [answer](const ExecRequest &) { return answer; };
}

bool hasKubeconfig(const ClusterArguments &arguments)
{
    if (!arguments.kubeconfig.empty() || !arguments.context.empty())
        return true;
    const auto files = kubeconfigSources(arguments).names;
    if (!qgetenv("KUBECONFIG").isEmpty() && !files.empty())
        return true;
    return std::any_of(files.begin(), files.end(),
                       [](const std::string &file) { return QFileInfo::exists(QString::fromStdString(file)); });
}

} // namespace wk
