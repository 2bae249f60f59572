// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/object.h"
#include "core/resource/resourceinfo.h"

#include <QByteArray>
#include <QString>

#include <string>
#include <string_view>

/// What an API server sends, made by hand, for tests of the decoder and of what stands on it.
namespace wk {

inline ResourceInfo pods()
{
    ResourceInfo info;
    info.gvr = {"", "v1", "pods"};
    info.kind = "Pod";
    info.namespaced = true;
    return info;
}

inline ResourceInfo widgets()
{
    ResourceInfo info;
    info.gvr = {"example.com", "v1", "widgets"};
    info.kind = "Widget";
    return info;
}

inline QByteArray bytes(std::string_view text)
{
    return QByteArray(text.data(), qsizetype(text.size()));
}

inline constexpr char Pod[] =
    R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"web-1","namespace":"shop","uid":"u-1","resourceVersion":"42",)"
    R"("creationTimestamp":"2026-11-21T10:41:07Z","deletionTimestamp":"2026-11-21T10:42:07Z",)"
    R"("labels":{"app":"web","odd":7},"ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"web","uid":"u-0",)"
    R"("controller":true}],"managedFields":[{"manager":"kubelet","operation":"Update","subresource":"status",)"
    R"("time":"2026-11-21T10:41:08Z","fieldsV1":{"f:status":{"f:phase":{}}}}]},"spec":{"nodeName":"node-03"},)"
    R"("status":{"phase":"Running","conditions":[{"type":"Initialized","status":"True"},{"type":"Ready","status":"False"}]}})";

inline std::string eventLine(std::string_view type, std::string_view object)
{
    return "{\"type\":\"" + std::string(type) + "\",\"object\":" + std::string(object) + "}";
}

inline std::string tableOf(std::string_view columns, std::string_view rows)
{
    return R"({"kind":"Table","apiVersion":"meta.k8s.io/v1","metadata":{"resourceVersion":"50"},"columnDefinitions":)" +
           std::string(columns) + ",\"rows\":" + std::string(rows) + "}";
}

/// "name ns uid version unreadable", '-' for what is empty.
inline QByteArray summary(const Object &object)
{
    const auto word = [](const std::string &text) {
        return text.empty() ? QByteArray("-") : QByteArray::fromStdString(text);
    };
    return word(object.name) + ' ' + word(object.ns) + ' ' + word(object.uid) + ' ' + word(object.version.text()) +
           (object.unreadable == Unreadable::No ? "" : " unreadable");
}

} // namespace wk
