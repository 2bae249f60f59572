// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/cluster/kubeconfigset.h"

#include <QFileSystemWatcher>
#include <QObject>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace wk {

/// Reads kubeconfigs again when they change: what the system tells of, at once; what it does not (network file systems,
/// links that lead elsewhere), each five seconds. Files are taken once they have rested, and where they can be read:
/// one that is being written, cut off or broken leaves what was known as it is. A thread with an event loop that may
/// wait for a disk, so not the gui's.
class KubeconfigWatch : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds Rest{300};
    static constexpr std::chrono::seconds Period{5};
    using Told = std::function<void(std::shared_ptr<const KubeconfigSet>)>;

    /// `told` hears what the kubeconfigs say, soon for the first time, and whenever that may be other than before.
    KubeconfigWatch(KubeconfigSources sources, Clock &clock, Told told);

private:
    /// Of a file or folder: what of it changes with its content; empty for what is not there.
    using Stamps = std::map<std::string, std::vector<long long>>;

    void look();
    void lookIn(std::chrono::milliseconds pause);
    void read();
    Stamps stampsNow() const;
    void listen(const Stamps &stamps);

    KubeconfigSources m_sources;
    Clock &m_clock;
    Told m_told;
    QFileSystemWatcher m_system;
    Stamps m_taken; ///< of what was read last
    Stamps m_seen;  ///< at the last look
    Clock::Alarm m_next;
    bool m_isSoon = false; ///< … look: what moves all the time is looked at all the same
};

} // namespace wk
