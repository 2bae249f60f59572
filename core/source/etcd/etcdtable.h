// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/source/etcd/etcdreply.h"
#include "core/source/etcd/kubevalue.h"

#include <optional>
#include <string>
#include <string_view>

namespace wk {

/// Tells keys and what they hold as an API server tells objects: as rows of a Table (metav1.Table), whose cells are the
/// key, its revisions, lease, size and value, and whose object is the value's own where that is a Kubernetes object.
/// Else it is one that is named as the key is, lives from one creation of the key to its end, and holds the value:
///
///     {"kind":"Key","apiVersion":"etcd/v3","metadata":{"name":"/a/b","uid":"/a/b@7","resourceVersion":"9"},"value":…}
///
/// or "text" where it is no JSON, or "base64" where it is no text, and its lease where it has one.
///
/// So whatever reads Tables reads etcd. Pure; any thread.
namespace etcdtable {

/// The definitions of the columns, as JSON.
std::string_view columns();
/// A row, as JSON. `isKeyOnly`: the value was not asked for.
std::string row(const EtcdKeyValue &key, std::int64_t revision, bool isKeyOnly,
                EtcdSecrets secrets = EtcdSecrets::Withheld);
/// A Table of rows, as a list's page.
std::string page(const EtcdRangeReply &range, std::string_view continueToken, bool areKeysOnly,
                 EtcdSecrets secrets = EtcdSecrets::Withheld);
/// A line of a watch.
std::string line(const EtcdEvent &event, EtcdSecrets secrets = EtcdSecrets::Withheld);
/// One that says that nothing has happened up to there.
std::string bookmark(std::int64_t revision);

} // namespace etcdtable

} // namespace wk
