// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

/// Numbers as servers print them and people write them. Any thread; pure. Empty for anything else.
namespace wk {

/// A number at the front of `text`, which is then cut off it.
std::optional<double> takeNumber(std::string_view &text);

/// "12", "250m", "1.5Gi", "80%". Source: k8s.io/apimachinery resource.Quantity.
std::optional<double> readQuantity(std::string_view text);

/// "3d4h", "5m", "90s", "40ms": in seconds. Source: k8s.io/apimachinery duration.HumanDuration.
std::optional<double> readDuration(std::string_view text);

/// The last unit of a duration that readDuration() reads, in seconds: of "5m30s" 1.
double lastUnit(std::string_view duration);

} // namespace wk
