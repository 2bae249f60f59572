// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"

namespace wk {

/// What `kubectl get` reads of the words behind it: KIND[,KIND…] [NAME…] or KIND/NAME… Any thread. Invalid, with a
/// sentence, for what is neither.
Result<std::vector<TargetArguments>> targetsOf(const QStringList &words);
/// The same of etcd: PREFIX…, or all keys.
std::vector<TargetArguments> prefixesOf(const QStringList &words);

} // namespace wk
