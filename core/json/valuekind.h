// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <simdjson.h>

/// For .cpp files only: simdjson's header costs a second to compile.
namespace wk::json {

/// What a value is: simdjson's element_type, but for the one that version 4 adds (BIGINT, an integer past 64 bits as
/// its digits), so that a switch over all of these is whole with every version. A parser makes that one only when it is
/// asked to, and none of ours is: with every version such an integer is an error first, and then a string
/// (core/json/legalise.h).
enum class ValueKind : char {
    Object = static_cast<char>(simdjson::dom::element_type::OBJECT),
    Array = static_cast<char>(simdjson::dom::element_type::ARRAY),
    String = static_cast<char>(simdjson::dom::element_type::STRING),
    Integer = static_cast<char>(simdjson::dom::element_type::INT64),
    LargeInteger = static_cast<char>(simdjson::dom::element_type::UINT64), ///< above what 63 bits hold
    Double = static_cast<char>(simdjson::dom::element_type::DOUBLE),
    Bool = static_cast<char>(simdjson::dom::element_type::BOOL),
    Null = static_cast<char>(simdjson::dom::element_type::NULL_VALUE),
};

/// Any thread.
inline ValueKind kindOf(const simdjson::dom::element &value)
{
    return static_cast<ValueKind>(value.type());
}

} // namespace wk::json
