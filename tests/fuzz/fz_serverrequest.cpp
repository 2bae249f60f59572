// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/apiserver.h"
#include "core/apiserver/memorystorage.h"
#include "core/apiserver/registry.h"
#include "core/apiserver/requestreader.h"
#include "core/apiserver/resourcetable.h"
#include "core/apiserver/router.h"
#include "core/apiserver/watchcache.h"
#include "tests/fuzz/fuzz.h"

#include <string>

namespace {

using namespace wk;
using namespace wk::apiserver;

/// A server without a socket.
struct Server {
    SystemClock clock;
    ResourceTable types;
    MemoryStorage storage;
    WatchCache cache{storage, storage, {64, 32}};
    Registry registry{types, storage, cache, clock, 1};
    Router router{{types, storage, cache, registry, clock}, {}};
};

/// Feeds the bytes in steps; true when a request is complete.
bool feed(RequestReader &reader, const std::string &text, std::size_t step)
{
    std::string waiting;
    for (std::size_t at = 0; at < text.size(); at += step) {
        waiting += text.substr(at, step);
        reader.feed(waiting);
        if (reader.state() == RequestReader::State::Complete || reader.state() == RequestReader::State::Broken)
            break;
    }
    return reader.state() == RequestReader::State::Complete;
}

} // namespace

/// What comes from a client: read the same wherever it is cut, and answered without a change to what is stored when it
/// may only read (S25, S26).
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static Server server;
    fuzz::Bytes bytes(data, size);
    const std::size_t step = bytes.byte() + 1u;
    const std::string text(bytes.rest());
    RequestReader whole;
    RequestReader inSteps;
    const bool isComplete = feed(whole, text, text.size() + 1);
    WK_MUST(feed(inSteps, text, step) == isComplete);
    if (!isComplete)
        return 0;
    const Request request = whole.request();
    const Request again = inSteps.request();
    WK_MUST(request.method == again.method && request.path == again.path && request.body == again.body);
    const std::uint64_t before = server.storage.revision();
    try {
        const Response response = server.router.route(request, false, true);
        if (const auto *reply = std::get_if<Reply>(&response))
            WK_MUST(reply->status >= 200 && reply->status < 600);
    } catch (const std::exception &) {
        // The session turns it into a 500.
    }
    WK_MUST(server.storage.revision() == before);
    return 0;
}
