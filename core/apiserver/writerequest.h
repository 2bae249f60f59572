// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/fieldset.h"
#include "core/apiserver/resourcetype.h"
#include "core/apiserver/status.h"

#include <optional>
#include <string>

namespace wk::apiserver {

/// Which object a write is about. An empty subresource is the object itself.
struct WriteTarget {
    TypePtr type;
    std::string nameSpace{};
    std::string name{};        ///< empty when it is created
    std::string subresource{}; ///< "status" or "scale"

    std::string key() const { return nameSpace.empty() ? name : nameSpace + "/" + name; }
};

/// Why a document is not what the path is about: kind, version, namespace and name must be the same where it has them.
std::optional<Status> findMismatch(const WriteTarget &target, const Json &document);

/// Who writes, for managedFields, and whether it is meant.
struct WriteMode {
    std::string manager{};             ///< empty: what is written is nobody's
    bool isDryRun = false;             ///< checked and answered, not stored
    bool isForced = false;             ///< server-side apply takes what others own
    std::optional<FieldSet> applied{}; ///< of server-side apply: what the configuration names
};

/// What is to become of the objects that belong to a deleted one.
enum class Propagation {
    Background, ///< they are deleted after it
    Foreground, ///< it waits until they are gone
    Orphan,     ///< they stay, and lose their owner
};

/// metav1.DeleteOptions.
struct DeleteOptions {
    std::optional<std::int64_t> graceSeconds{}; ///< of a pod; empty: what its spec says
    Propagation propagation = Propagation::Background;
    std::string uid{};          ///< refused with 409 when the object is another one
    std::uint64_t revision = 0; ///< refused with 409 when it has changed; 0: whatever it is
    bool isDryRun = false;      ///< kubectl says so here, and in the query of other requests
};

} // namespace wk::apiserver
