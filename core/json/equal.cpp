// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/equal.h"

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
    switch (a.type()) {
    case dom::element_type::OBJECT: return areEqual(dom::object(a), dom::object(b));
    case dom::element_type::ARRAY: return areEqual(dom::array(a), dom::array(b));
    case dom::element_type::STRING: return std::string_view(a) == std::string_view(b);
    case dom::element_type::INT64: return int64_t(a) == int64_t(b);
    case dom::element_type::UINT64: return uint64_t(a) == uint64_t(b);
    case dom::element_type::DOUBLE: return double(a) == double(b);
    case dom::element_type::BOOL: return bool(a) == bool(b);
    case dom::element_type::NULL_VALUE: return true;
    }
    return false;
}

} // namespace wk::json
