// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/listpairs.h"

#include "core/json/plainscalar.h"
#include "core/json/splitter.h"
#include "core/resource/listkeys.h"

#include <algorithm>

namespace wk {

namespace {

/// Each is compared with each.
constexpr std::size_t MostElements = 64;
constexpr std::size_t UsualElements = 8;

enum class Found { All, None, Odd };

/// What names an element: the values of a key's fields.
struct KeyTexts {
    std::string_view first;
    std::optional<std::string_view> second; ///< where the key has one, and the element too

    bool operator==(const KeyTexts &) const = default;
};

std::optional<std::string_view> keyText(std::string_view json)
{
    const auto scalar = json::plainScalar(json);
    const bool isName = scalar && (scalar->isString || (scalar->text[0] >= '0' && scalar->text[0] <= '9'));
    return isName ? std::optional(scalar->text) : std::nullopt;
}

/// Looks no further than it has to. Of members with one name the first counts.
Found readKey(std::string_view element, const ListKey &key, KeyTexts &texts)
{
    std::optional<std::string_view> first;
    texts.second = {};
    json::Members members(element);
    while (members.next()) {
        if (members.key().find('\\') != std::string_view::npos)
            return Found::Odd;
        auto *wanted = members.key() == key[0] && !first                             ? &first
                       : !key[1].empty() && members.key() == key[1] && !texts.second ? &texts.second
                                                                                     : nullptr;
        if (!wanted)
            continue;
        *wanted = keyText(members.value());
        if (!*wanted)
            return Found::Odd;
        if (first && (key[1].empty() || texts.second))
            break;
    }
    const bool isRead = members.isWhole() || (first && (key[1].empty() || texts.second));
    // "a,b" and nothing are told from "a" and "b" by reading them.
    if (!isRead || (first && !key[1].empty() && first->find(',') != std::string_view::npos))
        return Found::Odd;
    if (!first)
        return Found::None;
    texts.first = *first;
    return Found::All;
}

bool isElement(std::string_view text)
{
    return text.starts_with('{') && text.ends_with('}');
}

/// Nothing where the texts are not two lists of as many objects.
std::optional<std::vector<ElementPair>> split(std::string_view before, std::string_view after)
{
    std::vector<ElementPair> pairs;
    pairs.reserve(UsualElements);
    json::Elements elementsBefore(before);
    json::Elements elementsAfter(after);
    for (;;) {
        const bool hasBefore = elementsBefore.next();
        const bool hasAfter = elementsAfter.next();
        if (hasBefore != hasAfter || pairs.size() > MostElements)
            return {};
        if (!hasBefore)
            break;
        if (!isElement(elementsBefore.value()) || !isElement(elementsAfter.value()))
            return {};
        pairs.push_back({elementsBefore.value(), elementsAfter.value(), {}});
    }
    if (!elementsBefore.isWhole() || !elementsAfter.isWhole())
        return {};
    return pairs;
}

std::string subscript(const ListKey &key, const KeyTexts &texts)
{
    std::string text("[");
    text.append(key[0]).append(1, '=').append(texts.first);
    if (texts.second)
        text.append(1, ',').append(key[1]).append(1, '=').append(*texts.second);
    return text.append(1, ']');
}

/// Whether the elements are told apart by this key, and so in the same way on both sides; fills in the subscripts.
Found pairBy(const ListKey &key, std::vector<ElementPair> &pairs)
{
    std::vector<KeyTexts> keys(pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const Found found = readKey(pairs[i].before, key, keys[i]);
        if (found != Found::All)
            return found;
        if (std::find(keys.begin(), keys.begin() + std::ptrdiff_t(i), keys[i]) != keys.begin() + std::ptrdiff_t(i))
            return Found::None;
    }
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        KeyTexts now = keys[i];
        if (pairs[i].before != pairs[i].after && readKey(pairs[i].after, key, now) != Found::All)
            return Found::Odd;
        if (now != keys[i])
            return Found::Odd;
        if (pairs[i].before != pairs[i].after)
            pairs[i].subscript = subscript(key, now);
    }
    return Found::All;
}

} // namespace

std::optional<std::vector<ElementPair>> pairedElements(std::string_view field, std::string_view before,
                                                       std::string_view after)
{
    auto pairs = split(before, after);
    if (!pairs)
        return {};
    for (const ListKeyRule &rule : listKeyRules()) {
        if (!rule.isFor(field))
            continue;
        const Found found = pairBy(rule.key, *pairs);
        if (found == Found::All)
            return pairs;
        if (found == Found::Odd)
            break;
    }
    return {};
}

} // namespace wk
