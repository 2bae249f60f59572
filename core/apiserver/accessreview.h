// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/request.h"

#include <optional>
#include <string>
#include <vector>

namespace wk::apiserver {

/// Answers who asks what they may do (`kubectl auth can-i`): whoever has the writing token may do all, others may read.
/// Empty when the request is about something else. Source: authorization.k8s.io/v1, SelfSubjectAccessReview and
/// SelfSubjectRulesReview. Any thread.
std::optional<Reply> accessReply(const Request &request, const std::vector<std::string> &segments, bool canWrite);

} // namespace wk::apiserver
