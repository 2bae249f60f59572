// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/get/objectsorter.h"

#include "core/base/quantity.h"
#include "core/resource/objectjson.h"

#include <algorithm>
#include <variant>

namespace wk {

namespace {

/// Holds 64 bits and any double.
using Number = long double;

/// "100m" is less than "1".
struct Quantity {
    double number = 0;

    auto operator<=>(const Quantity &) const = default;
};

/// What objects are sorted by: those without such a value first, and texts that are quantities before others.
using Key = std::variant<std::monostate, Number, Quantity, std::string>;

struct Keyed {
    Key key;
    const Listed *kind;
    ObjectPtr object;
};

Result<Key> keyOf(const std::optional<json::PathScalar> &value)
{
    if (!value || value->index() == 0)
        return Key();
    if (const auto *whole = std::get_if<std::int64_t>(&*value))
        return Key(Number(*whole));
    if (const auto *real = std::get_if<double>(&*value))
        return Key(Number(*real));
    if (const auto *text = std::get_if<std::string_view>(&*value)) {
        const auto quantity = readQuantity(*text);
        return quantity ? Key(Quantity{*quantity}) : Key(std::string(*text));
    }
    return json::pathError("unsortable type: bool");
}

/// Each run of one kind together.
std::vector<Listed> grouped(const std::vector<Keyed> &objects)
{
    std::vector<Listed> groups;
    const Listed *last = nullptr;
    for (const Keyed &one : objects) {
        if (one.kind != last)
            groups.push_back({one.kind->resource, one.kind->columns, {}});
        last = one.kind;
        groups.back().objects.push_back(one.object);
    }
    return groups;
}

} // namespace

ObjectSorter::ObjectSorter(std::string text, json::PathSteps path, Range range)
    : m_text(std::move(text))
    , m_reader({std::move(path)})
    , m_range(range)
{}

Result<std::vector<Listed>> ObjectSorter::sorted(std::vector<Listed> kinds)
{
    std::vector<Keyed> all;
    bool isAnyFound = false;
    for (const Listed &kind : kinds) {
        for (const ObjectPtr &object : kind.objects) {
            if (auto read = m_reader.read(objectJson(*object, kind.resource)); !read)
                return read.error();
            const auto value = m_reader.first(0);
            isAnyFound = isAnyFound || (value && *value);
            auto key = value ? keyOf(*value) : value.error();
            if (!key)
                return key.error();
            all.push_back({std::move(key).value(), &kind, object});
        }
    }
    if (all.size() > 1 && !isAnyFound)
        return json::pathError("couldn't find any field with path \"" + m_text + "\" in the list of objects");
    const bool isEachKind = m_range == Range::EachKind;
    std::stable_sort(all.begin(), all.end(), [isEachKind](const Keyed &a, const Keyed &b) {
        return isEachKind && a.kind != b.kind ? a.kind < b.kind : a.key < b.key;
    });
    return grouped(all);
}

} // namespace wk
