// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/kubeconfig.h"

#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// Where kubeconfigs are: files, folders of them, and pipes, of which what they have said is held beside.
struct KubeconfigSources {
    std::vector<std::string> names;
    HeldKubeconfigs held{};
};

/// A context that can be chosen.
struct OfferedContext {
    std::string name;     ///< no other one's: that of the file, with the file's behind it where several have it
    std::string ownName;  ///< as its file has it
    std::string file;     ///< that has it, absolute
    std::size_t part = 0; ///< of the set: which kubeconfig it is looked up in
};

/// All kubeconfigs of a run. The files that are named one by one are one kubeconfig, merged as kubectl does; of a
/// folder each file is one by itself, so that nothing of one is looked up in another. Any thread; a value that holds
/// credentials. Folders are not gone down into; of what lies in them whatever is no kubeconfig is passed over.
class KubeconfigSet
{
public:
    /// Errors as Kubeconfig::load() has them for what is named itself; FileUnreadable, with the folder as its place,
    /// for folders without a kubeconfig.
    static Result<KubeconfigSet> load(const KubeconfigSources &sources);

    /// Those of the files that are named, then those of the folders, by the files' names.
    const std::vector<OfferedContext> &contexts() const { return m_contexts; }
    /// As it is offered: that of the files that are named; in folders that of the file "config", else of the first file
    /// that sets one and has it. Empty when none does; may name a context that is not there.
    std::string currentContext() const;
    /// As Kubeconfig::resolve(), by the name that is offered. Invalid for a name that several files have.
    Result<ClusterAccess> resolve(std::string_view name, const Impersonation &instead = {}) const;

    /// As Kubeconfig::unusualFiles(), by the name that is offered.
    std::optional<FileRequest> unusualFiles(std::string_view name) const;
    /// As Kubeconfig::pluginOf().
    std::optional<ExecPlugin> pluginOf(const OfferedContext &context) const;
    /// By where it stands; null when it is not there.
    const OfferedContext *find(std::string_view file, std::string_view ownName) const;

    /// What was read, absolute, and the folders that were looked into.
    const std::vector<std::string> &files() const { return m_files; }
    const std::vector<std::string> &folders() const { return m_folders; }
    /// What lies in a folder and is not used, with the reason; the place begins with the file.
    const std::vector<Error> &passedOver() const { return m_passedOver; }

private:
    void readFolder(const std::string &folder);
    std::optional<Error> addFileOf(const std::string &folder, const std::string &path);
    void offer();
    const Kubeconfig *currentConfig() const;
    Error unknown(std::string_view name) const;

    std::vector<Kubeconfig> m_configs;
    bool m_hasNamedFiles = false; ///< the first of them is theirs
    std::vector<OfferedContext> m_contexts;
    std::vector<std::string> m_files;
    std::vector<std::string> m_folders;
    std::vector<Error> m_passedOver;
    std::size_t m_folderBytes = 0;
};

} // namespace wk
