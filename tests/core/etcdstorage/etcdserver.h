// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/apiserver.h"
#include "core/apiserver/apiwriter.h"
#include "core/base/clock.h"
#include "core/etcdstorage/etcdstorage.h"
#include "tests/core/apiserver/objects.h"

namespace wk::apiserver {

/// A server on an etcd that nobody connects to.
struct EtcdServer {
    explicit EtcdServer(const QUrl &etcd, const std::string &prefix = "/wk")
        : server(optionsFor(etcd, prefix), clock)
        , opened(server.open())
    {}
    static ApiServer::Options optionsFor(const QUrl &etcd, const std::string &prefix)
    {
        ApiServer::Options options;
        options.makeStorage = [etcd, prefix](ResourceTable &types) {
            EtcdStorageOptions storage;
            storage.etcd.endpoints = {etcd};
            storage.prefix = prefix;
            return std::make_unique<EtcdStorage>(storage, types);
        };
        return options;
    }

    /// True in ten seconds.
    bool makeNamespace(const std::string &name) const
    {
        return writer.create("namespaces", "", {{"metadata", {{"name", name}}}}).ok();
    }
    Result<apiserver::ObjectPtr> makePod(const std::string &name, const std::string &owner = {}) const
    {
        Json document{{"metadata", {{"name", name}}},
                      {"spec", {{"containers", Json::array({{{"name", "c"}, {"image", "i"}}})}}}};
        if (!owner.empty())
            document["metadata"]["ownerReferences"] =
                Json::array({{{"apiVersion", "v1"}, {"kind", "ConfigMap"}, {"name", "owner"}, {"uid", owner}}});
        return writer.create("pods", "a", document);
    }
    Storage &storage() { return server.storage(); }
    std::string pods() { return storage().catchUp() ? names(storage().list("pods").objects) : "?"; }

    SystemClock clock;
    ApiServer server;
    ApiWriter writer{server, "tester"};
    Result<> opened;
};

} // namespace wk::apiserver
