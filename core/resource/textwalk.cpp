// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/textwalk.h"

#include "core/json/splitter.h"

#include <algorithm>

namespace wk {

namespace {

constexpr std::size_t Nowhere = std::string_view::npos;

/// What nested values may cost in repeated scans, in lengths of the text: more than that, and reading it once is
/// cheaper.
constexpr std::size_t ScansAllowed = 6;

bool isStructural(char c)
{
    return c == '"' || c == '\\' || (c | 0x20) == '{' || (c | 0x20) == '}';
}

std::size_t commonLength(std::string_view a, std::string_view b)
{
    constexpr std::size_t Block = 64;
    const std::size_t length = std::min(a.size(), b.size());
    std::size_t at = 0;
    while (at + Block <= length && std::char_traits<char>::compare(a.data() + at, b.data() + at, Block) == 0)
        at += Block;
    while (at < length && a[at] == b[at])
        ++at;
    return at;
}

} // namespace

bool TextWalk::compare(std::string_view before, std::string_view after)
{
    if (before == after)
        return true;
    m_before.text = before;
    m_after.text = after;
    m_before.at = m_after.at = m_same = 0;
    m_toScan = ScansAllowed * before.size();
    return m_before.isAt('{') && m_after.isAt('{') && compareValue(json::Place::Root) && m_before.isAtEnd() &&
           m_after.isAtEnd();
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
    const std::size_t endBefore = json::valueEnd(m_before.text, m_before.at);
    const std::size_t endAfter = json::valueEnd(m_after.text, m_after.at);
    if (endBefore == Nowhere || endAfter == Nowhere)
        return false;
    const std::string_view before = m_before.text.substr(m_before.at, endBefore - m_before.at);
    const std::string_view after = m_after.text.substr(m_after.at, endAfter - m_after.at);
    m_before.at = endBefore;
    m_after.at = endAfter;
    return before == after || compareParsed(before, after, place);
}

bool TextWalk::compareParsed(std::string_view before, std::string_view after, json::Place place)
{
    const auto a = m_before.document.parse(before);
    const auto b = m_after.document.parse(after);
    if (!a || !b)
        return false;
    m_walk.compare(*a, *b, place);
    return true;
}

bool TextWalk::compareObject(json::Place place)
{
    const std::size_t beginBefore = m_before.at++;
    const std::size_t beginAfter = m_after.at++;
    if (m_before.isAt('}') || m_after.isAt('}'))
        return compareRest(beginBefore, beginAfter, place);
    for (;;) {
        const auto key = commonKey();
        if (!key)
            return compareRest(beginBefore, beginAfter, place);
        if (!compareMember(*key, place))
            return false;
        switch (afterMember()) {
        case Step::Next: break;
        case Step::Done: return true;
        case Step::Rest: return compareRest(beginBefore, beginAfter, place);
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

/// Steps over the key and the colon when both have the same; empty when they have not, or it is written with escapes.
std::optional<std::string_view> TextWalk::commonKey()
{
    if (!m_before.isAt('"'))
        return {};
    const std::size_t end = json::valueEnd(m_before.text, m_before.at);
    if (end >= m_before.text.size() || m_before.text[end] != ':')
        return {};
    const std::string_view quoted = m_before.text.substr(m_before.at, end + 1 - m_before.at);
    if (m_after.text.substr(m_after.at, quoted.size()) != quoted || quoted.find('\\') != Nowhere)
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
        m_same = at + commonLength(m_before.text.substr(at), m_after.text.substr(m_after.at));
    const std::size_t toScan = m_same - at;
    if (toScan == 0 || toScan > m_toScan)
        return Nowhere;
    const std::size_t end = json::valueEnd(m_before.text.substr(0, m_same), at);
    // A number that goes on behind the difference is another number.
    if (end < m_same)
        return end;
    m_toScan -= toScan;
    return Nowhere;
}

/// What is between brackets ends at one place in both, when all that differs until there is no bracket or quote.
std::size_t TextWalk::endOfBoth(std::size_t endBefore) const
{
    const std::string_view before = m_before.text.substr(m_before.at, endBefore - m_before.at);
    const std::string_view after = m_after.text.substr(m_after.at, before.size());
    if (after.size() < before.size())
        return Nowhere;
    for (std::size_t at = 0; at < before.size(); ++at) {
        at += commonLength(before.substr(at), after.substr(at));
        if (at < before.size() && (isStructural(before[at]) || isStructural(after[at])))
            return Nowhere;
    }
    return m_after.at + before.size();
}

bool TextWalk::skipBookkeeping(std::string_view key)
{
    const std::size_t endBefore = json::valueEnd(m_before.text, m_before.at);
    if (endBefore == Nowhere)
        return false;
    std::size_t endAfter = m_before.isAt('[') ? endOfBoth(endBefore) : Nowhere;
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

/// Members that are not in step: the rest of both objects, each as an object of its own.
bool TextWalk::compareRest(std::size_t beginBefore, std::size_t beginAfter, json::Place place)
{
    const auto restOfObject = [](Side &side, std::size_t begin, std::string &rest) {
        const std::size_t end = json::valueEnd(side.text, begin);
        if (end == Nowhere)
            return false;
        const bool isBehindMember = side.isAt(',');
        const std::size_t from = side.at + (isBehindMember ? 1 : 0);
        rest.assign(1, '{').append(side.text.substr(from, end - from));
        side.at = end;
        return true;
    };
    if (!restOfObject(m_before, beginBefore, m_restBefore) || !restOfObject(m_after, beginAfter, m_restAfter))
        return false;
    m_walk.leave(); // compare() enters again
    const bool isDone = compareParsed(m_restBefore, m_restAfter, place);
    m_walk.enter();
    return isDone;
}

} // namespace wk
