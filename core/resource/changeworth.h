// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/changes.h"

#include <simdjson.h>

#include <string_view>

/// For .cpp files only: simdjson's header costs a second to compile.
namespace wk {

/// By where a change is, as in FieldChange::path. Heartbeats are values replaced, never added or removed: renewTime of
/// a Lease (spec.renewTime), lastHeartbeatTime and lastProbeTime of conditions. Any thread. Sources:
/// coordination.k8s.io/v1 LeaseSpec, core/v1 NodeCondition and PodCondition.
ChangeWorth worthOf(std::string_view path, FieldChange::Kind kind);

/// The same with a look at the values: a leader election's record in an annotation is a heartbeat while nothing but
/// its renewTime differs. Source: client-go, resourcelock.LeaderElectionRecordAnnotationKey.
ChangeWorth worthOf(std::string_view path, const simdjson::dom::element &before, const simdjson::dom::element &after);
ChangeWorth worthOfTexts(std::string_view path, std::string_view before, std::string_view after);

} // namespace wk
