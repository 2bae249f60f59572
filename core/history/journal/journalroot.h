// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/filelock.h"
#include "core/base/result.h"
#include "core/cluster/clusterid.h"

#include <optional>
#include <string>
#include <vector>

namespace wk {

/// A cluster, and what people call it. A value.
struct JournalCluster {
    ClusterId id;
    std::string name; ///< the context's; for people alone
};

/// The folder in which the histories of all clusters lie, for all programs of a user: a folder for each cluster, in it
/// sets of files (JournalSetName). What a cluster or a kubeconfig says is in no name here.
///
///     history/lock                        held while anybody looks for a set, makes or removes one
///     history/0f8e…16 digits/             a cluster's, by the hash of its id
///     history/0f8e…16 digits/cluster      a note: the cluster's id, and its name for people
///     history/77aa…16 digits.alias        a note: the cluster that was found where one is reached so
///
/// One lock for all of it: what is done under it takes milliseconds, and is done when a program begins, and when a
/// segment is full. So two programs that look for a set get two, and a folder that one removes is not what another has
/// just found. A value; any thread, not the gui's: it waits for the disk.
class JournalRoot
{
public:
    /// Makes the folder where it is missing, mode 0700. FileWriteFailed for a place where there can be none, for what
    /// is no folder, is another user's, or may be written by others. A link to a folder that is none of these will do.
    static Result<JournalRoot> open(const std::string &path);

    const std::string &path() const { return m_path; }
    /// Waits until nobody else has it. FileWriteFailed.
    Result<FileLock> lock() const;

    std::string folderOf(const ClusterId &cluster) const;
    /// Makes the folder of a cluster, with what it says, under lock(). FileWriteFailed as open(), a link being none;
    /// FileUnreadable where another cluster lies there.
    Result<std::string> makeFolder(const JournalCluster &cluster) const;
    /// Those that there are, by path, in order. FileUnreadable.
    Result<std::vector<std::string>> folders() const;
    /// Whose it is, as far as it says so.
    static std::optional<JournalCluster> clusterOf(const std::string &folder);
    /// Takes away a folder with no set in it, and what led there, under lock(). What we do not know stays, and then so
    /// does the folder.
    void removeFolder(const std::string &folder) const;

    /// The cluster that was found there the last time, so that its history is at hand before it has said a word.
    std::optional<ClusterId> knownAs(const ClusterId &provisional) const;
    /// FileWriteFailed.
    Result<> remember(const ClusterId &provisional, const ClusterId &known) const;

private:
    explicit JournalRoot(std::string path)
        : m_path(std::move(path))
    {}

    std::string aliasOf(const ClusterId &provisional) const;
    void removeTemporaries(const std::string &folder) const;

    std::string m_path;
};

} // namespace wk
