// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/changewalk.h"

#include "core/json/equal.h"
#include "core/json/splitter.h"
#include "core/resource/changeworth.h"
#include "core/resource/shortvalue.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <unordered_map>

namespace wk {

namespace dom = simdjson::dom;
using json::isEqual;
using json::Member;
using json::Place;

namespace {

/// An object that came or went is told by the first of these that it has as a scalar.
constexpr std::array<std::string_view, 3> TellingKeys{"status", "value", "reason"};

void putShort(const dom::element &value, std::string &to)
{
    to = shortValue(value);
}

void putShort(const json::PlainScalar &value, std::string &to)
{
    putShortValue(value, to);
}

bool isScalar(std::string_view json)
{
    return !json.empty() && json.front() != '{' && json.front() != '[';
}

/// What is left of two objects behind their last common key in step, sorted by key.
std::vector<Member> restOf(dom::object::iterator from, const dom::object::iterator &end)
{
    std::vector<Member> rest;
    for (; from != end; ++from)
        rest.push_back({from.key(), from.value()});
    std::stable_sort(rest.begin(), rest.end(), [](const Member &a, const Member &b) { return a.key < b.key; });
    return rest;
}

} // namespace

ChangeWalk::ChangeWalk(ChangeSink &sink, Detail detail)
    : m_sink(sink)
    , m_detail(detail)
    , m_path(detail == Detail::Leaves ? ChangePath::Pointers::Kept : ChangePath::Pointers::None)
{}

void ChangeWalk::start()
{
    m_path.clear();
    m_worth = ChangeWorth::Bookkeeping;
    m_depth = 0;
}

bool ChangeWalk::isBookkeeping(Place place, std::string_view key)
{
    return place == Place::Metadata && (key == "resourceVersion" || key == "generation" || key == "managedFields");
}

void ChangeWalk::note(std::string_view key)
{
    m_worth = std::max(m_worth, key == "managedFields" ? ChangeWorth::ManagedFields : ChangeWorth::Bookkeeping);
}

template <class Put>
void ChangeWalk::report(Kind kind, ChangeWorth worth, Put put)
{
    m_worth = std::max(m_worth, worth);
    FieldChange *change = m_sink.changed(m_path, kind, worth);
    if (!change)
        return;
    change->path = m_path.words();
    change->kind = kind;
    change->worth = worth;
    put(*change);
}

template <class Value>
void ChangeWalk::reportWhole(Kind kind, const Value &value)
{
    report(kind, worthOf(m_path.words(), kind), [&](FieldChange &change) {
        const bool isThere = kind == Kind::Added;
        putShort(value, isThere ? change.after : change.before);
        (isThere ? change.before : change.after).clear();
    });
}

/// Tells a value that came or went: an object by the one field that says most of it, a list element by element.
void ChangeWalk::reportOnly(Kind kind, const Element &value)
{
    if (value.is_object())
        return reportObject(kind, value);
    if (value.is_array())
        return reportList(kind, value);
    reportWhole(kind, value);
}

void ChangeWalk::reportObject(Kind kind, const Element &value)
{
    const dom::object object(value);
    if (m_detail == Detail::Leaves && object.size() > 0 && m_depth <= DepthFollowed)
        return reportLeaves(kind, object);
    const ChangePath::Descent descent(m_path);
    Element telling;
    for (const std::string_view key : TellingKeys) {
        if (object.at_key(key).get(telling) == simdjson::SUCCESS && !telling.is_object() && !telling.is_array()) {
            m_path.goInto(key);
            return reportWhole(kind, telling);
        }
    }
    if (object.size() != 1)
        return reportWhole(kind, value);
    m_path.goInto(object.begin().key());
    reportOnly(kind, object.begin().value());
}

bool ChangeWalk::reportText(Kind kind, std::string_view key, std::string_view json)
{
    const ChangePath::Descent descent(m_path);
    m_path.goInto(key);
    return reportText(kind, json);
}

/// As reportOnly() does when Telling: leaves take a parser.
bool ChangeWalk::reportText(Kind kind, std::string_view json)
{
    if (const auto plain = json::plainScalar(json)) {
        reportWhole(kind, *plain);
        return true;
    }
    if (m_detail != Detail::Telling || !json.starts_with('{'))
        return false;
    std::size_t best = TellingKeys.size();
    std::size_t count = 0;
    std::string_view key;
    std::string_view value;
    json::Members members(json);
    for (; members.next(); ++count) {
        const auto rank = static_cast<std::size_t>(std::ranges::find(TellingKeys, members.key()) - TellingKeys.begin());
        const bool tells = rank < TellingKeys.size();
        if (!json::isPlainString(members.key()) || (tells && !isScalar(members.value())))
            return false;
        if (count > 0 && rank >= best)
            continue;
        best = rank;
        key = members.key();
        value = members.value();
    }
    return members.isWhole() && (best < TellingKeys.size() || count == 1) && reportText(kind, key, value);
}

void ChangeWalk::reportLeaves(Kind kind, const dom::object &object)
{
    enter();
    for (const auto &member : object) {
        const ChangePath::Descent descent(m_path);
        m_path.goInto(member.key);
        reportOnly(kind, member.value);
    }
    leave();
}

void ChangeWalk::reportList(Kind kind, const Element &value)
{
    const dom::array list(value);
    const auto key = listKey(listName(), list);
    if (!key || list.size() == 0)
        return reportWhole(kind, value);
    std::size_t index = 0;
    for (const Element element : list) {
        const ChangePath::Descent descent(m_path);
        m_path.goInto(keySubscript(*key, dom::object(element)), index, index);
        reportOnly(kind, element);
        ++index;
    }
}

void ChangeWalk::compare(const Element &before, const Element &after, Place place)
{
    enter();
    if (m_depth <= DepthFollowed && before.is_object() && after.is_object())
        compareObjects(dom::object(before), dom::object(after), place);
    else if (!isEqual(before, after))
        compareUnequal(before, after);
    leave();
}

void ChangeWalk::compareUnequal(const Element &before, const Element &after)
{
    if (m_depth <= DepthFollowed && before.is_array() && after.is_array())
        compareLists(dom::array(before), dom::array(after));
    else
        report(Kind::Replaced, worthOf(m_path.words(), before, after),
               [&](FieldChange &change) { std::tie(change.before, change.after) = shortValues(before, after); });
}

void ChangeWalk::reportReplaced(const json::PlainScalar &before, const json::PlainScalar &after)
{
    const std::string_view path = m_path.words();
    const bool areStrings = before.isString && after.isString;
    const ChangeWorth worth = areStrings ? worthOfTexts(path, before.text, after.text) : worthOf(path, Kind::Replaced);
    report(Kind::Replaced, worth,
           [&](FieldChange &change) { putShortScalars(before, after, change.before, change.after); });
}

void ChangeWalk::compareMembers(std::string_view key, const Element &before, const Element &after, Place place)
{
    if (isBookkeeping(place, key))
        return compareBookkeeping(key, before, after);
    const bool collection = before.is_object() || before.is_array();
    if (!collection && isEqual(before, after))
        return;
    const ChangePath::Descent descent(m_path);
    m_path.goInto(key);
    compare(before, after, json::memberPlace(place, key));
}

void ChangeWalk::compareBookkeeping(std::string_view key, const Element &before, const Element &after)
{
    if (isEqual(before, after))
        return;
    note(key);
    if (m_detail == Detail::Telling)
        return;
    const ChangePath::Descent descent(m_path);
    m_path.goInto(key);
    report(Kind::Replaced, worthOf(m_path.words(), Kind::Replaced),
           [&](FieldChange &change) { std::tie(change.before, change.after) = shortValues(before, after); });
}

void ChangeWalk::reportMember(Kind kind, const Member &member, Place place)
{
    const bool isTold = m_detail == Detail::Leaves || !isBookkeeping(place, member.key);
    if (!isTold)
        return note(member.key);
    const ChangePath::Descent descent(m_path);
    m_path.goInto(member.key);
    if (isBookkeeping(place, member.key))
        reportWhole(kind, member.value);
    else
        reportOnly(kind, member.value);
}

void ChangeWalk::compareObjects(const dom::object &before, const dom::object &after, Place place)
{
    auto ia = before.begin();
    auto ib = after.begin();
    for (; ia != before.end() && ib != after.end() && ia.key() == ib.key(); ++ia, ++ib)
        compareMembers(ia.key(), ia.value(), ib.value(), place);
    const std::vector<Member> restA = restOf(ia, before.end());
    const std::vector<Member> restB = restOf(ib, after.end());
    auto ra = restA.begin();
    auto rb = restB.begin();
    while (ra != restA.end() || rb != restB.end()) {
        if (rb == restB.end() || (ra != restA.end() && ra->key < rb->key)) {
            reportMember(Kind::Removed, *ra++, place);
        } else if (ra == restA.end() || rb->key < ra->key) {
            reportMember(Kind::Added, *rb++, place);
        } else {
            compareMembers(ra->key, ra->value, rb->value, place);
            ++ra;
            ++rb;
        }
    }
}

std::string_view ChangeWalk::listName() const
{
    const std::string_view path = m_path.words();
    return path.substr(path.rfind('.') + 1);
}

void ChangeWalk::compareLists(const dom::array &before, const dom::array &after)
{
    if (const auto keyed = keyedLists(listName(), before, after))
        return compareByKey(before, after, *keyed);
    if (before.size() != after.size())
        return report(Kind::Replaced, worthOf(m_path.words(), Kind::Replaced),
                      [&](FieldChange &change) { std::tie(change.before, change.after) = shortLists(before, after); });
    std::size_t index = 0;
    auto ib = after.begin();
    for (const Element element : before) {
        const ChangePath::Descent descent(m_path);
        m_path.goInto('[' + std::to_string(index) + ']', index, index);
        compare(element, *ib, Place::Elsewhere);
        ++ib;
        ++index;
    }
}

void ChangeWalk::compareByKey(const dom::array &before, const dom::array &after, const KeyedLists &keyed)
{
    std::unordered_map<std::string_view, std::pair<Element, std::size_t>> byKey;
    std::size_t index = 0;
    for (const Element element : before) {
        byKey.emplace(keyed.before[index], std::pair(element, index));
        ++index;
    }
    std::vector<std::string_view> shared;
    index = 0;
    for (const Element element : after) {
        const std::string &key = keyed.after[index];
        const auto found = byKey.find(key);
        const ChangePath::Descent descent(m_path);
        const bool isNew = found == byKey.end();
        m_path.goInto(keySubscript(keyed.key, dom::object(element)), isNew ? index : found->second.second, index);
        ++index;
        if (isNew) {
            reportOnly(Kind::Added, element);
            continue;
        }
        shared.push_back(key);
        compare(found->second.first, element, Place::Elsewhere);
        byKey.erase(found);
    }
    std::vector<std::string_view> sharedBefore;
    std::copy_if(keyed.before.begin(), keyed.before.end(), std::back_inserter(sharedBefore),
                 [&byKey](const std::string &key) { return !byKey.contains(key); });
    reportOrder(sharedBefore, shared);
    index = 0;
    for (const Element element : before) {
        const std::size_t at = index++;
        if (!byKey.contains(keyed.before[at]))
            continue;
        const ChangePath::Descent descent(m_path);
        m_path.goInto(keySubscript(keyed.key, dom::object(element)), at, at);
        reportOnly(Kind::Removed, element);
    }
}

/// Elements that are in both lists, but in another order, are one change.
void ChangeWalk::reportOrder(const std::vector<std::string_view> &before, const std::vector<std::string_view> &after)
{
    if (before != after)
        report(Kind::Replaced, worthOf(m_path.words(), Kind::Replaced), [&](FieldChange &change) {
            std::tie(change.before, change.after) = std::pair(shortKeys(before), shortKeys(after));
        });
}

} // namespace wk
