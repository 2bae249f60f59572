// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/wordranges.h"

#include "core/resource/yamlparents.h"

#include <algorithm>

namespace wk {

namespace {

/// How far a counterpart is looked for: beyond, two lines with one key have nothing to do with each other.
constexpr std::ptrdiff_t Reach = 64;

bool isWordByte(char c)
{
    return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_' || (c & 0x80) != 0;
}

/// Where words begin: letters and digits together, any other character alone; one past the end closes the list.
std::vector<std::size_t> wordStarts(std::string_view text)
{
    std::vector<std::size_t> starts;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i == 0 || !isWordByte(text[i]) || !isWordByte(text[i - 1]))
            starts.push_back(i);
    }
    starts.push_back(text.size());
    return starts;
}

std::string_view word(std::string_view text, const std::vector<std::size_t> &starts, std::size_t index)
{
    return text.substr(starts[index], starts[index + 1] - starts[index]);
}

/// Marks what lies between the words that both lines begin with and those that both end with.
void markPair(DiffLine &a, DiffLine &b)
{
    const auto startsA = wordStarts(a.text);
    const auto startsB = wordStarts(b.text);
    const std::size_t countA = startsA.size() - 1;
    const std::size_t countB = startsB.size() - 1;
    const std::size_t shorter = std::min(countA, countB);
    std::size_t head = 0;
    bool shared = false;
    for (; head < shorter && word(a.text, startsA, head) == word(b.text, startsB, head); ++head)
        shared |= isWordByte(a.text[startsA[head]]);
    std::size_t tail = 0;
    for (; tail < shorter - head; ++tail) {
        if (word(a.text, startsA, countA - 1 - tail) != word(b.text, startsB, countB - 1 - tail))
            break;
        shared |= isWordByte(a.text[startsA[countA - 1 - tail]]);
    }
    if (!shared)
        return;
    const auto mark = [&](DiffLine &line, const std::vector<std::size_t> &starts, std::size_t count) {
        const std::size_t begin = starts[head];
        const std::size_t end = starts[count - tail];
        if (end > begin)
            line.changed.push_back({begin, end - begin});
    };
    mark(a, startsA, countA);
    mark(b, startsB, countB);
}

} // namespace

void markWords(std::vector<DiffLine> &lines, std::size_t first)
{
    const auto begin = lines.begin() + static_cast<std::ptrdiff_t>(first);
    const auto added = std::find_if(begin, lines.end(), [](const DiffLine &line) { return line.kind == DiffLine::Kind::Added; });
    const bool even = added - begin == lines.end() - added;
    auto next = added;
    for (auto removed = begin; removed != added; ++removed) {
        const std::string_view key = yamlKey(removed->text);
        const auto sameKey = [key](const DiffLine &line) { return yamlKey(line.text) == key; };
        const auto end = next + std::min(Reach, lines.end() - next);
        const auto partner = key.empty() ? end : std::find_if(next, end, sameKey);
        const auto opposite = added + (removed - begin);
        if (partner != end) {
            markPair(*removed, *partner);
            next = partner + 1;
        } else if (key.empty() && even && yamlKey(opposite->text).empty()) {
            markPair(*removed, *opposite);
        }
    }
}

} // namespace wk
