// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace wk {

/// A field that differs between two revisions. Values are JSON texts cut to a few words, without the quotes of a
/// string; `before` is empty for a field that was added, `after` for one that was removed.
struct FieldChange {
    std::string path; ///< "status.containerStatuses[name=web].restartCount"
    std::string before;
    std::string after;
    enum class Kind { Added, Removed, Replaced } kind = Kind::Replaced;

    bool operator==(const FieldChange &) const = default;
};

/// What one event did to its object: at most three fields by weight, how many there were, and whose entry moved.
/// metadata.resourceVersion, generation and managedFields are never listed.
struct Changes {
    std::vector<FieldChange> first;
    int total = 0;
    std::vector<std::string> managers; ///< whose managedFields entry is new or moved; newest first
};
using ChangesPtr = std::shared_ptr<const Changes>;

} // namespace wk
