// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/memorystorage.h"
#include "core/apiserver/router.h"
#include "tests/support/manualclock.h"

#include <nlohmann/json.hpp>

#include <string>

namespace wk::apiserver {

/// Requests and answers, without a socket.
struct RouterFixture {
    /// A question in the path is taken apart.
    Reply ask(Request request)
    {
        const std::size_t question = request.path.find('?');
        if (question != std::string::npos) {
            request.query = Query::parse(std::string_view(request.path).substr(question + 1));
            request.path.resize(question);
        }
        Response response = router.route(request, true, true);
        auto *reply = std::get_if<Reply>(&response);
        return reply ? std::move(*reply) : Reply{.status = 0};
    }

    Reply send(const std::string &method, const std::string &target, const std::string &body = {},
               const std::string &contentType = "application/json")
    {
        return ask(
            {.method = method, .path = target, .contentType = contentType, .userAgent = "tester/1", .body = body});
    }

    Json json(const std::string &target)
    {
        const auto document = parseDocument(send("GET", target).body);
        return document ? *document : Json();
    }

    ManualClock clock;
    ResourceTable types;
    MemoryStorage storage;
    WatchCache cache{storage, storage, {}};
    Registry registry{types, storage, cache, clock, 1};
    Router router{{types, storage, cache, registry, clock}, {}};
};

} // namespace wk::apiserver
