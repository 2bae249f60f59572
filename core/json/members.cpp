// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/members.h"

#include <QList>
#include <QString>

#include <algorithm>
#include <cstdint>

namespace wk::json {

namespace {

using Iterator = std::vector<Member>::iterator;

template <class Less>
void sortByKey(Iterator begin, Iterator end, Less less)
{
    const auto byKey = [less](const Member &a, const Member &b) { return less(a.key, b.key); };
    if (!std::is_sorted(begin, end, byKey))
        std::stable_sort(begin, end, byKey);
}

/// Of members with equal keys, which stand together, keeps the last; returns the new end.
Iterator withoutRepeats(Iterator begin, Iterator end)
{
    const auto equal = [](const Member &a, const Member &b) { return a.key == b.key; };
    if (std::adjacent_find(begin, end, equal) == end)
        return end;
    Iterator kept = begin;
    for (Iterator i = begin; i != end; ++i) {
        if (i + 1 == end || !equal(*i, *(i + 1)))
            *kept++ = *i;
    }
    return kept;
}

bool isAsciiLetter(unsigned char c)
{
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

std::u32string decoded(std::string_view text)
{
    const QList<uint> points = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).toUcs4();
    return std::u32string(points.begin(), points.end());
}

/// What the digits from `at` on stand for, and where they end.
struct Number {
    std::uint64_t value = 0;
    std::size_t end = 0;
};

Number numberAt(const std::u32string &text, std::size_t at, std::uint64_t before)
{
    Number number{before, at};
    for (; number.end < text.size() && QChar::isDigit(text[number.end]); ++number.end)
        number.value = number.value * 10 + (text[number.end] - U'0');
    return number;
}

/// True when the digits right before `at`, which both texts share, hold more than zeros: then a zero at `at` counts.
bool isInsideNumber(const std::u32string &text, std::size_t at)
{
    while (at > 0 && QChar::isDigit(text[at - 1])) {
        if (text[--at] != U'0')
            return true;
    }
    return false;
}

/// The order where both differ first, at `at`.
bool differenceLess(const std::u32string &a, const std::u32string &b, std::size_t at)
{
    const bool letterA = QChar::isLetter(a[at]);
    const bool letterB = QChar::isLetter(b[at]);
    if (letterA && letterB)
        return a[at] < b[at];
    if (letterA || letterB)
        return letterB;
    const bool zero = a[at] == U'0' || b[at] == U'0';
    const std::uint64_t before = zero && isInsideNumber(a, at) ? 1 : 0;
    const Number numberA = numberAt(a, at, before);
    const Number numberB = numberAt(b, at, before);
    if (numberA.value != numberB.value)
        return numberA.value < numberB.value;
    if (numberA.end != numberB.end)
        return numberA.end < numberB.end;
    return a[at] < b[at];
}

} // namespace

bool naturallyLess(std::string_view a, std::string_view b)
{
    const std::size_t common = std::min(a.size(), b.size());
    const std::size_t at = std::mismatch(a.begin(), a.begin() + common, b.begin()).first - a.begin();
    if (at == common)
        return a.size() < b.size();
    if (isAsciiLetter(a[at]) && isAsciiLetter(b[at]))
        return a[at] < b[at];
    const std::u32string pointsA = decoded(a);
    const std::u32string pointsB = decoded(b);
    const std::size_t points = std::min(pointsA.size(), pointsB.size());
    const std::size_t first =
        std::mismatch(pointsA.begin(), pointsA.begin() + points, pointsB.begin()).first - pointsA.begin();
    return first == points ? pointsA.size() < pointsB.size() : differenceLess(pointsA, pointsB, first);
}

MemberStack::Range MemberStack::push(const simdjson::dom::object &object, MemberOrder order)
{
    const std::size_t begin = m_members.size();
    for (const simdjson::dom::key_value_pair member : object)
        m_members.push_back({member.key, member.value});
    if (order != MemberOrder::AsGiven) {
        const Iterator first = m_members.begin() + begin;
        sortByKey(first, m_members.end(), std::less<std::string_view>());
        m_members.resize(withoutRepeats(first, m_members.end()) - m_members.begin());
    }
    // go-yaml's order is no order among "a9", "a10" and "a1b"; from sorted keys it at least always ends the same.
    if (order == MemberOrder::Natural)
        sortByKey(m_members.begin() + begin, m_members.end(), naturallyLess);
    return {begin, m_members.size()};
}

} // namespace wk::json
