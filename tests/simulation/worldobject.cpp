// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/worldobject.h"

#include "tests/simulation/random.h"

namespace wk::sim {

namespace {

constexpr std::string_view VersionMember = "\"resourceVersion\":\"";
constexpr std::string_view Created = R"("creationTimestamp":"2026-11-21T10:07:57Z")";

std::string inQuotes(std::string_view text)
{
    std::string out = "\"";
    return out.append(text).append("\"");
}

std::string labels(const ObjectText &text)
{
    return R"("labels":{"app":"model","tier":)" + inQuotes(text.tier) + "}";
}

void appendVersion(apiserver::StoredObject &object)
{
    object.json += VersionMember;
    object.version.begin = object.json.size();
    object.json += '0';
    object.version.end = object.json.size();
    object.json += '"';
}

std::string identity(const ObjectText &text)
{
    std::string out = "\"name\":" + inQuotes(text.name);
    return text.ns.empty() ? out : out + ",\"namespace\":" + inQuotes(text.ns);
}

/// What a kind carries besides its metadata; only pods are looked into.
std::string content(const apiserver::ResourceType &type, const ObjectText &text)
{
    const std::string words = R"("words":"what a controller might have to say of it","stamp":)" + inQuotes(text.stamp);
    if (type.kind == "Pod")
        return R"("spec":{"nodeName":"node-1","containers":[{"name":"main",)" + words +
               R"(}]},"status":{"phase":"Running","conditions":[{"type":"Ready","status":"True"}]})";
    return "\"spec\":{" + words + "},\"status\":{}";
}

} // namespace

apiserver::StoredObject makeStored(const apiserver::ResourceType &type, const ObjectText &text)
{
    apiserver::StoredObject object;
    object.nameSpace = text.ns;
    object.name = text.name;
    object.uid = text.uid;
    object.labels = {{"app", "model"}, {"tier", text.tier}};
    object.fields.assign(type.fields.size(), std::string());
    object.row.cells.push_back({.json = inQuotes(text.name)});
    for (std::size_t i = 1; i < type.columns.size(); ++i)
        object.row.cells.push_back({.json = "null"});

    std::string &json = object.json;
    json.reserve(420);
    if (type.isCustom) { // keys sorted, and items of lists carry them all
        json = R"({"apiVersion":)" + inQuotes(type.apiVersion()) + R"(,"kind":)" + inQuotes(type.kind) + R"(,"metadata":)";
        object.body = 1;
        object.metadata.begin = json.size();
        json.append("{").append(Created).append(",").append(labels(text)).append(",").append(identity(text)) += ',';
        appendVersion(object);
        json += R"(,"uid":)" + inQuotes(text.uid) + "}";
    } else {
        json = R"({"kind":)" + inQuotes(type.kind) + R"(,"apiVersion":)" + inQuotes(type.apiVersion()) + ",";
        object.body = json.size();
        json += R"("metadata":)";
        object.metadata.begin = json.size();
        json += "{" + identity(text) + R"(,"uid":)" + inQuotes(text.uid) + ",";
        appendVersion(object);
        json.append(",").append(Created).append(",").append(labels(text)) += '}';
    }
    object.metadata.end = json.size();
    json += "," + content(type, text) + "}";
    return object;
}

std::uint64_t contentOf(std::string_view json)
{
    const std::size_t key = json.find(VersionMember);
    if (key == json.npos)
        return textHash(json);
    const std::size_t end = json.find('"', key + VersionMember.size());
    return textHash(json.substr(end), textHash(json.substr(0, key)));
}

} // namespace wk::sim
