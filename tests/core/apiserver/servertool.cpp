// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/apiserver.h"
#include "core/apiserver/apiwriter.h"
#include "core/base/clock.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <cstdio>

using namespace wk;

/// A bare server for trying clients by hand: prints a kubeconfig and serves until it is ended. Arguments:
/// [--tls] [port].
int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    SystemClock clock;
    ApiServer server({.port = arguments.last().toUShort(), .tls = arguments.contains(QStringLiteral("--tls"))}, clock);
    const ApiWriter setup(server, "setup");
    for (const char *name : {"default", "kube-system"}) {
        const auto made = setup.seed("namespaces", {{"metadata", {{"name", name}}}});
        if (!made)
            return 1;
    }
    const auto endpoint = server.start();
    if (!endpoint) {
        std::fprintf(stderr, "%s\n", describe(endpoint.error()).c_str());
        return 1;
    }
    std::fputs(kubeconfigText(*endpoint, "watchkeeper").c_str(), stdout);
    std::fflush(stdout);
    return QCoreApplication::exec();
}
