// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/cluster/clusteraccess.h"
#include "core/cluster/credential.h"
#include "core/cluster/plugininput.h"

#include <QByteArray>

#include <string>
#include <string_view>

namespace wk {

// What goes into a credential plugin and what comes out: ExecCredential of client.authentication.k8s.io, v1beta1 and
// v1. Any thread. Source: client-go plugin/pkg/client/auth/exec/exec.go.

/// The value of KUBERNETES_EXEC_INFO. For an access whose signIn is an ExecPlugin.
QByteArray execInfo(const ClusterAccess &access, PluginInput input);

/// Reads what the plugin printed. CredentialFailed, in words that hold nothing of the output, for what is not JSON, of
/// another version than asked for, without a status, a certificate without its key, or past its expiry by `now`.
Result<Credential> readExecCredential(std::string_view output, const ExecPlugin &plugin, WallTime now);

} // namespace wk
