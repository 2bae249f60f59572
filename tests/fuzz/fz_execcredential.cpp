// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/time.h"
#include "core/cluster/bearertoken.h"
#include "core/cluster/execcredential.h"
#include "tests/fuzz/fuzz.h"

#include <string>

/// Whatever a plugin prints, what is taken of it can sign in: a token that a header may hold, or a pair that belongs
/// together, not expired; and what is not taken is told why.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace wk;
    constexpr WallTime Now{std::chrono::seconds(1'795'252'867)};
    ExecPlugin plugin;
    plugin.command = "aws";
    plugin.program = "/usr/bin/aws";
    plugin.apiVersion = "client.authentication.k8s.io/v1";
    const auto check = [&plugin, Now](const std::string &output) {
        const auto credential = readExecCredential(output, plugin, Now);
        if (!credential) {
            WK_MUST(credential.error().kind == ErrorKind::CredentialFailed && !credential.error().text.empty());
            return;
        }
        const QByteArrayView token = credential->bearerToken.reveal();
        WK_MUST(!token.isEmpty() || !credential->clientKeyPem.isEmpty());
        WK_MUST(!tokenFault(std::string_view(token.data(), std::size_t(token.size()))));
        WK_MUST(credential->clientCertPem.isEmpty() == credential->clientKeyPem.isEmpty());
        WK_MUST(!credential->expires || *credential->expires > Now);
    };
    const std::string bytes(reinterpret_cast<const char *>(data), size);
    check(bytes);
    // As its status, so that what is below the envelope is reached, too.
    check(R"({"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":)" + bytes + "}");
    return 0;
}
