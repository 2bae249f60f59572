// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/readtext.h"
#include "core/resource/changewalk.h"
#include "core/resource/listpairs.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// For .cpp files only: simdjson's header costs a second to compile.
namespace wk {

/// Walks the texts of two revisions in step, objects and lists told apart by keys, and reads as JSON only the values
/// that came, went, or are of another kind: two revisions of an object share most of their bytes. Finds what ChangeWalk
/// finds in the whole. Any thread, one comparison at a time; the parsers' buffers stay. Texts written by an API server,
/// without blanks; any other is left to ChangeWalk.
class TextWalk
{
public:
    explicit TextWalk(ChangeWalk &walk)
        : m_walk(walk)
    {}

    /// False where the texts are not as expected; what was found until then is to be forgotten.
    bool compare(const json::ReadText &before, const json::ReadText &after);

private:
    /// One of the texts, and how far it is read.
    struct Side {
        std::string_view text;
        json::ReadText read; ///< the same, with what is known of it
        std::size_t at = 0;
        json::Document document;

        /// Behind the value that begins there.
        std::size_t valueEnd(std::size_t begin) const;
        std::size_t valueEnd() const { return valueEnd(at); }
        bool isAt(char c) const { return at < text.size() && text[at] == c; }
        bool isAtEnd() const { return at == text.size(); }
    };
    enum class Step { Next, Done, Rest, Odd };
    struct MemberText {
        std::string_view key;
        std::string_view value;
    };

    /// Of m_rest, up to its end when it was made.
    struct Rest {
        std::size_t begin;
        std::size_t end;
    };
    std::optional<Rest> takeRest(Side &side);
    bool compareRest(Rest before, Rest after, json::Place place);

    bool compareValue(json::Place place);
    bool compareObject(json::Place place);
    bool compareMember(std::string_view key, json::Place place);
    Step afterMember();
    bool compareList();
    bool compareWholes(json::Place place);
    bool compareRest(json::Place place);
    bool compareMembers(const MemberText &before, const MemberText &after, json::Place place);
    bool compareAt(std::string_view before, std::string_view after, json::Place place);
    bool compareParsed(std::string_view before, std::string_view after, json::Place place);
    bool reportMember(FieldChange::Kind kind, const MemberText &member, json::Place place);
    bool skipBookkeeping(std::string_view key);
    std::optional<std::string_view> commonKey();
    std::size_t equalValueEnd();
    bool mayScan(std::size_t bytes);
    std::size_t endOfBoth(std::size_t endBefore) const;

    ChangeWalk &m_walk;
    Side m_before;
    Side m_after;
    ListPairing m_lists;
    std::string m_subscript;
    std::vector<MemberText> m_rest; ///< of the objects that are gone over by key, from the root down to here
    std::size_t m_same = 0;         ///< the texts agree from where they are up to here, in `before`
    std::size_t m_toScan = 0;       ///< how many bytes may still be looked at more than once
};

} // namespace wk
