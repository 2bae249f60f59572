// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/journalchain.h"

#include "core/history/journal/journalnote.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <set>

namespace wk {

namespace {

constexpr const char *SetKey = "set";
constexpr const char *NumberKey = "number";
constexpr const char *BytesKey = "bytes";

std::string wordOf(const JournalNote &note, const char *key)
{
    const auto found = note.find(key);
    return found == note.end() ? std::string() : found->second;
}

template <class Number>
std::optional<Number> numberOf(const std::string &word)
{
    Number number = 0;
    const auto read = std::from_chars(word.data(), word.data() + word.size(), number);
    return read.ec == std::errc() && read.ptr == word.data() + word.size() ? std::optional(number) : std::nullopt;
}

/// How much of a piece counts.
std::uint64_t bytesUpTo(const JournalBase &end, const JournalPiece &piece)
{
    if (piece.number != end.number)
        return piece.number < end.number ? piece.file.bytes : 0;
    return std::min(end.bytes, piece.file.bytes);
}

} // namespace

Result<> writeBase(const std::string &folder, const JournalSetName &set, const JournalBase &base)
{
    return writeNote(
        folder + '/' + set.base(),
        {{SetKey, base.set.text()}, {NumberKey, std::to_string(base.number)}, {BytesKey, std::to_string(base.bytes)}});
}

std::optional<JournalBase> baseOf(const std::string &folder, const JournalSetName &set)
{
    const auto note = readNote(folder + '/' + set.base());
    if (!note)
        return {};
    const auto base = JournalSetName::parse(wordOf(*note, SetKey));
    const auto number = numberOf<std::uint32_t>(wordOf(*note, NumberKey));
    const auto bytes = numberOf<std::uint64_t>(wordOf(*note, BytesKey));
    return base && number && bytes ? std::optional(JournalBase{*base, *number, *bytes}) : std::nullopt;
}

std::vector<JournalPart> chainOf(const std::string &folder, const std::vector<JournalSet> &sets,
                                 const JournalSetName &last)
{
    std::vector<JournalPart> backwards;
    std::set<JournalSetName> seen;
    std::optional<JournalBase> end = JournalBase{last, std::numeric_limits<std::uint32_t>::max(), 0};
    while (end && seen.insert(end->set).second) {
        const auto set = std::ranges::find(sets, end->set, &JournalSet::name);
        if (set == sets.end())
            break;
        const auto first = std::ranges::find_if(set->pieces, [](const auto &piece) { return !piece.isTail; });
        const bool readsFirst = end->number > 1 || (end->number == 1 && end->bytes > 0);
        const bool hasBegun = !readsFirst || first == set->pieces.end() || first->number <= 1;
        for (auto piece = set->pieces.rbegin(); piece != set->pieces.rend(); ++piece) {
            const std::uint64_t bytes = hasBegun || piece->number > 0 ? bytesUpTo(*end, *piece) : 0;
            if (bytes > 0)
                backwards.push_back({set->name, *piece, bytes});
        }
        // What stood before its first segment is followed by nothing once that is gone.
        end = hasBegun ? baseOf(folder, set->name) : std::nullopt;
    }
    std::ranges::reverse(backwards);
    return backwards;
}

} // namespace wk
