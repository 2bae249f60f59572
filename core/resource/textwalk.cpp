// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/textwalk.h"

#include "core/base/commonbytes.h"
#include "core/json/plainstring.h"
#include "core/json/splitter.h"

#include <algorithm>

namespace wk {

namespace {

constexpr std::size_t Nowhere = std::string_view::npos;

/// What nested values may cost in repeated scans, in lengths of the text: more than that, and reading it once is
/// cheaper.
constexpr std::size_t ScansAllowed = 8;

/// So often a changed list is gone over: its end, its elements, their keys.
constexpr std::size_t ScansOfList = 3;

/// A parser passes over a byte order mark at the start of a text; here it would be part of an odd value within one.
bool hasMark(std::string_view value)
{
    return value.starts_with("\xEF\xBB\xBF");
}

/// Few by insertion, for which std::stable_sort would take room from the heap.
template <class Iterator, class Less>
void sortStably(Iterator begin, Iterator end, Less isLess)
{
    constexpr std::ptrdiff_t Few = 32;
    if (end - begin > Few)
        return std::stable_sort(begin, end, isLess);
    for (Iterator next = begin; next != end; ++next)
        std::rotate(std::upper_bound(begin, next, *next, isLess), next, next + 1);
}

bool isBracket(char c)
{
    return (c | 0x20) == '{';
}

bool isStructural(char c)
{
    return c == '"' || c == '\\' || (c | 0x20) == '{' || (c | 0x20) == '}';
}

} // namespace

bool TextWalk::compare(const json::ReadText &before, const json::ReadText &after)
{
    if (before.text == after.text)
        return true;
    m_before.text = before.text;
    m_after.text = after.text;
    m_before.read = before;
    m_after.read = after;
    m_before.at = m_after.at = m_same = 0;
    m_rest.clear();
    m_toScan = ScansAllowed * before.text.size();
    return m_before.isAt('{') && m_after.isAt('{') && compareValue(json::Place::Root) && m_before.isAtEnd() &&
           m_after.isAtEnd();
}

std::size_t TextWalk::Side::valueEnd(std::size_t begin) const
{
    const std::size_t known = begin < text.size() && isBracket(text[begin]) ? read.valueEnd(begin) : 0;
    return known > 0 ? known : json::valueEnd(text, begin);
}

/// Both stand at values that differ, or may.
bool TextWalk::compareValue(json::Place place)
{
    if (m_before.isAt('{') && m_after.isAt('{') && m_walk.depth() < ChangeWalk::DepthFollowed) {
        m_walk.enter();
        const bool isDone = compareObject(place);
        m_walk.leave();
        return isDone;
    }
    if (m_before.isAt('[') && m_after.isAt('[') && m_walk.depth() < ChangeWalk::DepthFollowed)
        return compareList();
    return compareWholes(place);
}

/// Both stand at values that are read as JSON where they differ.
bool TextWalk::compareWholes(json::Place place)
{
    const std::size_t endBefore = m_before.valueEnd();
    const std::size_t endAfter = m_after.valueEnd();
    if (endBefore == Nowhere || endAfter == Nowhere)
        return false;
    const std::string_view before = m_before.text.substr(m_before.at, endBefore - m_before.at);
    const std::string_view after = m_after.text.substr(m_after.at, endAfter - m_after.at);
    m_before.at = endBefore;
    m_after.at = endAfter;
    return before == after || compareParsed(before, after, place);
}

/// Both stand at lists that differ, or may.
bool TextWalk::compareList()
{
    const std::size_t begin = m_before.at;
    const auto lists = m_toScan > 0 ? m_lists.read(m_walk.listName(), m_before.text.substr(begin),
                                                   m_after.text.substr(m_after.at), m_same > begin ? m_same - begin : 0)
                                    : std::nullopt;
    if (!lists)
        return compareWholes(json::Place::Elsewhere);
    m_toScan -= std::min(m_toScan, ScansOfList * lists->endBefore);
    const std::size_t endBefore = begin + lists->endBefore;
    const std::size_t endAfter = m_after.at + lists->endAfter;
    bool isDone = true;
    m_walk.enter();
    for (auto pair = lists->different.begin(); isDone && pair != lists->different.end(); ++pair) {
        const ChangePath::Descent descent(m_walk.path());
        pair->putSubscript(m_subscript);
        m_walk.path().goInto(m_subscript, pair->index, pair->index);
        isDone = compareAt(pair->before, pair->after, json::Place::Elsewhere);
    }
    m_walk.leave();
    m_before.at = endBefore;
    m_after.at = endAfter;
    m_same = begin + lists->same;
    return isDone;
}

/// Parts of the texts that are whole values and differ.
bool TextWalk::compareAt(std::string_view before, std::string_view after, json::Place place)
{
    m_before.at = static_cast<std::size_t>(before.data() - m_before.text.data());
    m_after.at = static_cast<std::size_t>(after.data() - m_after.text.data());
    m_same = 0; // what was seen to agree did so from other places
    return compareValue(place);
}

bool TextWalk::compareParsed(std::string_view before, std::string_view after, json::Place place)
{
    const auto plainBefore = json::plainScalar(before);
    const auto plainAfter = plainBefore ? json::plainScalar(after) : std::nullopt;
    if (plainAfter) {
        m_walk.reportReplaced(*plainBefore, *plainAfter);
        return true;
    }
    if (hasMark(before) || hasMark(after))
        return false;
    const auto a = m_before.document.parse(before);
    const auto b = m_after.document.parse(after);
    if (!a || !b)
        return false;
    m_walk.compare(*a, *b, place);
    return true;
}

bool TextWalk::compareObject(json::Place place)
{
    ++m_before.at;
    ++m_after.at;
    if (m_before.isAt('}') || m_after.isAt('}'))
        return compareRest(place);
    for (;;) {
        const auto key = commonKey();
        if (!key)
            return compareRest(place);
        if (!compareMember(*key, place))
            return false;
        switch (afterMember()) {
        case Step::Next: break;
        case Step::Done: return true;
        case Step::Rest: return compareRest(place);
        case Step::Odd: return false;
        }
    }
}

/// Both stand behind the colon.
bool TextWalk::compareMember(std::string_view key, json::Place place)
{
    // The owners of fields are the longest part that differs: they are gone over once.
    if (ChangeWalk::isBookkeeping(place, key))
        return skipBookkeeping(key);
    const std::size_t end = equalValueEnd();
    if (end != Nowhere) {
        m_after.at += end - m_before.at;
        m_before.at = end;
        return true;
    }
    const ChangePath::Descent descent(m_walk.path());
    m_walk.path().goInto(key);
    return compareValue(json::memberPlace(place, key));
}

/// Behind a member: goes over the comma that both have, or out of the object that ends in both.
TextWalk::Step TextWalk::afterMember()
{
    const auto isOver = [](const Side &side) { return side.isAt(',') || side.isAt('}'); };
    if (!isOver(m_before) || !isOver(m_after))
        return Step::Odd;
    if (m_before.isAt('}') != m_after.isAt('}'))
        return Step::Rest;
    const bool isEnd = m_before.isAt('}');
    ++m_before.at;
    ++m_after.at;
    return isEnd ? Step::Done : Step::Next;
}

/// Steps over the key and the colon when both have the same; empty when they have not, or it is no plain string.
std::optional<std::string_view> TextWalk::commonKey()
{
    if (!m_before.isAt('"'))
        return {};
    const std::size_t end = json::plainStringEnd(m_before.text, m_before.at + 1);
    if (end >= m_before.text.size() || m_before.text[end] != ':')
        return {};
    const std::string_view quoted = m_before.text.substr(m_before.at, end + 1 - m_before.at);
    if (m_after.text.substr(m_after.at, quoted.size()) != quoted)
        return {};
    m_before.at += quoted.size();
    m_after.at += quoted.size();
    return quoted.substr(1, quoted.size() - 3);
}

/// Where the value ends in `before`, if it is the same text in both; else Nowhere.
std::size_t TextWalk::equalValueEnd()
{
    const std::size_t at = m_before.at;
    if (at >= m_same)
        m_same = at + commonPrefix(m_before.text.substr(at), m_after.text.substr(m_after.at));
    const std::size_t toScan = m_same - at;
    if (toScan == 0)
        return Nowhere;
    if (const std::size_t end = isBracket(m_before.text[at]) ? m_before.read.valueEnd(at) : 0)
        return end <= m_same ? end : Nowhere;
    if (toScan > m_toScan)
        return Nowhere;
    const std::size_t end = json::valueEnd(m_before.text.substr(0, m_same), at);
    // A number that goes on behind the difference is another number.
    if (end < m_same)
        return end;
    m_toScan -= toScan;
    return Nowhere;
}

bool TextWalk::mayScan(std::size_t bytes)
{
    const bool isWithin = bytes <= m_toScan;
    m_toScan -= isWithin ? bytes : 0;
    return isWithin;
}

/// What is between brackets ends at one place in both, when all that differs until there is no bracket or quote.
std::size_t TextWalk::endOfBoth(std::size_t endBefore) const
{
    const std::string_view before = m_before.text.substr(m_before.at, endBefore - m_before.at);
    const std::string_view after = m_after.text.substr(m_after.at, before.size());
    if (after.size() < before.size())
        return Nowhere;
    for (std::size_t at = 0; at < before.size(); ++at) {
        at += commonPrefix(before.substr(at), after.substr(at));
        if (at < before.size() && (isStructural(before[at]) || isStructural(after[at])))
            return Nowhere;
    }
    return m_after.at + before.size();
}

bool TextWalk::skipBookkeeping(std::string_view key)
{
    const std::size_t endBefore = m_before.valueEnd();
    if (endBefore == Nowhere)
        return false;
    std::size_t endAfter = m_after.read.valueEnd(m_after.at);
    if (endAfter == 0)
        endAfter = m_before.isAt('[') ? endOfBoth(endBefore) : Nowhere;
    if (endAfter == Nowhere)
        endAfter = json::valueEnd(m_after.text, m_after.at);
    if (endAfter == Nowhere)
        return false;
    const std::size_t length = endBefore - m_before.at;
    if (endAfter - m_after.at != length ||
        m_before.text.substr(m_before.at, length) != m_after.text.substr(m_after.at, length))
        m_walk.note(key);
    m_before.at = endBefore;
    m_after.at = endAfter;
    return true;
}

/// The members from where a side stands, sorted by key; it goes behind their object. Nothing where one is written in
/// another way than API servers do.
std::optional<TextWalk::Rest> TextWalk::takeRest(Side &side)
{
    const std::size_t first = m_rest.size();
    const std::size_t begin = side.at;
    while (!side.isAt('}')) {
        side.at += side.isAt(',') ? 1 : 0;
        const std::size_t keyEnd = side.isAt('"') ? json::plainStringEnd(side.text, side.at + 1) : Nowhere;
        if (keyEnd >= side.text.size() || side.text[keyEnd] != ':')
            return {};
        const std::size_t end = side.valueEnd(keyEnd + 1);
        if (end >= side.text.size() || (side.text[end] != ',' && side.text[end] != '}'))
            return {};
        m_rest.push_back(
            {side.text.substr(side.at + 1, keyEnd - side.at - 2), side.text.substr(keyEnd + 1, end - keyEnd - 1)});
        side.at = end;
    }
    if (!mayScan(side.at - begin))
        return {};
    ++side.at;
    const auto isLess = [](const MemberText &a, const MemberText &b) { return a.key < b.key; };
    const auto members = m_rest.begin() + static_cast<std::ptrdiff_t>(first);
    sortStably(members, m_rest.end(), isLess);
    return Rest{first, m_rest.size()};
}

/// Members that are not in step, from where both stand: as ChangeWalk does it, by key.
bool TextWalk::compareRest(json::Place place)
{
    const std::size_t around = m_rest.size();
    const auto before = takeRest(m_before);
    const auto after = before ? takeRest(m_after) : std::nullopt;
    if (!after)
        return false;
    const std::size_t endBefore = m_before.at;
    const std::size_t endAfter = m_after.at;
    const bool isDone = compareRest(*before, *after, place);
    m_rest.resize(around);
    m_before.at = endBefore;
    m_after.at = endAfter;
    m_same = 0;
    return isDone;
}

bool TextWalk::compareRest(Rest before, Rest after, json::Place place)
{
    bool isDone = true;
    while (isDone && (before.begin != before.end || after.begin != after.end)) {
        // Copies: what is further down may move them all.
        const MemberText was = before.begin != before.end ? m_rest[before.begin] : MemberText();
        const MemberText is = after.begin != after.end ? m_rest[after.begin] : MemberText();
        if (after.begin == after.end || (before.begin != before.end && was.key < is.key)) {
            isDone = reportMember(FieldChange::Kind::Removed, was, place);
            ++before.begin;
        } else if (before.begin == before.end || is.key < was.key) {
            isDone = reportMember(FieldChange::Kind::Added, is, place);
            ++after.begin;
        } else {
            isDone = compareMembers(was, is, place);
            ++before.begin;
            ++after.begin;
        }
    }
    return isDone;
}

bool TextWalk::compareMembers(const MemberText &before, const MemberText &after, json::Place place)
{
    if (before.value == after.value)
        return true;
    if (ChangeWalk::isBookkeeping(place, before.key)) {
        m_walk.note(before.key);
        return true;
    }
    const ChangePath::Descent descent(m_walk.path());
    m_walk.path().goInto(before.key);
    return compareAt(before.value, after.value, json::memberPlace(place, before.key));
}

bool TextWalk::reportMember(FieldChange::Kind kind, const MemberText &member, json::Place place)
{
    if (ChangeWalk::isBookkeeping(place, member.key)) {
        m_walk.note(member.key);
        return true;
    }
    if (m_walk.reportText(kind, member.key, member.value))
        return true;
    if (hasMark(member.value))
        return false;
    const auto value = m_before.document.parse(member.value);
    if (!value)
        return false;
    m_walk.reportMember(kind, {member.key, *value}, place);
    return true;
}

} // namespace wk
