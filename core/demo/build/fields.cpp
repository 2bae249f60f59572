// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/build/fields.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace wk::demo {

using apiserver::find;
using apiserver::isTrue;
using apiserver::numberOf;
using apiserver::textOf;

namespace {

const Json Null;

struct Suffix {
    std::string_view text;
    double factor;
};

constexpr Suffix Suffixes[]{{"Ki", 1024.0},
                            {"Mi", 1024.0 * 1024},
                            {"Gi", 1024.0 * 1024 * 1024},
                            {"Ti", 1024.0 * 1024 * 1024 * 1024},
                            {"m", 1e-3},
                            {"k", 1e3},
                            {"M", 1e6},
                            {"G", 1e9},
                            {"", 1}};

} // namespace

Json ownerReference(const Json &owner)
{
    return Json{{"apiVersion", textOf(find(owner, "apiVersion"))},
                {"kind", textOf(find(owner, "kind"))},
                {"name", nameOf(owner)},
                {"uid", uidOf(owner)},
                {"controller", true},
                {"blockOwnerDeletion", true}};
}

bool setCondition(Json &status, const Condition &condition, WallTime now)
{
    Json &conditions = status["conditions"];
    if (!conditions.is_array())
        conditions = Json::array();
    Json next{{"type", condition.type}, {"status", condition.status}, {"lastTransitionTime", timeJson(now)}};
    if (!condition.reason.empty())
        next["reason"] = condition.reason;
    if (!condition.message.empty())
        next["message"] = condition.message;
    for (Json &held : conditions) {
        if (textOf(find(held, "type")) != condition.type)
            continue;
        for (const char *kept : {"lastProbeTime", "lastUpdateTime", "lastHeartbeatTime"}) {
            if (held.contains(kept))
                next[kept] = held[kept];
        }
        if (textOf(find(held, "status")) == condition.status)
            next["lastTransitionTime"] = held.value("lastTransitionTime", next["lastTransitionTime"]);
        const bool changed = !isSame(held, next);
        held = std::move(next);
        return changed;
    }
    conditions.push_back(std::move(next));
    return true;
}

const Json &findCondition(const Json &status, std::string_view type)
{
    const Json &conditions = find(status, "conditions");
    if (!conditions.is_array())
        return Null;
    for (const Json &condition : conditions) {
        if (textOf(find(condition, "type")) == type)
            return condition;
    }
    return Null;
}

bool isConditionTrue(const Json &status, std::string_view type)
{
    return textOf(find(findCondition(status, type), "status")) == "True";
}

void setCount(Json &status, const char *key, std::int64_t count)
{
    if (count != 0)
        status[key] = count;
    else
        status.erase(key);
}

std::optional<WallTime> timeOf(const Json &value)
{
    return parseTime(textOf(value));
}

Json timeJson(WallTime time)
{
    return formatTime(time);
}

std::string nameOf(const Json &object)
{
    return textOf(find(object, {"metadata", "name"}));
}

std::string nameSpaceOf(const Json &object)
{
    return textOf(find(object, {"metadata", "namespace"}));
}

std::string uidOf(const Json &object)
{
    return textOf(find(object, {"metadata", "uid"}));
}

std::string versionOf(const Json &object)
{
    return textOf(find(object, {"metadata", "resourceVersion"}));
}

bool isBeingDeleted(const Json &object)
{
    return !find(object, {"metadata", "deletionTimestamp"}).is_null();
}

std::string controllerUid(const Json &object)
{
    const Json &owners = find(object, {"metadata", "ownerReferences"});
    if (!owners.is_array())
        return {};
    for (const Json &owner : owners) {
        if (isTrue(find(owner, "controller")))
            return textOf(find(owner, "uid"));
    }
    return {};
}

bool isSame(const Json &a, const Json &b)
{
    return nlohmann::json(a) == nlohmann::json(b);
}

double quantityOf(const Json &value)
{
    if (value.is_number())
        return value.get<double>();
    const std::string text = textOf(value);
    double number = 0;
    const char *textEnd = text.data() + text.size();
    const auto [end, failure] = std::from_chars(text.data(), textEnd, number);
    if (failure != std::errc())
        return 0;
    const std::string_view rest(end, static_cast<std::size_t>(textEnd - end));
    for (const Suffix &suffix : Suffixes) {
        if (rest == suffix.text)
            return number * suffix.factor;
    }
    return 0;
}

int scaledValue(const Json &value, int total, bool roundUp)
{
    if (value.is_number_integer())
        return static_cast<int>(std::clamp<std::int64_t>(numberOf(value), 0, 1'000'000));
    const std::string text = textOf(value);
    int percent = 0;
    std::from_chars(text.data(), text.data() + text.size(), percent);
    const double exact = static_cast<double>(percent) * total / 100.0;
    return static_cast<int>(roundUp ? std::ceil(exact) : std::floor(exact));
}

} // namespace wk::demo
