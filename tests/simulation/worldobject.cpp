// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/worldobject.h"

#include "tests/simulation/random.h"

namespace wk::sim {

namespace {

constexpr std::string_view VersionKey = "\"resourceVersion\":\"";
constexpr std::string_view Created = R"("creationTimestamp":"2026-11-21T10:07:57Z")";

std::string quoted(std::string_view text)
{
    std::string out = "\"";
    return out.append(text).append("\"");
}

std::string labels(const ObjectText &text)
{
    return R"("labels":{"app":"model","tier":)" + quoted(text.tier) + "}";
}

void appendVersion(apiserver::StoredObject &object)
{
    object.json += VersionKey;
    object.version.begin = object.json.size();
    object.json += '0';
    object.version.end = object.json.size();
    object.json += '"';
}

std::string identity(const ObjectText &text)
{
    std::string out = "\"name\":" + quoted(text.name);
    return text.ns.empty() ? out : out + ",\"namespace\":" + quoted(text.ns);
}

/// What a kind carries besides its metadata; only pods are looked into.
std::string content(const apiserver::ResourceType &type, const ObjectText &text)
{
    const std::string words = R"("words":"what a controller might have to say of it","stamp":)" + quoted(text.stamp);
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
    object.row.cells.push_back({.json = quoted(text.name)});
    for (std::size_t i = 1; i < type.columns.size(); ++i)
        object.row.cells.push_back({.json = "null"});

    std::string &json = object.json;
    json.reserve(420);
    if (type.isCustom) { // keys sorted, and items of lists carry them all
        json = R"({"apiVersion":)" + quoted(type.apiVersion()) + R"(,"kind":)" + quoted(type.kind) + R"(,"metadata":)";
        object.body = 1;
        object.metadata.begin = json.size();
        json.append("{").append(Created).append(",").append(labels(text)).append(",").append(identity(text)) += ',';
        appendVersion(object);
        json += R"(,"uid":)" + quoted(text.uid) + "}";
    } else {
        json = R"({"kind":)" + quoted(type.kind) + R"(,"apiVersion":)" + quoted(type.apiVersion()) + ",";
        object.body = json.size();
        json += R"("metadata":)";
        object.metadata.begin = json.size();
        json += "{" + identity(text) + R"(,"uid":)" + quoted(text.uid) + ",";
        appendVersion(object);
        json.append(",").append(Created).append(",").append(labels(text)) += '}';
    }
    object.metadata.end = json.size();
    json += "," + content(type, text) + "}";
    return object;
}

std::uint64_t contentOf(std::string_view json)
{
    const std::size_t key = json.find(VersionKey);
    if (key == json.npos)
        return textHash(json);
    const std::size_t end = json.find('"', key + VersionKey.size());
    return textHash(json.substr(end), textHash(json.substr(0, key)));
}

} // namespace wk::sim
