// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/apiserver.h"
#include "core/apiserver/apiwriter.h"
#include "core/apiserver/storage.h"
#include "tests/support/manualclock.h"

#include <nlohmann/json.hpp>

#include <QtDebug>

namespace wk::apiserver {

inline Json parsed(const std::string &text)
{
    return *parseDocument(text);
}

/// A server that nobody connects to, with a namespace "a" and a component that writes.
struct WriteFixture {
    WriteFixture()
    {
        const auto made = writer.create("namespaces", "", parsed(R"({"metadata":{"name":"a"}})"));
        Q_ASSERT(made);
    }

    Json get(const std::string &resource, const std::string &key)
    {
        const ObjectPtr object = server.storage().get(resource, key);
        return object ? parsed(object->json) : Json();
    }

    bool has(const std::string &resource, const std::string &key) { return bool(server.storage().get(resource, key)); }

    /// Creates in namespace a; the new object's uid.
    std::string make(const std::string &resource, const std::string &text)
    {
        const auto made = writer.create(resource, "a", parsed(text));
        if (!made)
            qWarning("%s", describe(made.error()).c_str());
        return made ? (*made)->uid : std::string();
    }

    ManualClock clock;
    ApiServer server{ApiServer::Options{.seed = 7}, clock};
    ApiWriter writer{server, "tester"};
};

inline std::string podText(const std::string &name, const std::string &metadata = {}, const std::string &node = {})
{
    return R"({"metadata":{"name":")" + name + "\"" + (metadata.empty() ? "" : "," + metadata) +
           R"(},"spec":{"containers":[{"name":"main","image":"i:1"}])" +
           (node.empty() ? "" : R"(,"nodeName":")" + node + "\"") + "}}";
}

inline std::string ownerText(const std::string &uid)
{
    return R"("ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"o","uid":")" + uid +
           R"(","controller":true}])";
}

constexpr auto SetText =
    R"({"metadata":{"name":"web"},"spec":{"replicas":2,"selector":{"matchLabels":{"app":"web"}},
    "template":{"metadata":{"labels":{"app":"web"}},"spec":{"containers":[{"name":"main","image":"i:1"}]}}}})";

} // namespace wk::apiserver
