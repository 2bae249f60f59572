// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/jsonpatch.h"

#include "core/json/document.h"
#include "core/json/equal.h"
#include "core/json/members.h"
#include "core/json/prettyprint.h"
#include "core/json/scalartext.h"
#include "core/resource/changepath.h"
#include "core/resource/listkeys.h"

#include <algorithm>
#include <unordered_map>

namespace wk {

namespace dom = simdjson::dom;
using dom::element;
using json::isEqual;
using json::Member;

namespace {

/// Deeper values are replaced whole.
constexpr int PatchDepth = 64;
constexpr std::size_t NoPartner = std::string_view::npos;

std::vector<Member> membersByKey(const element &value)
{
    std::vector<Member> members;
    for (const dom::key_value_pair member : dom::object(value))
        members.push_back({member.key, member.value});
    std::ranges::stable_sort(members, {}, &Member::key);
    std::vector<Member> last;
    for (const Member &member : members) {
        if (!last.empty() && last.back().key == member.key)
            last.back() = member;
        else
            last.push_back(member);
    }
    return last;
}

std::vector<element> elementsOf(const element &value)
{
    std::vector<element> elements;
    for (const element each : dom::array(value))
        elements.push_back(each);
    return elements;
}

/// Which of the partners keep their order among themselves: a longest rising run of them.
std::vector<bool> keptInOrder(const std::vector<std::size_t> &partners)
{
    std::vector<std::size_t> tails; // indexes into partners: the lowest end of a run of each length
    std::vector<std::size_t> previous(partners.size(), NoPartner);
    for (std::size_t i = 0; i < partners.size(); ++i) {
        if (partners[i] == NoPartner)
            continue;
        const auto place =
            std::ranges::lower_bound(tails, partners[i], {}, [&](std::size_t at) { return partners[at]; });
        if (place != tails.begin())
            previous[i] = *std::prev(place);
        if (place == tails.end())
            tails.push_back(i);
        else
            *place = i;
    }
    std::vector<bool> kept(partners.size(), false);
    for (std::size_t at = tails.empty() ? NoPartner : tails.back(); at != NoPartner; at = previous[at])
        kept[at] = true;
    return kept;
}

/// Writes operations in the order in which they are to be applied.
class PatchWriter
{
public:
    void patch(const element &before, const element &after)
    {
        if (++m_depth <= PatchDepth && before.is_object() && after.is_object())
            patchObject(membersByKey(before), membersByKey(after));
        else if (m_depth <= PatchDepth && before.is_array() && after.is_array())
            patchList(before, after);
        else if (!isEqual(before, after))
            write("replace", &after);
        --m_depth;
    }

    std::string text() const { return m_out.empty() ? "[]" : '[' + m_out + ']'; }

private:
    void write(const char *operation, const element *value)
    {
        m_out += m_out.empty() ? "{\"op\":\"" : ",{\"op\":\"";
        m_out.append(operation).append("\",\"path\":\"");
        json::appendEscaped(m_out, m_pointer);
        m_out += '"';
        if (value)
            m_out.append(",\"value\":").append(simdjson::minify(*value));
        m_out += '}';
    }

    template <class Step, class Do>
    void at(const Step &step, Do then)
    {
        const std::size_t length = m_pointer.size();
        if constexpr (std::is_same_v<Step, std::size_t>)
            m_pointer.append(1, '/').append(std::to_string(step));
        else
            appendPointerStep(m_pointer, step);
        then();
        m_pointer.resize(length);
    }

    void patchObject(const std::vector<Member> &before, const std::vector<Member> &after)
    {
        auto ia = before.begin();
        auto ib = after.begin();
        while (ia != before.end() || ib != after.end()) {
            if (ib == after.end() || (ia != before.end() && ia->key < ib->key)) {
                at(ia->key, [&] { write("remove", nullptr); });
                ++ia;
            } else if (ia == before.end() || ib->key < ia->key) {
                at(ib->key, [&] { write("add", &ib->value); });
                ++ib;
            } else {
                at(ia->key, [&] { patch(ia->value, ib->value); });
                ++ia;
                ++ib;
            }
        }
    }

    /// For each element after, which one before it was.
    std::vector<std::size_t> partnersOf(const element &before, const element &after) const
    {
        const std::string_view name = std::string_view(m_pointer).substr(m_pointer.rfind('/') + 1);
        const auto keyed =
            keyedLists(m_pointer.empty() ? std::string_view() : name, dom::array(before), dom::array(after));
        if (!keyed)
            return partnersByPlace(elementsOf(before), elementsOf(after));
        std::unordered_map<std::string_view, std::size_t> places;
        for (std::size_t i = 0; i < keyed->before.size(); ++i)
            places.emplace(keyed->before[i], i);
        std::vector<std::size_t> partners;
        for (const std::string &key : keyed->after) {
            const auto found = places.find(key);
            partners.push_back(found == places.end() ? NoPartner : found->second);
        }
        return partners;
    }

    /// What both lists begin and end with stays; of what lies between, the first ones are changed into each other.
    static std::vector<std::size_t> partnersByPlace(const std::vector<element> &before,
                                                    const std::vector<element> &after)
    {
        const std::size_t common = std::min(before.size(), after.size());
        std::size_t head = 0;
        while (head < common && isEqual(before[head], after[head]))
            ++head;
        std::size_t tail = 0;
        while (tail < common - head && isEqual(before[before.size() - 1 - tail], after[after.size() - 1 - tail]))
            ++tail;
        std::vector<std::size_t> partners;
        for (std::size_t i = 0; i < after.size(); ++i) {
            if (i < common - tail)
                partners.push_back(i);
            else
                partners.push_back(i + tail < after.size() ? NoPartner : i + before.size() - after.size());
        }
        return partners;
    }

    void patchList(const element &beforeList, const element &afterList)
    {
        const std::vector<element> before = elementsOf(beforeList);
        const std::vector<element> after = elementsOf(afterList);
        const std::vector<std::size_t> partners = partnersOf(beforeList, afterList);
        const std::vector<bool> kept = keptInOrder(partners);
        std::vector<bool> stays(before.size(), false);
        for (std::size_t i = 0; i < after.size(); ++i) {
            if (kept[i])
                stays[partners[i]] = true;
        }
        for (std::size_t i = before.size(); i-- > 0;) {
            if (!stays[i])
                at(i, [&] { write("remove", nullptr); });
        }
        for (std::size_t i = 0; i < after.size(); ++i) {
            if (kept[i])
                at(i, [&] { patch(before[partners[i]], after[i]); });
            else
                at(i, [&] { write("add", &after[i]); });
        }
    }

    std::string m_pointer;
    std::string m_out;
    int m_depth = 0;
};

} // namespace

Result<std::string> jsonPatch(std::string_view before, std::string_view after)
{
    json::Document documentBefore;
    json::Document documentAfter;
    const Result<element> a = documentBefore.parse(before);
    if (!a)
        return a.error();
    const Result<element> b = documentAfter.parse(after);
    if (!b)
        return b.error();
    PatchWriter writer;
    writer.patch(*a, *b);
    json::PrintOptions options;
    options.keys = json::PrintOptions::Keys::AsGiven;
    return json::prettyPrinted(writer.text(), options);
}

} // namespace wk
