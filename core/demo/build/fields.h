// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/document.h"
#include "core/base/time.h"

#include <chrono>
#include <string>
#include <string_view>

/// The small parts that every Kubernetes object is made of. Any thread.
namespace wk::demo {

using apiserver::Json;

/// The reference by which `owner` controls an object; it has its kind, apiVersion, name and uid.
Json ownerReference(const Json &owner);

/// Sets status.conditions[type]; lastTransitionTime moves only when the status does. True when anything
/// changed.
struct Condition {
    std::string type;
    std::string status; ///< "True", "False", "Unknown"
    std::string reason{};
    std::string message{};
};

bool setCondition(Json &status, const Condition &condition, WallTime now);
/// The condition of a type; null when there is none.
const Json &findCondition(const Json &status, std::string_view type);
bool isConditionTrue(const Json &status, std::string_view type);

/// A count that is left out when it is zero, as Go's omitempty does.
void setCount(Json &status, const char *key, std::int64_t count);

/// metav1.Time of a field; empty when it is missing or broken.
std::optional<WallTime> timeOf(const Json &value);
/// metav1.Time.
Json timeJson(WallTime time);

std::string nameOf(const Json &object);
std::string nameSpaceOf(const Json &object);
std::string uidOf(const Json &object);
std::string versionOf(const Json &object);
bool isBeingDeleted(const Json &object);
/// The uid of the ownerReference that controls the object; empty when nothing does.
std::string controllerUid(const Json &object);

/// Whether two documents say the same, whatever the order of their keys.
bool isSame(const Json &a, const Json &b);

/// "250m" is 0.25, "1" is 1; "128Mi" is bytes. 0 for what is no quantity. Source: apimachinery
/// resource.Quantity.
double quantityOf(const Json &value);

/// An IntOrString of a number of pods: "25%" of `total`, rounded up or down. Source:
/// intstr.GetScaledValueFromIntOrPercent.
int scaledValue(const Json &value, int total, bool roundUp);

} // namespace wk::demo
