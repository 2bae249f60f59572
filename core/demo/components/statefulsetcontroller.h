// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/components/controller.h"

namespace wk::demo {

/// Keeps StatefulSets and their pods as syncStatefulSet() says. One thread.
class StatefulSetController : public Controller
{
public:
    explicit StatefulSetController(const Outfit &outfit);

private:
    Plan plan(const std::string &key) override;

    SharedInformer &m_sets;
    SharedInformer &m_pods;
};

} // namespace wk::demo
