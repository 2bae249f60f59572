// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"
#include "core/base/result.h"
#include "core/cluster/clusteraccess.h"
#include "core/cluster/etcd/etcdaccess.h"
#include "core/cluster/execrequest.h"
#include "core/cluster/kubeconfigset.h"
#include "core/cluster/namedfiles.h"
#include "core/demo/democluster.h"
#include "core/session/backend.h"

#include <QStringList>

#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace wk {

class Kubeconfig;

/// What the window's cluster button offers: the contexts of the kubeconfig, the etcd clusters that were named, and the
/// embedded demo. Gui thread.
class ClusterMenu
{
public:
    explicit ClusterMenu(ClusterArguments arguments);

    /// This kubeconfig, or this folder of them, from now on.
    void useFile(const QString &path);
    /// What is read of them, and as whom what they say is asked where the arguments say so.
    KubeconfigSources sources() const;
    const Impersonation &actsAs() const { return m_arguments.as; }
    /// Which files in unusual places may be read for a context that is open, by what has been agreed to until now; for
    /// any thread.
    std::function<bool(const FileRequest &)> fileRule(const QString &name) const;
    /// What they say by now; somebody else has read it.
    void use(std::shared_ptr<const KubeconfigSet> kubeconfigs);
    /// Another etcd cluster, and what it is called.
    QString useEtcd(EtcdAccess access);
    /// A recording of that path, and what it is called.
    QString useRecording(const QString &path);
    /// Empty for what is none.
    QString recording(const QString &name) const;
    /// The contexts, then the etcd clusters, then the recordings, then the demo.
    QStringList names() const;
    /// The kubeconfig's alone.
    QStringList contexts() const;
    /// Where to begin: with the clusters that the arguments name, else the kubeconfig's current context, else the demo.
    QStringList first() const;
    /// What is shown where these are asked for: without a name, or with an empty one, what there is to begin with. A
    /// recording has a time of its own, and is shown by itself.
    QStringList together(const QStringList &names) const;
    /// How to reach it, as far as its files said when they were read last; nothing is started. ConsentNeeded where
    /// those that it names are refusedFiles().
    Result<ClusterAccess> describe(const QString &name) const;
    /// How to reach it, as its files say now; the demo is started when it is chosen the first time.
    Result<ClusterAccess> choose(const QString &name);
    /// Says which files in unusual places may be read; without it, only what the arguments allow.
    void setFileConsent(std::function<bool(const FileRequest &)> consent) { m_mayRead = std::move(consent); }
    /// Those of a context that may not be read; none when it may be resolved.
    std::optional<FileRequest> refusedFiles(const QString &name) const;
    /// What each of names() is remembered by: another kubeconfig may have a context of the same name.
    std::map<QString, QString> keys() const;
    /// What asks the one that is called so.
    BackendFactory backend(const QString &name, const ClusterAccess &access, PluginRules rules) const;
    /// How many pods the demo is to have in a process of its own; 0 when it is the usual one, and when it runs already.
    int pendingDemoPods() const { return m_demoAccess ? 0 : m_arguments.demoPods; }
    /// It runs.
    void useDemo(const ClusterAccess &access) { m_demoAccess = access; }
    /// What the demo is called: "demo", unless a context is.
    QString demoName() const;

private:
    QString firstAlone() const;
    /// As they were read last; null where they never could be.
    const KubeconfigSet *kubeconfigs() const;
    /// What was known before stays known where they cannot be read.
    Result<> readKubeconfigs() const;
    Result<ClusterAccess> startDemo();
    /// Of the etcd cluster that the arguments name; empty where they name none.
    QString argumentsEtcd() const;

    ClusterArguments m_arguments;
    std::function<bool(const FileRequest &)> m_mayRead;
    mutable std::shared_ptr<const KubeconfigSet> m_kubeconfigs; ///< read when they are asked for first
    mutable bool m_isRead = false;
    std::map<QString, EtcdAccess> m_etcds;
    std::map<QString, QString> m_recordings; ///< their paths
    std::optional<ClusterAccess> m_demoAccess;
    std::unique_ptr<DemoCluster> m_demo;
};

} // namespace wk
