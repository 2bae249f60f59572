// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/plainbody.h"
#include "tests/ui/support/sampledata.h"

#include <string>

namespace wk::sample {

/// A pod whose kubelet wrote its status last at a second; `more` stands in metadata.
inline ObjectPtr kubeletRevision(int version, int restarts, int second, const std::string &more = {})
{
    Object made = pod({.name = "web-1"}, version);
    made.body = plainBody(
        "{'kind':'Pod','metadata':{'name':'web-1','resourceVersion':'" + std::to_string(version) + "'" + more +
        ",'managedFields':[{'manager':'kubelet','operation':'Update','time':'" +
        "2026-11-21T10:41:" + std::to_string(second) +
        "Z','fieldsV1':{'f:status':{'f:restarts':{}}}}]},'status':{'restarts':" + std::to_string(restarts) + "}}");
    made.managers = {{"kubelet", "Update", "", Now + std::chrono::seconds(second), std::uint32_t(second)}};
    return shared(std::move(made));
}

} // namespace wk::sample
