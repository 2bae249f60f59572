// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/requestbody.h"

#include "core/apiserver/media.h"
#include "core/apiserver/protobufbody.h"

namespace wk::apiserver {

Outcome<Json> jsonBody(const Request &request)
{
    if (isMediaType(request.contentType, "application/vnd.kubernetes.protobuf"))
        return protobufBody(request.body);
    if (!request.contentType.empty() && !isMediaType(request.contentType, "application/json"))
        return unsupportedMediaType("application/json");
    Result<Json> body = parseDocument(request.body);
    if (!body)
        return badRequest("the body of the request is " + body.error().text);
    return *std::move(body);
}

} // namespace wk::apiserver
