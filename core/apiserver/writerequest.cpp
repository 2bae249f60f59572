// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/writerequest.h"

#include <nlohmann/json.hpp>

namespace wk::apiserver {

std::optional<Status> findMismatch(const WriteTarget &target, const Json &document)
{
    if (!document.is_object())
        return badRequest("the body is not an object");
    const std::string apiVersion = textOf(find(document, {"apiVersion"}));
    const std::string kind = textOf(find(document, {"kind"}));
    if (!apiVersion.empty() && apiVersion != target.type->apiVersion())
        return badRequest("the API version in the data (" + apiVersion + ") does not match the expected API version (" +
                          target.type->apiVersion() + ")");
    if (!kind.empty() && kind != target.type->kind)
        return badRequest("the kind in the data (" + kind + ") does not match the expected kind (" + target.type->kind +
                          ")");
    const std::string nameSpace = textOf(find(document, {"metadata", "namespace"}));
    if (!nameSpace.empty() && nameSpace != target.nameSpace)
        return badRequest("the namespace of the provided object does not match the namespace sent on the request");
    const std::string name = textOf(find(document, {"metadata", "name"}));
    if (!target.name.empty() && !name.empty() && name != target.name)
        return badRequest("the name of the object (" + name + ") does not match the name on the URL (" + target.name +
                          ")");
    return {};
}

} // namespace wk::apiserver
