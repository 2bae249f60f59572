// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/components/controller.h"

namespace wk::demo {

/// Keeps the EndpointSlices of Services as syncEndpoints() says. One thread.
class EndpointController : public Controller
{
public:
    explicit EndpointController(const Outfit &outfit);

private:
    Plan plan(const std::string &key) override;
    KeysOf selectingServices();
    KeysOf serviceOfSlice();

    const Json &selectorOf(const ObjectPtr &service);

    SharedInformer &m_services;
    SharedInformer &m_pods;
    SharedInformer &m_slices;
    std::map<std::string, std::pair<std::string, Json>> m_selectors; ///< with the version they were read from
};

} // namespace wk::demo
