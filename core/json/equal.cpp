// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/equal.h"

#include "core/json/valuekind.h"

namespace wk::json {

namespace dom = simdjson::dom;

namespace {

bool areEqual(const dom::object &a, const dom::object &b)
{
    auto ia = a.begin();
    auto ib = b.begin();
    for (; ia != a.end() && ib != b.end(); ++ia, ++ib) {
        if (ia.key() != ib.key() || !isEqual(ia.value(), ib.value()))
            return false;
    }
    return !(ia != a.end()) && !(ib != b.end());
}

bool areEqual(const dom::array &a, const dom::array &b)
{
    auto ia = a.begin();
    auto ib = b.begin();
    for (; ia != a.end() && ib != b.end(); ++ia, ++ib) {
        if (!isEqual(*ia, *ib))
            return false;
    }
    return !(ia != a.end()) && !(ib != b.end());
}

} // namespace

bool isEqual(const dom::element &a, const dom::element &b)
{
    if (a.type() != b.type())
        return false;
    switch (kindOf(a)) {
    case ValueKind::Object: return areEqual(dom::object(a), dom::object(b));
    case ValueKind::Array: return areEqual(dom::array(a), dom::array(b));
    case ValueKind::String: return std::string_view(a) == std::string_view(b);
    case ValueKind::Integer: return int64_t(a) == int64_t(b);
    case ValueKind::LargeInteger: return uint64_t(a) == uint64_t(b);
    case ValueKind::Double: return double(a) == double(b);
    case ValueKind::Bool: return bool(a) == bool(b);
    case ValueKind::Null: return true;
    }
    return false;
}

} // namespace wk::json
