// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/document.h"
#include "core/json/members.h"
#include "core/json/plainscalar.h"
#include "core/resource/changepath.h"
#include "core/resource/changes.h"
#include "core/resource/listkeys.h"

#include <simdjson.h>

#include <string_view>
#include <vector>

/// For .cpp files only: simdjson's header costs a second to compile.
namespace wk {

/// Hears of each difference.
class ChangeSink
{
public:
    virtual ~ChangeSink() = default;
    /// Where the texts of the change go; null when it need not be told.
    virtual FieldChange *changed(const ChangePath &path, FieldChange::Kind kind, ChangeWorth worth) = 0;
};

/// Walks two revisions side by side, elements of lists paired by Kubernetes' own keys. Any thread, one comparison at a
/// time.
class ChangeWalk
{
public:
    using Element = simdjson::dom::element;

    /// Below this, values are compared but not followed: lists are looked at once a level. A CRD's schema is 40 levels
    /// deep.
    static constexpr int DepthFollowed = 64;

    enum class Detail {
        Telling, ///< what comes or goes is told by the one field that says most of it; bookkeeping is not told
        Leaves,  ///< what comes or goes is told leaf by leaf; all is told
    };
    ChangeWalk(ChangeSink &sink, Detail detail);

    void start();
    void compare(const Element &before, const Element &after, json::Place place);
    /// The best of what was found since start().
    ChangeWorth worth() const { return m_worth; }

    // For a walk over the texts that leaves the rest to this one.
    ChangePath &path() { return m_path; }
    int depth() const { return m_depth; }
    void enter() { ++m_depth; }
    void leave() { --m_depth; }
    /// True for a member that is not followed and, when Telling, not told.
    static bool isBookkeeping(json::Place place, std::string_view key);
    /// Of a bookkeeping member that differs.
    void note(std::string_view key);
    /// Of scalars that differ, where the path is.
    void reportReplaced(const json::PlainScalar &before, const json::PlainScalar &after);
    /// Of a member that came or went, in an object at `place`.
    void reportMember(FieldChange::Kind kind, const json::Member &member, json::Place place);
    /// The same of a sound value that is no bookkeeping, where it can be told without a parser: a plain scalar, or an
    /// object that one tells. Else false, and nothing is told.
    bool reportText(FieldChange::Kind kind, std::string_view key, std::string_view json);
    /// The name of the list at the end of the path.
    std::string_view listName() const;

private:
    using Kind = FieldChange::Kind;

    template <class Put>
    void report(Kind kind, ChangeWorth worth, Put put);
    void reportOnly(Kind kind, const Element &value);
    template <class Value>
    void reportWhole(Kind kind, const Value &value);
    void reportObject(Kind kind, const Element &value);
    bool reportText(Kind kind, std::string_view json);
    void reportLeaves(Kind kind, const simdjson::dom::object &object);
    void reportList(Kind kind, const Element &value);
    void reportOrder(const std::vector<std::string_view> &before, const std::vector<std::string_view> &after);
    void compareUnequal(const Element &before, const Element &after);
    void compareMembers(std::string_view key, const Element &before, const Element &after, json::Place place);
    void compareBookkeeping(std::string_view key, const Element &before, const Element &after);
    void compareObjects(const simdjson::dom::object &before, const simdjson::dom::object &after, json::Place place);
    void compareLists(const simdjson::dom::array &before, const simdjson::dom::array &after);
    void compareByKey(const simdjson::dom::array &before, const simdjson::dom::array &after, const KeyedLists &keyed);

    ChangeSink &m_sink;
    Detail m_detail;
    ChangePath m_path;
    ChangeWorth m_worth = ChangeWorth::Bookkeeping;
    int m_depth = 0;
};

} // namespace wk
