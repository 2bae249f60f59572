// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/clusteraccess.h"
#include "core/cluster/fieldreader.h"

#include <optional>

namespace wk {

/// Reads a user entry's auth-provider: of OpenID Connect the id-token, which may be empty; nothing when there is no
/// provider. Of others, and of what kubectl refuses, the failure is in `user`. Any thread. Source: client-go
/// plugin/pkg/client/auth; gcp, azure and openstack were taken out of kubectl 1.26.
std::optional<OidcToken> readAuthProvider(FieldReader &user);

} // namespace wk
