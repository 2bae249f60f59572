// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/components/controller.h"

namespace wk::demo {

/// Keeps DaemonSets and their pods as syncDaemonSet() says. One thread.
class DaemonSetController : public Controller
{
public:
    explicit DaemonSetController(const Outfit &outfit);

private:
    Plan plan(const std::string &key) override;
    KeysOf everySet();

    SharedInformer &m_sets;
    SharedInformer &m_pods;
    SharedInformer &m_nodes;
};

} // namespace wk::demo
