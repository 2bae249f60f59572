// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/journalroot.h"

#include "core/base/privatefile.h"
#include "core/history/journal/journalnames.h"
#include "core/history/journal/journalnote.h"
#include "core/history/journal/journalset.h"

#include <QCryptographicHash>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <sys/stat.h>
#include <unistd.h>

namespace wk {

namespace {

constexpr std::size_t FolderDigits = 16;
constexpr std::string_view AliasEnd = ".alias";
constexpr std::string_view ClusterNote = "cluster";

// Keys of the notes.
constexpr const char *IdKey = "id";
constexpr const char *NameKey = "name";
constexpr const char *ReachedKey = "reached";

/// So long a name is no help to anybody.
constexpr std::size_t MostNameBytes = 1024;

std::string hashOf(const ClusterId &cluster)
{
    const auto hash = QCryptographicHash::hash(QByteArray::fromStdString(cluster.text()), QCryptographicHash::Sha256);
    return hash.toHex().first(FolderDigits).toStdString();
}

bool isHash(std::string_view name)
{
    return name.size() == FolderDigits && name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool isAlias(std::string_view name)
{
    return name.ends_with(AliasEnd) && isHash(name.substr(0, name.size() - AliasEnd.size()));
}

Error folderRefused(const std::string &folder, std::string why)
{
    return {ErrorKind::FileWriteFailed, std::move(why), folder};
}

Result<> checkFolder(const std::string &folder, const struct stat &status)
{
    if (!S_ISDIR(status.st_mode))
        return folderRefused(folder, "There is something of this name that is no directory.");
    if (status.st_uid != ::geteuid())
        return folderRefused(folder, "This directory is another user's.");
    if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        return folderRefused(folder, "Others may write to this directory.");
    return success();
}

std::optional<ClusterId> idIn(const JournalNote &note, const char *key)
{
    const auto found = note.find(key);
    return found == note.end() ? std::nullopt : ClusterId::fromText(found->second);
}

std::optional<ClusterId> targetOf(const std::string &alias)
{
    const auto note = readNote(alias);
    return note ? idIn(*note, IdKey) : std::nullopt;
}

} // namespace

Result<JournalRoot> JournalRoot::open(const std::string &path)
{
    if (auto made = makePrivateDirectory(path); !made)
        return made.error();
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0)
        return folderRefused(path, std::string(std::strerror(errno)) + ".");
    if (auto checked = checkFolder(path, status); !checked)
        return checked.error();
    return JournalRoot(path);
}

Result<FileLock> JournalRoot::lock() const
{
    return FileLock::take(m_path + "/lock");
}

std::string JournalRoot::folderOf(const ClusterId &cluster) const
{
    return m_path + '/' + hashOf(cluster);
}

Result<std::string> JournalRoot::makeFolder(const JournalCluster &cluster) const
{
    const std::string folder = folderOf(cluster.id);
    if (auto made = makePrivateDirectory(folder); !made)
        return made.error();
    struct stat status = {};
    if (::lstat(folder.c_str(), &status) != 0)
        return folderRefused(folder, std::string(std::strerror(errno)) + ".");
    if (auto checked = checkFolder(folder, status); !checked)
        return checked.error();
    const std::string name = cluster.name.substr(0, MostNameBytes);
    const auto before = clusterOf(folder);
    if (before && before->id != cluster.id)
        return Error{ErrorKind::FileUnreadable, "Another cluster's history lies in this directory.", folder};
    if (!before || before->name != name) {
        removeTemporaries(folder);
        const JournalNote note{{IdKey, cluster.id.text()}, {NameKey, name}};
        if (auto written = writeNote(folder + '/' + std::string(ClusterNote), note); !written)
            return written.error();
    }
    return folder;
}

Result<std::vector<std::string>> JournalRoot::folders() const
{
    auto names = namesIn(m_path);
    if (!names)
        return names.error();
    std::vector<std::string> folders;
    for (const std::string &name : *names) {
        const std::string folder = m_path + '/' + name;
        struct stat status = {};
        if (isHash(name) && ::lstat(folder.c_str(), &status) == 0 && checkFolder(folder, status))
            folders.push_back(folder);
    }
    return folders;
}

std::optional<JournalCluster> JournalRoot::clusterOf(const std::string &folder)
{
    const auto note = readNote(folder + '/' + std::string(ClusterNote));
    const auto id = note ? idIn(*note, IdKey) : std::nullopt;
    if (!id)
        return {};
    const auto name = note->find(NameKey);
    return JournalCluster{*id, name == note->end() ? std::string() : name->second};
}

/// What a killed process was writing: notes are written under the lock.
void JournalRoot::removeTemporaries(const std::string &folder) const
{
    const auto names = namesIn(folder);
    for (const std::string &name : names ? *names : std::vector<std::string>()) {
        const bool isAlias = folder == m_path && isTemporaryNameOf(name, name.substr(0, FolderDigits) + ".alias");
        if (isAlias || isTemporaryNameOf(name, ClusterNote))
            ::unlink((folder + '/' + name).c_str());
    }
}

void JournalRoot::removeFolder(const std::string &folder) const
{
    const auto cluster = clusterOf(folder);
    removeTemporaries(folder);
    removeTemporaries(m_path);
    const auto rest = namesIn(folder);
    if (!rest || std::ranges::any_of(*rest, [](const std::string &name) { return name != ClusterNote; }))
        return;
    ::unlink((folder + '/' + std::string(ClusterNote)).c_str());
    if (::rmdir(folder.c_str()) != 0 || !cluster)
        return;
    const auto names = namesIn(m_path);
    for (const std::string &name : names ? *names : std::vector<std::string>()) {
        const std::string alias = m_path + '/' + name;
        const auto target = isAlias(name) ? targetOf(alias) : std::nullopt;
        // What led to one of several clusters is of no use any more where that has no folder of its own.
        const auto own = target && cluster->id.isOfAll() ? namesIn(folderOf(*target)) : names;
        if (target && (*target == cluster->id || (own && own->empty())))
            ::unlink(alias.c_str());
    }
}

std::string JournalRoot::aliasOf(const ClusterId &provisional) const
{
    return folderOf(provisional) + std::string(AliasEnd);
}

std::optional<ClusterId> JournalRoot::knownAs(const ClusterId &provisional) const
{
    const auto note = readNote(aliasOf(provisional));
    return note && idIn(*note, ReachedKey) == provisional ? idIn(*note, IdKey) : std::nullopt;
}

Result<> JournalRoot::remember(const ClusterId &provisional, const ClusterId &known) const
{
    if (knownAs(provisional) == known)
        return success();
    const auto turn = lock();
    if (!turn)
        return turn.error();
    return writeNote(aliasOf(provisional), {{ReachedKey, provisional.text()}, {IdKey, known.text()}});
}

} // namespace wk
