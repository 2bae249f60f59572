// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/authprovider.h"

#include <string>
#include <utility>

namespace wk {

namespace {

constexpr const char *ProviderKey = "auth-provider";

/// What to do about one that is not "oidc".
std::string otherProvider(const std::string &name)
{
    const auto removed = [&](const std::string &instead) {
        return "Signing in with the auth-provider \"" + name + "\" has been taken out of kubectl 1.26. " + instead;
    };
    if (name == "gcp")
        return removed("Use the credential plugin gke-gcloud-auth-plugin: \"gcloud container clusters get-credentials "
                       "CLUSTER\" writes a kubeconfig with it.");
    if (name == "azure")
        return removed("Use the credential plugin kubelogin: \"kubelogin convert-kubeconfig\" rewrites this file.");
    if (name == "openstack")
        return removed("Use the credential plugin client-keystone-auth.");
    return "No auth-provider \"" + name + "\" is known, to kubectl neither. Use a credential plugin (exec) or a token.";
}

} // namespace

std::optional<OidcToken> readAuthProvider(FieldReader &user)
{
    const YamlNode *node = user.node(ProviderKey);
    if (!node || node->kind == YamlNode::Kind::Null || user.error())
        return {};
    FieldReader provider(node, user.file(), user.pathOf(ProviderKey));
    const std::string name = provider.text("name");
    FieldReader config(provider.node("config"), user.file(), provider.pathOf("config"));
    OidcToken token{Secret::of(config.text("id-token")), config.text("idp-issuer-url"),
                    !config.text("refresh-token").empty()};
    const std::string client = config.text("client-id");
    if (provider.error())
        user.fail(*provider.error());
    else if (user.has("exec"))
        user.fail(ProviderKey, "There are both a credential plugin (exec) and an auth-provider. kubectl refuses that. "
                               "Remove one of the two.");
    else if (name != "oidc")
        provider.fail("name", otherProvider(name));
    else if (!config.error() && (token.issuer.empty() || client.empty()))
        config.fail(token.issuer.empty() ? "idp-issuer-url" : "client-id",
                    "An auth-provider \"oidc\" must name it, as kubectl has it.");
    for (const FieldReader *reader : {&provider, &config}) {
        if (reader->error())
            user.fail(*reader->error());
    }
    return user.error() ? std::nullopt : std::optional(std::move(token));
}

} // namespace wk
