// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/document.h"
#include "core/apiserver/objectmaker.h"
#include "core/apiserver/resourcetable.h"
#include "core/apiserver/storage.h"

#include <nlohmann/json.hpp>

#include <QByteArray>
#include <QList>

namespace wk::apiserver {

inline const ResourceTable &testTypes()
{
    static const ResourceTable types;
    return types;
}

inline const ResourceType &podType()
{
    return *testTypes().find("", "v1", "pods");
}

/// A pod "NAMESPACE/NAME" with labels "a=b,c=d", ready to be stored.
inline StoredObject pod(const std::string &key, const std::string &labels = {}, const std::string &node = {})
{
    const size_t slash = key.find('/');
    Json document{
        {"metadata", {{"name", key.substr(slash + 1)}, {"namespace", key.substr(0, slash)}, {"uid", "uid-of-" + key}}}};
    const QByteArray text = QByteArray::fromStdString(labels);
    for (const QByteArray &pair : text.isEmpty() ? QList<QByteArray>() : text.split(','))
        document["metadata"]["labels"][pair.split('=').value(0).toStdString()] = pair.split('=').value(1).toStdString();
    document["spec"]["containers"] = Json::array();
    if (!node.empty())
        document["spec"]["nodeName"] = node;
    document["status"]["phase"] = node.empty() ? "Pending" : "Running";
    return makeObject(podType(), document);
}

inline ObjectPtr stored(const WriteResult &result)
{
    const auto *object = std::get_if<ObjectPtr>(&result);
    return object ? *object : ObjectPtr();
}

inline std::string names(const std::vector<ObjectPtr> &objects)
{
    std::string text;
    for (const ObjectPtr &object : objects)
        text += (text.empty() ? "" : " ") + object->key();
    return text;
}

} // namespace wk::apiserver
