// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/cluster/pluginpath.h"

#include <string>

namespace wk {

/// The kuberc that kubectl would read: the environment's KUBERC, else ~/.kube/kuberc if it is there; empty when there
/// is none, or it is switched off (KUBERC=off, KUBECTL_KUBERC=false). Source: kubectl pkg/kuberc.
std::string kubercFile();

/// Whether a kuberc lets a credential plugin run (rule S12 of SECURITY.md): kubectl obeys its credentialPluginPolicy,
/// and so do we, before anybody is asked for consent. `program` is the absolute path of what would run, and
/// `path` where bare names of the list are looked for. Any thread, but
/// it reads files. CredentialFailed when the policy does not let it run; ConfigBroken or FileUnreadable when it cannot
/// be known. Source: client-go tools/clientcmd/api PluginPolicy, KEP 3104.
Result<> checkPluginPolicy(const std::string &kuberc, const std::string &program, const PluginPath &path);

} // namespace wk
