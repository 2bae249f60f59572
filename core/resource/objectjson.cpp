// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/objectjson.h"

#include "core/base/time.h"
#include "core/json/scalartext.h"
#include "core/json/splitter.h"

namespace wk {

namespace {

/// What identifies an object, from what was decoded of it.
std::string identity(const Object &object)
{
    std::string metadata;
    const auto add = [&metadata](std::string_view key, const std::string &value) {
        if (!value.empty())
            metadata += (metadata.empty() ? "" : ",") + jsonMember(key, value);
    };
    add("creationTimestamp", object.created ? formatTime(*object.created) : std::string());
    add("name", object.name);
    add("namespace", object.ns);
    add("resourceVersion", object.version.text());
    add("uid", object.uid);
    return "{\"metadata\":{" + metadata + "}}";
}

/// They stand first, where there are any, so that this looks no further.
bool saysWhatItIs(std::string_view json)
{
    json::Members members(json);
    while (members.next()) {
        if (members.key() == "kind" || members.key() == "apiVersion")
            return true;
    }
    return false;
}

} // namespace

bool isWithheld(const ResourceInfo &resource)
{
    return resource.gvr.group.empty() && (resource.gvr.resource == "secrets" || resource.kind == "Secret");
}

std::string objectJson(const Object &object, const ResourceInfo &resource)
{
    const bool isBare = object.body.isNull() || isWithheld(resource);
    return withType(isBare ? identity(object) : object.body.object(), resource);
}

std::string withType(std::string_view json, const ResourceInfo &resource)
{
    const std::size_t brace = json.find('{');
    if (brace == std::string_view::npos || resource.kind.empty() || saysWhatItIs(json))
        return std::string(json);
    const std::string_view rest = json::trimmed(json.substr(brace + 1));
    std::string typed = '{' + jsonMember("apiVersion", resource.gvr.groupVersion()) + ',';
    typed += jsonMember("kind", resource.kind) + (rest == "}" ? "" : ",");
    return typed.append(rest);
}

std::string jsonMember(std::string_view key, std::string_view text)
{
    std::string member = "\"";
    json::appendEscaped(member, key);
    member += "\":\"";
    json::appendEscaped(member, text);
    return member + '"';
}

} // namespace wk
