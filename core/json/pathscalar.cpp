// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/pathscalar.h"

#include "core/json/jsonpath.h"
#include "core/json/scalartext.h"

#include <optional>
#include <type_traits>

namespace wk::json {

namespace {

/// Of two of one sort, which is not null.
struct Order {
    bool isEqual = false;
    std::optional<bool> isLess{}; ///< none of what has no order
};

Order orderOf(const PathScalar &left, const PathScalar &right)
{
    return std::visit(
        [&right](const auto &value) {
            using Type = std::decay_t<decltype(value)>;
            const Type &other = std::get<Type>(right);
            Order order{value == other};
            if constexpr (!std::is_same_v<Type, bool> && !std::is_same_v<Type, std::monostate>)
                order.isLess = value < other;
            return order;
        },
        left);
}

} // namespace

Result<bool> pathHolds(const std::string &op, const PathScalar &left, const PathScalar &right)
{
    const bool isKnown = op == "==" || op == "!=" || op == "<" || op == "<=" || op == ">" || op == ">=";
    if (!isKnown)
        return pathError("unrecognized filter operator " + op);
    if (left.index() == 0 || right.index() == 0)
        return pathError("invalid type for comparison");
    if (left.index() != right.index())
        return pathError("incompatible types for comparison");
    const Order order = orderOf(left, right);
    if (op == "==")
        return order.isEqual;
    if (op == "!=")
        return !order.isEqual;
    if (!order.isLess)
        return pathError("invalid type for comparison");
    const bool isAtMost = *order.isLess || order.isEqual;
    return op == "<" ? *order.isLess : op == "<=" ? isAtMost : op == ">" ? !isAtMost : !*order.isLess;
}

void appendGoText(std::string &out, const PathScalar &value)
{
    if (const auto *flag = std::get_if<bool>(&value))
        out += *flag ? "true" : "false";
    else if (const auto *whole = std::get_if<std::int64_t>(&value))
        out += std::to_string(*whole);
    else if (const auto *real = std::get_if<double>(&value))
        appendGoNumber(out, *real);
    else if (const auto *text = std::get_if<std::string_view>(&value))
        out += *text;
    else
        out += "<nil>";
}

} // namespace wk::json
