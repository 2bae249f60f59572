// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/status.h"

#include "core/apiserver/document.h"
#include "core/apiserver/resourcetype.h"

#include <nlohmann/json.hpp>

namespace wk::apiserver {

namespace {

/// "pods" or "widgets.example.com".
std::string qualified(const ResourceType &type)
{
    return type.group.empty() ? type.plural : type.plural + "." + type.group;
}

Json detailsOf(const ResourceType &type, const std::string &name, const std::string &kind)
{
    Json details = Json::object();
    if (!name.empty())
        details["name"] = name;
    if (!type.group.empty())
        details["group"] = type.group;
    details["kind"] = kind;
    return details;
}

Json causesOf(const std::vector<Cause> &causes)
{
    Json list = Json::array();
    for (const Cause &cause : causes) {
        Json entry = Json::object();
        if (!cause.reason.empty())
            entry["reason"] = cause.reason;
        entry["message"] = cause.message;
        if (!cause.field.empty())
            entry["field"] = cause.field;
        list.push_back(std::move(entry));
    }
    return list;
}

/// "a: why", or "[a: why, b: why]".
std::string sentence(const std::vector<Cause> &causes)
{
    std::string text;
    for (const Cause &cause : causes)
        text += (text.empty() ? "" : ", ") + cause.field + ": " + cause.message;
    return causes.size() == 1 ? text : "[" + text + "]";
}

ErrorKind kindOf(const Status &status)
{
    switch (status.code) {
    case 401: return ErrorKind::Unauthorized;
    case 403: return ErrorKind::Forbidden;
    case 404: return ErrorKind::NotFound;
    case 406: return ErrorKind::NotAcceptable;
    case 409: return ErrorKind::Conflict;
    case 410: return ErrorKind::Expired;
    case 413: return ErrorKind::TooLarge;
    case 504: return ErrorKind::VersionTooLarge;
    default: return status.code < 500 ? ErrorKind::Invalid : ErrorKind::ServerError;
    }
}

} // namespace

std::string Status::json() const
{
    std::string metadata = R"("metadata":{})";
    std::string extra = details;
    // An expired page carries its token in the metadata, not in the details.
    if (extra.starts_with(R"({"continue":)")) {
        metadata = R"("metadata":)" + extra;
        extra.clear();
    }
    std::string text =
        R"({"kind":"Status","apiVersion":"v1",)" + metadata + R"(,"status":"Failure","message":)" + jsonString(message);
    if (!reason.empty())
        text += R"(,"reason":)" + jsonString(reason);
    if (!extra.empty())
        text += R"(,"details":)" + extra;
    return text + R"(,"code":)" + std::to_string(code) + "}";
}

Error Status::toError() const
{
    return Error{.kind = kindOf(*this),
                 .text = message,
                 .httpStatus = code,
                 .retryAfter = std::chrono::seconds(retryAfterSeconds)};
}

Status badRequest(std::string message)
{
    return {400, "BadRequest", std::move(message)};
}

Status internalError(std::string message)
{
    return {500, "", std::move(message)};
}

Status unavailable(std::string message)
{
    return {503, "ServiceUnavailable", std::move(message)};
}

Status timedOut(std::string message)
{
    return {504, "Timeout", std::move(message)};
}

Status notFound(const ResourceType &type, const std::string &name)
{
    return {404, "NotFound", qualified(type) + " \"" + name + "\" not found",
            encode(detailsOf(type, name, type.plural))};
}

Status noSuchResource()
{
    return {404, "NotFound", "the server could not find the requested resource", "{}"};
}

Status alreadyExists(const ResourceType &type, const std::string &name)
{
    return {409, "AlreadyExists", qualified(type) + " \"" + name + "\" already exists",
            encode(detailsOf(type, name, type.plural))};
}

Status conflict(const ResourceType &type, const std::string &name, std::string_view why)
{
    return {409, "Conflict",
            "Operation cannot be fulfilled on " + qualified(type) + " \"" + name + "\": " + std::string(why),
            encode(detailsOf(type, name, type.plural))};
}

Status applyConflicts(const ResourceType &type, const std::string &name, std::string message,
                      const std::vector<Cause> &causes)
{
    Json details = detailsOf(type, name, type.plural);
    details["causes"] = causesOf(causes);
    return {409, "Conflict", std::move(message), encode(details)};
}

Status staleVersion(const ResourceType &type, const std::string &name)
{
    return conflict(type, name,
                    "the object has been modified; please apply your changes to the latest version and try again");
}

Status invalid(const ResourceType &type, const std::string &name, std::vector<Cause> causes)
{
    Json details = detailsOf(type, name, type.kind);
    details["causes"] = causesOf(causes);
    const std::string kind = type.group.empty() ? type.kind : type.kind + "." + type.group;
    return {422, "Invalid", kind + " \"" + name + "\" is invalid: " + sentence(causes), encode(details)};
}

Status invalidOptions(std::vector<Cause> causes)
{
    const Json details{{"group", "meta.k8s.io"}, {"kind", "ListOptions"}, {"causes", causesOf(causes)}};
    return {422, "Invalid", "ListOptions.meta.k8s.io \"\" is invalid: " + sentence(causes), encode(details)};
}

Status forbidden(const ResourceType &type, const std::string &name, std::string_view why)
{
    const std::string what = name.empty() ? qualified(type) : qualified(type) + " \"" + name + "\"";
    return {403, "Forbidden", what + " is forbidden: " + std::string(why), encode(detailsOf(type, name, type.plural))};
}

Status unauthorized()
{
    return {401, "Unauthorized", "Unauthorized"};
}

Status methodNotAllowed()
{
    return {405, "MethodNotAllowed", "the server does not allow this method on the requested resource", "{}"};
}

Status watchNotSupported(const ResourceType &type)
{
    return {405, "MethodNotAllowed", "watch is not supported on resources of kind \"" + qualified(type) + "\"",
            encode(detailsOf(type, {}, type.plural))};
}

Status notAcceptable()
{
    return {406, "NotAcceptable", "only the following media types are accepted: application/json"};
}

Status unsupportedMediaType(std::string_view accepted, std::string_view advice)
{
    return {415, "UnsupportedMediaType",
            "the body of the request was in an unknown format - accepted media types include: " +
                std::string(accepted) + (advice.empty() ? "" : "; " + std::string(advice))};
}

Status requestTooLarge(std::string_view why)
{
    return {413, "RequestEntityTooLarge", "Request entity too large: " + std::string(why)};
}

Status versionTooLarge(unsigned long long wanted, unsigned long long current)
{
    return {504, "Timeout",
            "Timeout: Too large resource version: " + std::to_string(wanted) + ", current: " + std::to_string(current),
            R"({"causes":[{"reason":"ResourceVersionTooLarge","message":"Too large resource version"}],)"
            R"("retryAfterSeconds":1})",
            1};
}

Status expiredWatch(unsigned long long wanted, unsigned long long oldest)
{
    return {410, "Expired",
            "too old resource version: " + std::to_string(wanted) + " (" + std::to_string(oldest) + ")"};
}

Status expiredList()
{
    return {410, "Expired", "The resourceVersion for the provided list is too old."};
}

Status expiredPage(const std::string &continuation)
{
    return {410, "Expired",
            "The provided continue parameter is too old to display a consistent list result. You can start a new "
            "list "
            "without the continue parameter, or use the continue token in this response to retrieve the "
            "remainder of "
            "the results. Continuing with the provided token results in an inconsistent list - objects that were "
            "created, modified, or deleted between the time the first chunk was returned and now may show up in "
            "the "
            "list.",
            encode(Json{{"continue", continuation}})};
}

} // namespace wk::apiserver
