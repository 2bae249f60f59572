// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/allchanges.h"

#include "core/json/document.h"
#include "core/resource/changewalk.h"

namespace wk {

namespace {

class ListedChanges : public ChangeSink
{
public:
    FieldChange *changed(const ChangePath &path, FieldChange::Kind kind, ChangeWorth) override
    {
        if (all.changes.size() == AllChangesMax) {
            ++all.leftOut;
            return nullptr;
        }
        PathChange &change = all.changes.emplace_back();
        if (kind != FieldChange::Kind::Added)
            change.pointerBefore = path.before();
        if (kind != FieldChange::Kind::Removed)
            change.pointerAfter = path.after();
        return &change.field;
    }

    AllChanges all;
};

} // namespace

AllChanges allChanges(std::string_view before, std::string_view after)
{
    thread_local json::Document documentBefore; // their buffers stay: to map them takes as long as to compare
    thread_local json::Document documentAfter;
    const auto a = documentBefore.parse(before);
    const auto b = documentAfter.parse(after);
    if (!a || !b)
        return {};
    ListedChanges listed;
    ChangeWalk walk(listed, ChangeWalk::Detail::Leaves);
    walk.compare(*a, *b, json::Place::Root);
    listed.all.worth = walk.worth();
    return std::move(listed.all);
}

std::optional<std::string> valueAt(std::string_view json, std::string_view pointer)
{
    json::Document document;
    const auto root = document.parse(json);
    simdjson::dom::element value;
    if (!root || root->at_pointer(pointer).get(value) != simdjson::SUCCESS)
        return {};
    return simdjson::minify(value);
}

} // namespace wk
