// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/history.h"

#include <optional>
#include <string>
#include <string_view>

namespace wk::sim {

/// How a server writes its resourceVersions. The model counts 1, 2, 3; a dress is put on what leaves it and taken off
/// what comes in, so that the model itself stays simple. A value.
class VersionStyle
{
public:
    enum class Kind { Dense, Sparse, Long, Opaque };

    explicit VersionStyle(Kind kind = Kind::Dense, std::uint64_t salt = 0)
        : m_kind(kind)
        , m_salt(salt)
    {}

    Kind kind() const { return m_kind; }
    /// Whether two versions can be compared by those who only see them.
    bool isComparable() const { return m_kind != Kind::Opaque; }
    std::string text(Revision revision) const;
    /// Empty for a text that no revision has.
    std::optional<Revision> revision(std::string_view text) const;
    /// All resourceVersions in our own compact JSON.
    std::string dressed(std::string text) const;

private:
    Kind m_kind;
    std::uint64_t m_salt;
};

const char *styleName(VersionStyle::Kind kind);

} // namespace wk::sim
