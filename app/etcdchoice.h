// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"
#include "app/reach.h"
#include "core/cluster/etcd/etcdaccess.h"

namespace wk {

/// The etcd cluster that the arguments name; what they leave out is taken from etcdctl's variables (ETCDCTL_CACERT,
/// ETCDCTL_CERT, ETCDCTL_KEY, ETCDCTL_USER, ETCDCTL_PASSWORD, ETCDCTL_INSECURE_SKIP_TLS_VERIFY). Only keys that begin
/// with `prefix` are looked at. ConfigBroken, FileUnreadable.
Result<EtcdAccess> chooseEtcd(const EtcdArguments &arguments, std::string prefix);

/// The members of an etcd cluster, as they are written with commas between; without a scheme it is http. ConfigBroken.
Result<std::vector<QUrl>> etcdEndpoints(const QString &text);

Reach reachEtcd(EtcdAccess access);

} // namespace wk
