// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/apiwriter.h"

#include "core/apiserver/apiserver.h"
#include "core/apiserver/registry.h"
#include "core/apiserver/resourcetable.h"

#include <nlohmann/json.hpp>

namespace wk {

using namespace apiserver;

namespace {

Result<ObjectPtr> asResult(const Outcome<ObjectPtr> &outcome)
{
    if (!outcome)
        return outcome.status().toError();
    return *outcome;
}

} // namespace

ApiWriter::ApiWriter(ApiServer &server, std::string component)
    : m_registry(server.registry())
    , m_types(server.types())
    , m_mode{std::move(component)}
{}

Result<WriteTarget> ApiWriter::target(const Name &name, const std::string &subresource) const
{
    const TypePtr type = m_types.findResource(name.resource);
    if (!type)
        return Error{.kind = ErrorKind::NotFound, .text = "no such resource: " + name.resource, .httpStatus = 404};
    return WriteTarget{type, name.nameSpace, name.name, subresource};
}

Result<ObjectPtr> ApiWriter::create(const std::string &resource, const std::string &nameSpace, Json document) const
{
    const auto where = target({resource, nameSpace});
    return where ? asResult(m_registry.create(*where, std::move(document), m_mode)) : where.error();
}

Result<ObjectPtr> ApiWriter::update(const Name &name, const Json &document, const std::string &subresource) const
{
    const auto where = target(name, subresource);
    return where ? asResult(m_registry.update(*where, document, m_mode)) : where.error();
}

Result<ObjectPtr> ApiWriter::mergePatch(const Name &name, const Json &patch, const std::string &subresource) const
{
    const auto where = target(name, subresource);
    return where ? asResult(m_registry.patch(*where, {Patch::Kind::Merge, encode(patch)}, m_mode)) : where.error();
}

Result<ObjectPtr> ApiWriter::edit(const Name &name, const std::function<void(Json &)> &change,
                                  const std::string &subresource) const
{
    const auto where = target(name, subresource);
    if (!where)
        return where.error();
    const auto edit = [&](Json current) -> Outcome<Json> {
        change(current);
        return current;
    };
    return asResult(m_registry.edit(*where, edit, m_mode));
}

Result<ObjectPtr> ApiWriter::remove(const Name &name, const DeleteOptions &options) const
{
    const auto where = target(name);
    return where ? asResult(m_registry.remove(*where, options, m_mode)) : where.error();
}

Result<ObjectPtr> ApiWriter::bind(const std::string &nameSpace, const std::string &pod, const std::string &node) const
{
    const auto where = target({"pods", nameSpace, pod});
    return where ? asResult(m_registry.bind(*where, node, m_mode)) : where.error();
}

Result<ObjectPtr> ApiWriter::seed(const std::string &resource, Json document) const
{
    const auto where = target({resource});
    return where ? asResult(m_registry.seed(where->type, std::move(document))) : where.error();
}

} // namespace wk
