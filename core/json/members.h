// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/document.h"

#include <cstddef>
#include <string_view>
#include <vector>

/// For .cpp files only, as core/json/document.h.
namespace wk::json {

struct Member {
    std::string_view key;
    simdjson::dom::element value;
};

/// AsGiven keeps all; the sorted orders keep the last of equal keys, as most readers of JSON do.
enum class MemberOrder {
    AsGiven,
    Bytes,   ///< Go's encoding/json for maps
    Natural, ///< go-yaml: letters last, numbers by value ("a9" before "a10"). Source: goyaml.v2 sorter.go
};

/// The members of the objects on the way from the root down to where a writer stands, one range an object: so sorting
/// costs no allocation an object. Any thread, one at a time.
class MemberStack
{
public:
    struct Range {
        std::size_t begin = 0;
        std::size_t end = 0;
    };

    Range push(const simdjson::dom::object &object, MemberOrder order);
    /// `range` is the last one pushed.
    void pop(Range range) { m_members.resize(range.begin); }
    /// A copy: the next push() may move them all.
    Member operator[](std::size_t index) const { return m_members[index]; }

private:
    std::vector<Member> m_members;
};

/// Where `a` stands before `b` in MemberOrder::Natural.
bool naturallyLess(std::string_view a, std::string_view b);

} // namespace wk::json
