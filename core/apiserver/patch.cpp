// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/patch.h"

#include "core/apiserver/media.h"
#include "core/apiserver/requestreader.h"
#include "core/apiserver/strategicmerge.h"

#include <nlohmann/json.hpp>

namespace wk::apiserver {

namespace {

/// kube-apiserver's maxJSONPatchOperations.
constexpr size_t MaxOperations = 10'000;

Status doesNotFit()
{
    return {422, "Invalid", "the server rejected our request due to an error in our request"};
}

/// "copy" can double a document with every step, so its size is looked at while it grows.
Outcome<Json> applyOperations(Json document, const Json &operations)
{
    if (!operations.is_array())
        return badRequest("a JSON patch is an array of operations");
    if (operations.size() > MaxOperations)
        return requestTooLarge();
    for (const Json &operation : operations) {
        try {
            document.patch_inplace(Json::array({operation}));
        } catch (const Json::exception &) {
            return doesNotFit();
        }
        if (textOf(find(operation, {"op"})) == "copy" && encode(document).size() > RequestReader::BodyBytes)
            return requestTooLarge();
    }
    return document;
}

} // namespace

Outcome<Patch> Patch::parse(std::string_view contentType, std::string body)
{
    if (isMediaType(contentType, "application/merge-patch+json"))
        return Patch{Kind::Merge, std::move(body)};
    if (isMediaType(contentType, "application/json-patch+json"))
        return Patch{Kind::Operations, std::move(body)};
    if (isMediaType(contentType, "application/strategic-merge-patch+json"))
        return Patch{Kind::Strategic, std::move(body)};
    if (isMediaType(contentType, "application/apply-patch+yaml"))
        return Patch{Kind::Apply, std::move(body)};
    return unsupportedMediaType(
        "application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml, "
        "application/strategic-merge-patch+json");
}

Outcome<Json> applyPatch(const Json &document, const Patch &patch)
{
    const Result<Json> content = parseDocument(patch.body);
    if (!content)
        return badRequest("the patch is " + content.error().text);
    if (patch.kind == Patch::Kind::Operations)
        return applyOperations(document, *content);
    if (!content->is_object())
        return badRequest("a merge patch is an object");
    Json patched = document;
    if (patch.kind == Patch::Kind::Strategic)
        strategicMerge(patched, *content);
    else
        patched.merge_patch(*content);
    return patched;
}

} // namespace wk::apiserver
