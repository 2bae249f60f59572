// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/requestbody.h"

#include "core/apiserver/media.h"

namespace wk::apiserver {

namespace {

/// To read protobuf takes the schema of every type. kubectl 1.32 writes it wherever it knows the type itself, asks no
/// server whether it may, and tries nothing else after a 415; what it has read from files it sends as JSON.
constexpr std::string_view InsteadOfProtobuf =
    "protobuf is not offered: instead of \"kubectl create ...\", which sends it, do "
    "\"kubectl create ... --dry-run=client -o yaml | kubectl create -f -\"";

} // namespace

Outcome<Json> jsonBody(const Request &request)
{
    if (isMediaType(request.contentType, "application/vnd.kubernetes.protobuf"))
        return unsupportedMediaType("application/json", InsteadOfProtobuf);
    if (!request.contentType.empty() && !isMediaType(request.contentType, "application/json"))
        return unsupportedMediaType("application/json");
    Result<Json> body = parseDocument(request.body);
    if (!body)
        return badRequest("the body of the request is " + body.error().text);
    return *std::move(body);
}

} // namespace wk::apiserver
