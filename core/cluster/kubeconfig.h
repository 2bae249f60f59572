// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/cluster/clusteraccess.h"
#include "core/cluster/yamltree.h"

#include <string>
#include <string_view>
#include <vector>

namespace wk {

class FieldReader;

/// A context as it is written: whether its cluster and user exist only resolve() says.
struct KubeContext {
    std::string name;
    std::string cluster;
    std::string user;
    std::string ns;
    std::string file; ///< absolute path of the kubeconfig that holds it
    int line = 0;
};

/// One or several kubeconfig files, merged by kubectl's rules: of entries of one name the first file's is taken whole,
/// current-context is the first that is set, relative paths belong to the file that has them. Any thread; a value that
/// holds credentials, so it must reach no log. One broken user keeps no other context from being used.
/// Source: k8s.io/client-go tools/clientcmd (loader.go, validation.go), compared with kubectl 1.32.
class Kubeconfig
{
public:
    /// Reads and merges. A missing file is passed over when another one is there, an empty name always.
    /// FileUnreadable for a file that cannot be read, ConfigBroken with "file:line: field" as its place for the rest.
    static Result<Kubeconfig> load(const std::vector<std::string> &files);

    /// In the files' order.
    const std::vector<KubeContext> &contexts() const { return m_contexts; }
    /// Empty when no file sets one; may name a context that is not there.
    const std::string &currentContext() const { return m_currentContext; }
    /// The files that were read, absolute.
    const std::vector<std::string> &files() const { return m_files; }

    /// Everything needed to connect, with all files read but a token file. An empty name is the current context.
    /// ConfigBroken or FileUnreadable; place is "file:line: field".
    Result<ClusterAccess> resolve(std::string_view contextName) const;

private:
    struct Entry {
        std::string name;
        std::string file;
        YamlNode body; ///< what stands under "cluster", "context" or "user"
    };

    static FieldReader fieldsOf(const Entry &entry, const char *listKey, const char *bodyKey);
    Result<> merge(const YamlNode &root, const std::string &file);
    Error unknownContext(std::string_view name) const;

    std::vector<std::string> m_files;
    std::vector<KubeContext> m_contexts;
    std::vector<Entry> m_contextEntries; ///< as m_contexts
    std::vector<Entry> m_clusters;
    std::vector<Entry> m_users;
    std::string m_currentContext;
};

/// The files of the environment's KUBECONFIG, else ~/.kube/config; whether they exist is not looked at.
std::vector<std::string> defaultKubeconfigFiles();

} // namespace wk
