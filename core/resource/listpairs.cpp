// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/listpairs.h"

#include "core/base/commonbytes.h"
#include "core/json/plainscalar.h"
#include "core/json/plainstring.h"
#include "core/json/splitter.h"

#include <algorithm>

namespace wk {

namespace {

/// Each is compared with each.
constexpr std::size_t MostElements = 64;

constexpr std::size_t NoEnd = std::string_view::npos;

bool isAt(std::string_view text, std::size_t at, char c)
{
    return at < text.size() && text[at] == c;
}

std::optional<std::string_view> keyText(std::string_view json)
{
    const auto scalar = json::plainScalar(json);
    const bool isName = scalar && (scalar->isString || (scalar->text[0] >= '0' && scalar->text[0] <= '9'));
    return isName ? std::optional(scalar->text) : std::nullopt;
}

/// The text that an object's first member has, if that is its name: as most keys stand.
std::optional<std::string_view> firstText(std::string_view object, std::string_view name)
{
    const std::size_t colon = name.size() + 3;
    if (object.size() < colon + 2 || object[colon] != ':' || object[colon + 1] != '"' || object[colon - 1] != '"' ||
        object[1] != '"' || object.substr(2, name.size()) != name)
        return {};
    const std::size_t begin = colon + 2;
    const std::size_t end = json::plainStringEnd(object, begin);
    return end == NoEnd ? std::nullopt : std::optional(object.substr(begin, end - 1 - begin));
}

} // namespace

/// Looks no further than it has to. Of members with one name the first counts.
ListPairing::Found ListPairing::readKey(std::string_view element, const ListKey &key, ElementName &name)
{
    name.second = {};
    if (key[1].empty()) {
        if (const auto text = firstText(element, key[0])) {
            name.first = *text;
            return Found::All;
        }
    }
    std::optional<std::string_view> first;
    json::Members members(element);
    while (members.next()) {
        if (members.key().find('\\') != NoEnd)
            return Found::Odd;
        auto *wanted = members.key() == key[0] && !first                            ? &first
                       : !key[1].empty() && members.key() == key[1] && !name.second ? &name.second
                                                                                    : nullptr;
        if (!wanted)
            continue;
        *wanted = keyText(members.value());
        if (!*wanted)
            return Found::Odd;
        if (first && (key[1].empty() || name.second))
            break;
    }
    const bool isRead = members.isWhole() || (first && (key[1].empty() || name.second));
    // "a,b" and nothing are told from "a" and "b" by reading them.
    if (!isRead || (first && !key[1].empty() && first->find(',') != NoEnd))
        return Found::Odd;
    if (!first)
        return Found::None;
    name.first = *first;
    return Found::All;
}

/// Takes both lists apart in step, each element once where it is the same. False where they are not lists of as many
/// objects.
bool ListPairing::split(std::string_view before, std::string_view after, PairedLists &lists)
{
    m_pairs.clear();
    std::size_t atBefore = 1;
    std::size_t atAfter = 1;
    for (;;) {
        if (!isAt(before, atBefore, '{') || !isAt(after, atAfter, '{') || m_pairs.size() == MostElements)
            return false;
        if (lists.same <= atBefore)
            lists.same = atBefore + commonPrefix(before.substr(atBefore), after.substr(atAfter));
        const std::size_t endBefore = json::valueEnd(before, atBefore);
        if (endBefore == NoEnd)
            return false;
        const std::size_t length = endBefore - atBefore;
        const bool isSame = endBefore <= lists.same;
        const std::size_t endAfter = isSame ? atAfter + length : json::valueEnd(after, atAfter);
        if (endAfter == NoEnd)
            return false;
        m_pairs.push_back({before.substr(atBefore, length),
                           isSame ? std::string_view() : after.substr(atAfter, endAfter - atAfter),
                           {}});
        lists.endBefore = endBefore + 1;
        lists.endAfter = endAfter + 1;
        if (isAt(before, endBefore, ']') && isAt(after, endAfter, ']'))
            return true;
        if (!isAt(before, endBefore, ',') || !isAt(after, endAfter, ','))
            return false;
        atBefore = endBefore + 1;
        atAfter = endAfter + 1;
    }
}

void ElementPair::putSubscript(std::string &to) const
{
    to.assign(1, '[').append((*key)[0]).append(1, '=').append(name.first);
    if (name.second)
        to.append(1, ',').append((*key)[1]).append(1, '=').append(*name.second);
    to += ']';
}

/// Whether the elements are told apart by this key, and so in the same way on both sides.
ListPairing::Found ListPairing::pairBy(const ListKey &key)
{
    for (auto pair = m_pairs.begin(); pair != m_pairs.end(); ++pair) {
        const Found found = readKey(pair->before, key, pair->name);
        if (found != Found::All)
            return found;
        if (std::any_of(m_pairs.begin(), pair, [&](const Pair &other) { return other.name == pair->name; }))
            return Found::None;
    }
    for (const Pair &pair : m_pairs) {
        ElementName now;
        if (pair.after.data() && (readKey(pair.after, key, now) != Found::All || now != pair.name))
            return Found::Odd;
    }
    return Found::All;
}

std::optional<PairedLists> ListPairing::read(std::string_view field, std::string_view before, std::string_view after,
                                             std::size_t same)
{
    PairedLists lists;
    lists.same = same;
    if (!split(before, after, lists))
        return {};
    for (const ListKeyRule &rule : listKeyRules()) {
        if (!rule.isFor(field))
            continue;
        const Found found = pairBy(rule.key);
        if (found == Found::None)
            continue;
        if (found == Found::Odd)
            break;
        for (const Pair &pair : m_pairs) {
            if (pair.after.data())
                lists.different.push_back(
                    {pair.before, pair.after, static_cast<std::size_t>(&pair - m_pairs.data()), &rule.key, pair.name});
        }
        return lists;
    }
    return {};
}

} // namespace wk
