// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/apiserver.h"
#include "core/apiserver/apiwriter.h"
#include "core/apiserver/storage.h"
#include "core/base/clock.h"
#include "tests/support/podgen/podfleet.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <set>
#include <sstream>
#include <thread>

using namespace wk;
using namespace wk::apiserver;

namespace {

/// What stands between two texts, the first of each from `from` on; it is there.
Span between(std::string_view text, std::string_view before, std::string_view after, std::size_t from = 0)
{
    const std::size_t begin = text.find(before, from) + before.size();
    return {begin, text.find(after, begin)};
}

std::string_view part(std::string_view text, Span span)
{
    return text.substr(span.begin, span.end - span.begin);
}

/// The cells of a row, all of them texts.
PrintedRow printedRow(std::string_view cells)
{
    PrintedRow row;
    for (std::size_t begin = cells.find('"'); begin != cells.npos; begin = cells.find('"', begin)) {
        const std::size_t end = cells.find('"', begin + 1) + 1;
        row.cells.push_back({.json = std::string(cells.substr(begin, end - begin))});
        begin = end;
    }
    return row;
}

/// A pod of the fleet as a server holds it. Made of its text: to parse and print as many takes longer than to list
/// them. Neither selectors nor owners know it.
StoredObject storedPod(test::PodFleet &fleet, std::uint32_t pod)
{
    constexpr std::string_view Identity = R"({"kind":"Pod","apiVersion":"v1",)";
    const std::string_view line = fleet.tableLine({test::PodEvent::Type::Added, pod, fleet.life(pod).stage});
    const Span cells = between(line, R"("rows":[{"cells":[)", R"(],"object":)");
    StoredObject object{.nameSpace = fleet.ns(pod), .name = fleet.name(pod)};
    object.row = printedRow(part(line, cells));
    // Up to the end of row and table.
    object.json = line.substr(line.find(Identity, cells.end));
    object.json.resize(object.json.size() - std::string_view("}]}}").size());
    object.body = Identity.size();
    object.metadata = between(object.json, R"("metadata":)", R"(,"spec":)");
    object.version = between(object.json, R"("resourceVersion":")", "\"", object.metadata.begin);
    object.uid = part(object.json, between(object.json, R"("uid":")", "\"", object.metadata.begin));
    return object;
}

/// Lets one thing happen to a pod; by the resourceVersion of which.
std::string happen(ApiServer &server, test::PodFleet &fleet)
{
    const test::PodEvent event = fleet.next();
    const std::string key = fleet.ns(event.pod) + '/' + fleet.name(event.pod);
    Storage &storage = server.storage();
    switch (event.type) {
    case test::PodEvent::Type::Added: storage.create("pods", storedPod(fleet, event.pod)); break;
    case test::PodEvent::Type::Modified: storage.update("pods", storedPod(fleet, event.pod), 0); break;
    case test::PodEvent::Type::Deleted: storage.remove("pods", key, 0); break;
    }
    return std::to_string(storage.revision());
}

/// Lets so many things happen to the pods: so many a second, or 0 for as fast as it goes. Says of each that is noted
/// its resourceVersion and when it was about to be written, in microseconds since 1970.
void happen(ApiServer &server, test::PodFleet &fleet, std::uint64_t events, std::uint64_t perSecond, bool isNoted)
{
    const auto began = std::chrono::steady_clock::now();
    for (std::uint64_t i = 0; i < events; ++i) {
        if (perSecond > 0)
            std::this_thread::sleep_until(began + std::chrono::microseconds(i * 1'000'000 / perSecond));
        const auto written = std::chrono::system_clock::now().time_since_epoch();
        const std::string version = happen(server, fleet);
        if (!isNoted)
            continue;
        const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(written).count();
        std::printf("%s %lld\n", version.c_str(), static_cast<long long>(micros));
        std::fflush(stdout);
    }
}

} // namespace

/// A server of pods, for a figure whose client is another process. usage: wk_podserver PODS: says its URL, the token to
/// read it with and, in base64, its certificate authority, a line each, and serves until its input ends. A line
/// "EVENTS PER_SECOND [noted]" lets so much happen: see happen().
int main(int argc, char **argv)
{
    const std::uint32_t pods = argc == 2 ? std::uint32_t(std::strtoul(argv[1], nullptr, 10)) : 0;
    if (pods == 0)
        return 2;
    SystemClock clock;
    // More than a figure has under way: a client that this machine keeps waiting is not cut off.
    ApiServer server({.tls = true, .window = 40'000, .watchQueue = 40'000, .seed = 1}, clock);
    const ApiWriter setup(server, "setup");
    test::PodFleet fleet({.seed = 1, .pods = pods});
    std::set<std::string> namespaces;
    for (std::uint32_t pod = 0; pod < pods; ++pod) {
        if (namespaces.insert(fleet.ns(pod)).second &&
            !setup.seed("namespaces", {{"metadata", {{"name", fleet.ns(pod)}}}}))
            return 1;
        if (!std::holds_alternative<ObjectPtr>(server.storage().create("pods", storedPod(fleet, pod))))
            return 1;
    }
    const auto endpoint = server.start();
    if (!endpoint)
        return 1;
    std::printf("%s\n%s\n%s\n", endpoint->url.c_str(), endpoint->readToken.reveal().toByteArray().constData(),
                QByteArray::fromStdString(endpoint->caCertificate).toBase64().constData());
    std::fflush(stdout);
    for (std::string line; std::getline(std::cin, line);) {
        std::uint64_t events = 0;
        std::uint64_t perSecond = 0;
        std::string noted;
        std::istringstream(line) >> events >> perSecond >> noted;
        happen(server, fleet, events, perSecond, !noted.empty());
    }
    return 0;
}
