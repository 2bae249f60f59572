// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/cluster/kubeconfigset.h"

#include <QObject>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace wk {

/// A context that a session is open on, by where it stands: what it is called among the others may change.
struct ContextInUse {
    std::string file;
    std::string name; ///< as the file has it
    Impersonation as; ///< of the arguments
    /// Which files in unusual places may be read for it. Called in another thread.
    std::function<bool(const FileRequest &)> mayRead;
};

/// What the kubeconfigs say now.
struct KubeconfigNews {
    /// One that was in use, and is still there, and names no files that may not be read.
    struct InUse {
        ContextInUse context;
        Result<ClusterAccess> access;
    };
    std::shared_ptr<const KubeconfigSet> kubeconfigs;
    std::vector<InUse> inUse{};
};

/// Follows kubeconfigs as they change (KubeconfigWatch), in a thread of its own. Gui thread.
class KubeconfigFollower : public QObject
{
    Q_OBJECT

public:
    KubeconfigFollower();
    /// Returns when the thread has ended.
    ~KubeconfigFollower() override;

    /// These from now on; of those before nothing is told any more.
    void follow(const KubeconfigSources &sources);
    /// Of which the access is told, too, with the news.
    void setInUse(std::vector<ContextInUse> contexts);
    /// The newest since it was asked last; without kubeconfigs when there is none.
    KubeconfigNews takeNews();

Q_SIGNALS:
    /// There is news.
    void moved();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace wk
