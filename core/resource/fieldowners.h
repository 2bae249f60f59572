// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// One entry of metadata.managedFields, as far as blame needs it.
struct FieldOwner {
    std::string manager;
    std::string subresource; ///< "", "status", "scale"
    std::optional<WallTime> time;

    bool operator==(const FieldOwner &) const = default;
};

/// Who wrote which field of one revision of an object: metadata.managedFields laid over the object itself, so
/// that a field is found by its place ("/status/conditions/0/status") and not by the keys of its list.
/// Immutable; any thread. Source: structured-merge-diff, fieldpath serialisation ("f:", "k:", "v:", "i:",
/// ".").
class FieldOwners
{
public:
    FieldOwners();
    /// Of an object's JSON. Knows nobody when that cannot be read or has no managedFields.
    explicit FieldOwners(std::string_view json);
    FieldOwners(FieldOwners &&) noexcept;
    FieldOwners &operator=(FieldOwners &&) noexcept;
    ~FieldOwners();

    /// The newest owner of the field, or of the nearest field above it that has one, among the managers
    /// named; null when none of them has it. `pointer` is a path of keys and indexes with a slash before
    /// each, nothing escaped.
    const FieldOwner *ownerOf(std::string_view pointer, const std::vector<std::string> &among) const;
    /// The newest entry of a manager; null when it has none.
    const FieldOwner *newestOf(std::string_view manager) const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace wk
