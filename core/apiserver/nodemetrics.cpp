// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/nodemetrics.h"

#include "core/apiserver/listwatch.h"
#include "core/base/quantity.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <numbers>

namespace wk::apiserver {

namespace {

using namespace std::chrono_literals;

constexpr auto Scrape = 15s;    ///< the metrics server's --metric-resolution
constexpr double Period = 1200; ///< s, of a node's ups and downs

bool isReady(const Json &node)
{
    const Json &conditions = find(node, {"status", "conditions"});
    for (const Json &condition : conditions.is_array() ? conditions : Json::array()) {
        if (textOf(find(condition, "type")) == "Ready")
            return textOf(find(condition, "status")) == "True";
    }
    return false;
}

/// In [0, 1), the same for the same word.
double shareOf(const std::string &word)
{
    std::uint64_t hash = 14'695'981'039'346'656'037U; // FNV-1a: std::hash is another one elsewhere
    for (const char byte : word)
        hash = (hash ^ std::uint8_t(byte)) * 1'099'511'628'211U;
    return double((hash >> 11) % 10'000) / 10'000;
}

/// How much of a node is used: about its own mean, up and down, and never quite the same.
double usedPart(const std::string &node, const char *what, std::int64_t scrape)
{
    const double mean = 0.25 + 0.4 * shareOf(node + what);
    const double turn = double(scrape * Scrape.count()) / Period + shareOf(what + node);
    const double noise = shareOf(node + what + std::to_string(scrape)) - 0.5;
    return mean + 0.12 * std::sin(2 * std::numbers::pi * turn) + 0.04 * noise;
}

std::string used(const Json &node, const std::string &name, const char *what, std::int64_t scrape, double unit)
{
    const double all = readQuantity(textOf(find(node, {"status", "capacity", what}))).value_or(0);
    return std::to_string(std::llround(all * usedPart(name, what, scrape) / unit));
}

} // namespace

std::vector<Json> nodeMetrics(const Lister &stored, WallTime now)
{
    const std::int64_t scrape = now.time_since_epoch() / Scrape;
    const std::string time = formatTime(WallTime(scrape * Scrape));
    std::vector<Json> metrics;
    for (const ObjectPtr &object : stored.list("nodes").objects) {
        const Result<Json> node = parseDocument(object->json);
        if (!node || !isReady(*node))
            continue;
        Json metadata{{"name", object->name}, {"creationTimestamp", time}};
        if (const Json &labels = find(*node, {"metadata", "labels"}); labels.is_object())
            metadata["labels"] = labels;
        metrics.push_back(Json{{"metadata", std::move(metadata)},
                               {"timestamp", time},
                               {"window", "15s"},
                               {"usage",
                                {{"cpu", used(*node, object->name, "cpu", scrape, 1e-9) + "n"},
                                 {"memory", used(*node, object->name, "memory", scrape, 1024) + "Ki"}}}});
    }
    return metrics;
}

} // namespace wk::apiserver
