// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/get/documents.h"

#include "core/resource/objectjson.h"

namespace wk {

Documents::Documents(const GetArguments &arguments)
    : m_isOne(arguments.selection.targets.size() == 1 && !arguments.selection.targets.front().name.empty())
    , m_isWatch(arguments.watch)
    , m_isEvents(arguments.watch && arguments.outputWatchEvents)
{}

std::vector<Document> Documents::ofLists(const std::vector<Listed> &kinds)
{
    if (m_isWatch || (m_isOne && kinds.size() <= 1))
        return ofObjects(kinds);
    std::string list = R"({"apiVersion":"v1","items":[)";
    const std::size_t empty = list.size();
    for (const Listed &kind : kinds) {
        for (const ObjectPtr &object : kind.objects) {
            list += list.size() == empty ? "" : ",";
            list += objectJson(*object, kind.resource);
        }
    }
    list += R"(],"kind":"List","metadata":{"resourceVersion":""}})";
    return {{list}};
}

std::vector<Document> Documents::ofObjects(const std::vector<Listed> &kinds)
{
    std::vector<Document> documents;
    for (const Listed &kind : kinds) {
        m_resource = kind.resource;
        for (const ObjectPtr &object : kind.objects)
            documents.push_back(document(EntryType::Added, *object));
    }
    return documents;
}

Document Documents::ofChange(const Entry &entry) const
{
    return document(entry.type, *entry.object);
}

Document Documents::document(EntryType type, const Object &object) const
{
    return {objectJson(object, m_resource), m_isEvents ? typeName(type) : nullptr};
}

std::string Document::eventHead() const
{
    return std::string(R"({"type":")") + eventType + R"(","object":)";
}

} // namespace wk
