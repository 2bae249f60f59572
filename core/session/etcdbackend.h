// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/etcd/etcdaccess.h"
#include "core/session/backend.h"

namespace wk {

/// An etcd cluster as a session's backend: its kinds are the prefixes of its keys (EtcdPrefixes).
BackendFactory etcdBackend(EtcdAccess access);

} // namespace wk
