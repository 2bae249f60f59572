// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/components/controller.h"

#include <string>

namespace wk::demo {

/// Renews a Lease, once its process has seen the cluster: a kubelet's sign of life, or the lock of who leads.
/// One thread. Source: client-go tools/leaderelection (every 2 s), k8s.io/kubernetes pkg/kubelet nodeLease
/// (every 10 s of 40 s).
class Heartbeat
{
public:
    Heartbeat(const Outfit &outfit, std::string nameSpace, std::string name, std::chrono::milliseconds period);

    void start();
    /// No sign of life for a while.
    void pause(std::chrono::milliseconds time);

private:
    void beat();
    void plan(std::chrono::milliseconds delay);

    const ApiWriter m_writer;
    Clock &m_clock;
    const Informers &m_informers;
    const std::string m_nameSpace;
    const std::string m_name;
    const std::chrono::milliseconds m_period;
    Random m_random;
    Clock::Alarm m_alarm;
};

} // namespace wk::demo
