// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/accessreview.h"

#include "core/apiserver/document.h"
#include "core/apiserver/listhandler.h"
#include "core/apiserver/requestbody.h"
#include "core/apiserver/status.h"

#include <nlohmann/json.hpp>

namespace wk::apiserver {

namespace {

constexpr const char *GroupVersion = "authorization.k8s.io/v1";

Reply review(const char *kind, Json spec, Json status)
{
    const Json document{{"kind", kind},
                        {"apiVersion", GroupVersion},
                        {"metadata", Json::object()},
                        {"spec", std::move(spec)},
                        {"status", std::move(status)}};
    return {.status = 201, .body = encode(document) + "\n"};
}

bool isReading(const std::string &verb)
{
    return verb == "get" || verb == "list" || verb == "watch";
}

/// One question. Of who may do all it need not be read, and kubectl asks it in protobuf.
Reply mayOne(const Request &request, bool canWrite)
{
    constexpr const char *Kind = "SelfSubjectAccessReview";
    if (canWrite)
        return review(Kind, Json::object(), {{"allowed", true}});
    const Outcome<Json> asked = jsonBody(request);
    if (!asked)
        return refusal(asked.status());
    const Json &spec = find(*asked, {"spec"});
    const bool isAllowed = isReading(textOf(find(spec, {"resourceAttributes", "verb"}))) ||
                           isReading(textOf(find(spec, {"nonResourceAttributes", "verb"})));
    return review(Kind, spec, {{"allowed", isAllowed}});
}

/// All that may be done, wherever it is.
Reply mayAll(bool canWrite)
{
    const Json verbs = canWrite ? Json{"*"} : Json{"get", "list", "watch"};
    const Json rule{{"verbs", verbs}, {"apiGroups", {"*"}}, {"resources", {"*"}}};
    const Json path{{"verbs", {"get"}}, {"nonResourceURLs", {"*"}}};
    return review(
        "SelfSubjectRulesReview", Json::object(),
        {{"resourceRules", Json::array({rule})}, {"nonResourceRules", Json::array({path})}, {"incomplete", false}});
}

} // namespace

std::optional<Reply> accessReply(const Request &request, const std::vector<std::string> &segments, bool canWrite)
{
    if (request.method != "POST" || segments.size() != 4 || segments[0] != "apis" ||
        segments[1] + "/" + segments[2] != GroupVersion)
        return {};
    if (segments[3] == "selfsubjectaccessreviews")
        return mayOne(request, canWrite);
    if (segments[3] == "selfsubjectrulesreviews")
        return mayAll(canWrite);
    return {};
}

} // namespace wk::apiserver
