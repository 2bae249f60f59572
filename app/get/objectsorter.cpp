// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/get/objectsorter.h"

#include "core/base/quantity.h"
#include "core/resource/objectjson.h"

#include <algorithm>
#include <variant>

namespace wk {

namespace {

struct SortText {
    std::string text;
    std::optional<double> quantity;
};
/// The first is of an object that has no such value.
using Key = std::variant<std::monostate, std::int64_t, double, SortText>;

struct Keyed {
    Key key;
    const Listed *kind;
    ObjectPtr object;
};

Result<Key> keyOf(const std::optional<json::PathScalar> &value)
{
    if (!value)
        return Key();
    if (const auto *whole = std::get_if<std::int64_t>(&*value))
        return Key(*whole);
    if (const auto *real = std::get_if<double>(&*value))
        return Key(*real);
    if (const auto *text = std::get_if<std::string_view>(&*value))
        return Key(SortText{std::string(*text), readQuantity(*text)});
    return json::pathError("unsortable type: bool");
}

bool isBefore(const Key &a, const Key &b)
{
    if (a.index() != b.index())
        return a.index() < b.index();
    if (const auto *whole = std::get_if<std::int64_t>(&a))
        return *whole < std::get<std::int64_t>(b);
    if (const auto *real = std::get_if<double>(&a))
        return *real < std::get<double>(b);
    const auto *left = std::get_if<SortText>(&a);
    if (!left)
        return false;
    const SortText &right = std::get<SortText>(b);
    return left->quantity && right.quantity ? *left->quantity < *right.quantity
                                            : isNaturallyBefore(left->text, right.text);
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Takes the digits at the front, and of those what is left without zeros in front.
struct Digits {
    std::string_view all;
    std::string_view number;

    explicit Digits(std::string_view &text)
    {
        const auto end = std::find_if_not(text.begin(), text.end(), isDigit);
        all = text.substr(0, std::size_t(end - text.begin()));
        number = all.substr(std::min(all.find_first_not_of('0'), all.size()));
        text.remove_prefix(all.size());
    }
};

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

bool isNaturallyBefore(std::string_view a, std::string_view b)
{
    while (!a.empty() && !b.empty()) {
        if (isDigit(a.front()) != isDigit(b.front()))
            return isDigit(a.front());
        if (!isDigit(a.front())) {
            if (a.front() != b.front())
                return static_cast<unsigned char>(a.front()) < static_cast<unsigned char>(b.front());
            a.remove_prefix(1);
            b.remove_prefix(1);
            continue;
        }
        const Digits left(a);
        const Digits right(b);
        if (left.number.size() != right.number.size())
            return left.number.size() < right.number.size();
        if (left.number != right.number)
            return left.number < right.number;
        if (left.all.size() != right.all.size())
            return left.all.size() < right.all.size();
    }
    return a.size() < b.size();
}

ObjectSorter::ObjectSorter(std::string text, json::PathSteps path, Range range)
    : m_text(std::move(text))
    , m_reader({std::move(path)})
    , m_range(range)
{}

Result<std::vector<Listed>> ObjectSorter::sorted(std::vector<Listed> kinds)
{
    std::vector<Keyed> all;
    for (const Listed &kind : kinds) {
        for (const ObjectPtr &object : kind.objects) {
            if (auto read = m_reader.read(objectJson(*object, kind.resource)); !read)
                return read.error();
            const auto value = m_reader.first(0);
            auto key = value ? keyOf(*value) : value.error();
            if (!key)
                return key.error();
            all.push_back({std::move(key).value(), &kind, object});
        }
    }
    const auto hasNone = [](const Keyed &one) { return one.key.index() == 0; };
    if (all.size() > 1 && std::all_of(all.begin(), all.end(), hasNone))
        return json::pathError("couldn't find any field with path \"" + m_text + "\" in the list of objects");
    const bool isEachKind = m_range == Range::EachKind;
    std::stable_sort(all.begin(), all.end(), [isEachKind](const Keyed &a, const Keyed &b) {
        return isEachKind && a.kind != b.kind ? a.kind < b.kind : isBefore(a.key, b.key);
    });
    return grouped(all);
}

} // namespace wk
