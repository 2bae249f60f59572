// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// One entry of metadata.managedFields, without its field set.
struct FieldOwner {
    std::string manager;
    std::string operation;   ///< "Apply" or "Update"
    std::string subresource; ///< "", "status", "scale"; always "" before Kubernetes 1.22
    std::string apiVersion;  ///< that the field set is written in
    std::optional<WallTime> time;

    bool operator==(const FieldOwner &) const = default;
};

/// Who owns which field of one revision of an object: metadata.managedFields laid over the object itself, so that a
/// field is found by its place ("/status/conditions/0/status") and not by the keys of its list. An owner is not always
/// who wrote the value last: see attribution.h. Immutable; any thread. Sources: structured-merge-diff, fieldpath
/// serialisation ("f:", "k:", "v:", "i:", "."); a set that ends at a field covers what is below it (an atomic list)
/// unless some set goes on below.
class FieldOwners
{
public:
    FieldOwners();
    /// Of an object's JSON. Knows nobody when that cannot be read or has no managedFields.
    explicit FieldOwners(std::string_view json);
    /// Knows only who owns what is at these places, or below them: ten times faster for a few. In any other place it
    /// may tell too little.
    FieldOwners(std::string_view json, const std::vector<std::string_view> &pointers);
    FieldOwners(FieldOwners &&) noexcept;
    FieldOwners &operator=(FieldOwners &&) noexcept;
    ~FieldOwners();

    /// In the order of managedFields.
    const std::vector<FieldOwner> &owners() const;

    /// Indexes into owners(), rising.
    using Indexes = std::vector<std::uint16_t>;
    /// Who owns a field: a JSON pointer (RFC 6901). Several may: server-side apply shares fields.
    Indexes ownersOf(std::string_view pointer) const;
    /// Those, and who owns anything inside it.
    Indexes ownersWithin(std::string_view pointer) const;
    /// ownersOf(), the newest first.
    std::vector<FieldOwner> blame(std::string_view pointer) const;

private:
    using Pointers = std::vector<std::string_view>;

    void read(std::string_view json, const Pointers *wanted);

    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace wk
