// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/objectmaker.h"

#include "core/apiserver/resourcetype.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace wk::apiserver {

namespace {

/// The order in which Go's ObjectMeta is written.
constexpr std::array MetadataOrder{"name",
                                   "generateName",
                                   "namespace",
                                   "selfLink",
                                   "uid",
                                   "resourceVersion",
                                   "generation",
                                   "creationTimestamp",
                                   "deletionTimestamp",
                                   "deletionGracePeriodSeconds",
                                   "labels",
                                   "annotations",
                                   "ownerReferences",
                                   "finalizers",
                                   "managedFields"};

/// Custom resources are kept as maps: their keys are sent sorted.
Json sorted(const Json &value)
{
    return Json(nlohmann::json(value));
}

void appendMember(std::string &text, const std::string &key, const std::string &value)
{
    if (text.back() != '{')
        text += ',';
    text += jsonString(key) + ":" + value;
}

void appendMetadata(StoredObject &object, const Json &metadata, const ResourceType &type)
{
    std::vector<std::string> keys;
    if (type.isCustom) {
        for (const auto &[key, value] : metadata.items())
            keys.push_back(key);
        if (!metadata.contains("resourceVersion"))
            keys.push_back("resourceVersion");
        std::sort(keys.begin(), keys.end());
    } else {
        keys.assign(MetadataOrder.begin(), MetadataOrder.end());
    }
    if (type.compute)
        std::erase(keys, "resourceVersion");
    object.metadata.begin = object.json.size();
    object.json += '{';
    for (const std::string &key : keys) {
        if (key == "resourceVersion") {
            appendMember(object.json, key, "\"");
            object.version.begin = object.json.size();
            object.json += '0';
            object.version.end = object.json.size();
            object.json += '"';
        } else if (metadata.contains(key)) {
            appendMember(object.json, key, encode(metadata.at(key)));
        }
    }
    object.json += '}';
    object.metadata.end = object.json.size();
}

void writeTyped(StoredObject &object, const ResourceType &type, const Json &document)
{
    object.json = R"({"kind":)" + jsonString(type.kind) + R"(,"apiVersion":)" + jsonString(type.apiVersion()) + ",";
    object.body = object.json.size();
    object.json += R"("metadata":)";
    appendMetadata(object, find(document, "metadata"), type);
    for (const auto &[key, value] : document.items()) {
        if (key != "kind" && key != "apiVersion" && key != "metadata")
            appendMember(object.json, key, encode(value));
    }
    object.json += '}';
}

void writeCustom(StoredObject &object, const ResourceType &type, const Json &document)
{
    Json whole = sorted(document);
    whole["apiVersion"] = type.apiVersion();
    whole["kind"] = type.kind;
    whole = sorted(whole);
    object.json = "{";
    for (const auto &[key, value] : whole.items()) {
        if (key == "metadata") {
            if (object.json.back() != '{')
                object.json += ',';
            object.json += R"("metadata":)";
            appendMetadata(object, value, type);
        } else {
            appendMember(object.json, key, encode(value));
        }
    }
    object.json += '}';
    object.body = 1;
}

Labels labelsOf(const Json &metadata)
{
    Labels labels;
    const Json &given = find(metadata, "labels");
    if (given.is_object()) {
        for (const auto &[key, value] : given.items())
            labels.emplace_back(key, textOf(value));
    }
    std::sort(labels.begin(), labels.end());
    return labels;
}

/// A field's text as a field selector compares it: booleans and numbers as written.
std::string fieldText(const Json &document, const SelectableField &field)
{
    const std::string &path = field.path.empty() ? field.name : field.path;
    const Json *here = &document;
    for (size_t at = 0; at <= path.size();) {
        const size_t dot = std::min(path.find('.', at), path.size());
        here = &find(*here, path.substr(at, dot - at));
        at = dot + 1;
    }
    if (here->is_string())
        return textOf(*here);
    return here->is_boolean() || here->is_number() ? here->dump() : field.ifMissing;
}

} // namespace

StoredObject makeObject(const ResourceType &type, const Json &document)
{
    const Json &metadata = find(document, "metadata");
    StoredObject object;
    object.name = textOf(find(metadata, "name"));
    object.nameSpace = textOf(find(metadata, "namespace"));
    object.uid = textOf(find(metadata, "uid"));
    if (type.isCustom)
        writeCustom(object, type, document);
    else
        writeTyped(object, type, document);
    object.labels = labelsOf(metadata);
    for (const SelectableField &field : type.fields)
        object.fields.push_back(fieldText(document, field));
    const Json &owners = find(metadata, "ownerReferences");
    if (owners.is_array()) {
        for (const Json &owner : owners)
            object.owners.push_back(textOf(find(owner, "uid")));
    }
    if (type.print)
        object.row = type.print(document);
    return object;
}

} // namespace wk::apiserver
