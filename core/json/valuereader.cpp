// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/valuereader.h"

#include "core/json/soundvalue.h"

#include <array>

namespace wk::json {

namespace {

/// What is shorter is read as soon as it is compared.
constexpr std::size_t WorthNoting = 64;

/// So many has a pod.
constexpr std::size_t UsualValues = 24;

} // namespace

ValueReader::ValueReader(std::string_view text, std::size_t begin, const ReadText *before)
    : m_text(text)
    , m_begin(begin)
    , m_isNoting(before != nullptr)
    , m_before(before ? *before : ReadText())
{
    if (m_isNoting)
        m_values.reserve(m_before.values.empty() ? UsualValues : m_before.values.size() + 1);
}

/// The value of the earlier text that stands here too, byte for byte. Both texts are gone over in step; where a value
/// came or went, the next ones are found one further or back.
const ReadValue *ValueReader::sameBefore(std::size_t at)
{
    constexpr std::array<std::size_t, 3> Steps{0, std::size_t(-1), 1};
    const std::string_view rest = m_text.substr(at);
    for (const std::size_t step : Steps) {
        const std::size_t number = m_next + step;
        if (number >= m_before.values.size())
            continue;
        const ReadValue &value = m_before.values[number];
        if (!rest.starts_with(m_before.text.substr(value.begin, value.size)))
            continue;
        m_next = number + 1;
        return &value;
    }
    return nullptr;
}

void ValueReader::note(std::size_t at, std::size_t end, ReadValue value)
{
    if (!m_isNoting)
        return;
    value.begin = static_cast<std::uint32_t>(at - m_begin);
    value.size = static_cast<std::uint32_t>(end - at);
    m_values.push_back(value);
}

std::size_t ValueReader::valueEnd(std::size_t at)
{
    if (at >= m_text.size() || (m_text[at] | 0x20) != '{')
        return soundValueEnd(m_text, at);
    if (const ReadValue *same = sameBefore(at); same && !same->isAround()) {
        note(at, at + same->size, {});
        return at + same->size;
    }
    const std::size_t end = soundValueEnd(m_text, at);
    if (end != std::string_view::npos && end - at >= WorthNoting) {
        note(at, end, {});
        ++m_next;
    }
    return end;
}

std::optional<ObjectTree> ValueReader::tree(std::size_t at)
{
    if (const ReadValue *same = sameBefore(at); same && same->kind == ReadValue::Kind::Tree) {
        note(at, at + same->size, *same);
        return ObjectTree{at + same->size, same->names, same->hash};
    }
    const auto tree = objectTree(m_text, at);
    if (tree && tree->end - at >= WorthNoting) {
        note(at, tree->end, {.hash = tree->hash, .names = tree->names, .kind = ReadValue::Kind::Tree});
        ++m_next;
    }
    return tree;
}

std::size_t ValueReader::enter(std::size_t at, ReadValue::Kind kind)
{
    note(at, at, {.kind = kind});
    ++m_next;
    return m_values.size();
}

void ValueReader::leave(std::size_t entered, std::size_t end)
{
    if (!m_isNoting)
        return;
    ReadValue &around = m_values[entered - 1];
    around.size = static_cast<std::uint32_t>(end - m_begin) - around.begin;
}

void ValueReader::setMark(std::size_t entered, std::size_t at)
{
    if (!m_isNoting)
        return;
    ReadValue &around = m_values[entered - 1];
    around.mark = static_cast<std::uint32_t>(at - m_begin) - around.begin;
}

std::optional<ValueReader::Same> ValueReader::pass(std::size_t at)
{
    const ReadValue *same = sameBefore(at);
    if (!same || same->kind != ReadValue::Kind::Marked)
        return {};
    const std::size_t end = same->begin + same->size;
    const std::size_t shift = at - m_begin - same->begin;
    // It, and what lies in it.
    for (m_next -= 1; m_next < m_before.values.size() && m_before.values[m_next].begin < end; ++m_next) {
        const ReadValue &value = m_before.values[m_next];
        const std::size_t begin = m_begin + shift + value.begin;
        note(begin, begin + value.size, value);
    }
    return Same{at + same->size, same->mark > 0 ? at + same->mark : 0};
}

} // namespace wk::json
