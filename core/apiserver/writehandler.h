// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/registry.h"
#include "core/apiserver/request.h"
#include "core/apiserver/view.h"

namespace wk::apiserver {

struct Target;

/// Turns the writing requests of HTTP into calls of the registry, and what comes back into answers. Any
/// thread.
class WriteHandler
{
public:
    WriteHandler(Registry &registry, const Lister &lister, const Clock &clock)
        : m_registry(registry)
        , m_lister(lister)
        , m_clock(clock)
    {}

    Reply handle(const Target &target, const Request &request, const View &view);
    /// The scale subresource, read.
    Reply scale(const Target &target) const;

private:
    Reply create(const WriteTarget &target, const Request &request, const View &view);
    Reply bind(const WriteTarget &target, const Request &request);
    Reply replace(const WriteTarget &target, const Request &request, const View &view);
    Reply apply(const WriteTarget &target, const Patch &patch, const Request &request, const View &view);
    Reply patch(const WriteTarget &target, const Request &request, const View &view);
    Reply remove(const WriteTarget &target, const Request &request, const View &view);
    Reply removeAll(const Target &target, const Request &request);
    Reply answer(const Outcome<ObjectPtr> &result, const WriteTarget &target, const View &view, int status) const;

    Registry &m_registry;
    const Lister &m_lister;
    const Clock &m_clock;
};

} // namespace wk::apiserver
