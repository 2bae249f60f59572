// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/secret.h"
#include "core/cluster/clusteraccess.h"
#include "core/cluster/namedfiles.h"
#include "core/cluster/yamltree.h"

#include <map>
#include <optional>
#include <set>
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
};

/// What kubeconfigs that come from pipes have said, or why that could not be read, by the names that they were given: a
/// pipe is read once.
using HeldKubeconfigs = std::map<std::string, Result<Secret>>;

/// One or several kubeconfig files, merged by kubectl's rules: of entries of one name the first file's is taken whole,
/// current-context is the first that is set, relative paths belong to the file that has them. Any thread; a value that
/// holds credentials, so it must reach no log. What is wrong with an entry is said when the entry is used, and keeps no
/// other context from being used; kubectl refuses the whole file for some of it.
/// Source: k8s.io/client-go tools/clientcmd (loader.go, validation.go), compared with kubectl 1.32.
class Kubeconfig
{
public:
    /// Reads and merges; what is `held` is read no more. A missing file is passed over when another one is there, an
    /// empty name always. FileUnreadable for a file that cannot be read, ConfigBroken with "file:line: field" as its
    /// place for the rest.
    static Result<Kubeconfig> load(const std::vector<std::string> &files, const HeldKubeconfigs &held = {});

    /// In the files' order, without those that have no name to be chosen by.
    const std::vector<KubeContext> &contexts() const { return m_contexts; }
    /// Empty when no file sets one; may name a context that is not there.
    const std::string &currentContext() const { return m_currentContext; }
    /// The files that were read, absolute.
    const std::vector<std::string> &files() const { return m_files; }

    /// Everything needed to connect, with all files read but a token file. An empty name is the current context. What
    /// `instead` says of whom to act as takes the place of what the user's entry says.
    /// ConfigBroken or FileUnreadable; place is "file:line: field". Invalid, without a place, for another name than the
    /// current one that no context has: nothing is wrong with the file then.
    Result<ClusterAccess> resolve(std::string_view contextName, const Impersonation &instead = {}) const;
    /// The files in unusual places that the context names, for somebody to agree to before resolve() reads them: those
    /// of a certificate, a key or a token. None when there are none. An empty name is the current context.
    std::optional<FileRequest> unusualFiles(std::string_view contextName) const;
    /// The credential plugin that the context's user names, if it can be read. Looks at no other file.
    std::optional<ExecPlugin> pluginOf(const KubeContext &context) const;

private:
    struct Entry {
        std::string name;
        std::string file;
        YamlNode body;              ///< what stands under "cluster", "context" or "user"
        std::optional<Error> fault; ///< why the entry cannot be used, whatever its body holds
    };
    /// The entries of one list of all files.
    struct EntryList {
        const char *listKey;
        const char *bodyKey;
        std::vector<Entry> entries{};
        std::optional<Error> fault{}; ///< of the list itself, or of what stands in it without a name

        void add(const YamlNode &root, const std::string &file);
        const Entry *find(std::string_view name) const;
        FieldReader fieldsOf(const Entry &entry) const;
    };

    Result<> merge(const YamlNode &root, const std::string &file);
    void listContexts();
    Error unknownContext(std::string_view name) const;
    /// The entry that the context names under `key`; null, with the failure in `context`, when it cannot be used.
    static const Entry *named(std::string_view key, const EntryList &list, FieldReader &context);

    std::vector<std::string> m_files;
    std::set<std::string> m_held; ///< those of the files that are pipes
    std::vector<KubeContext> m_contexts;
    EntryList m_contextEntries{"contexts", "context"};
    EntryList m_clusters{"clusters", "cluster"};
    EntryList m_users{"users", "user"};
    std::string m_currentContext;
    std::optional<Error> m_currentFault; ///< why m_currentContext is not known
};

/// The files of the environment's KUBECONFIG, else ~/.kube/config; whether they exist is not looked at.
std::vector<std::string> defaultKubeconfigFiles();

} // namespace wk
