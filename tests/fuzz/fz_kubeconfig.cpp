// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/kubeconfig.h"
#include "tests/fuzz/fuzz.h"

#include <string>

/// Whatever a file says that is named as a kubeconfig, it is read without harm: what opens leads to one server by http
/// or https, and what does not is told why. Nothing is run and nobody is asked.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace wk;
    const std::string name = "/nowhere/config";
    const QByteArray bytes(reinterpret_cast<const char *>(data), qsizetype(size));
    const auto config = Kubeconfig::load({name}, {{name, Secret(bytes)}});
    if (!config) {
        WK_MUST(!config.error().text.empty() && config.error().place.starts_with(name));
        return 0;
    }
    for (const KubeContext &context : config->contexts()) {
        const auto access = config->resolve(context.name);
        if (!access) {
            WK_MUST(!access.error().text.empty());
            continue;
        }
        WK_MUST(access->context == context.name);
        WK_MUST(access->server.scheme() == QLatin1String("https") || access->server.scheme() == QLatin1String("http"));
        WK_MUST(!access->server.host().isEmpty() && access->server.userInfo().isEmpty());
    }
    return 0;
}
