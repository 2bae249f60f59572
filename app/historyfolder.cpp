// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/historyfolder.h"

#include "core/base/privatefile.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QStorageInfo>

#include <algorithm>
#include <array>

namespace wk {

namespace {

QByteArray fileSystemOf(const QString &folder)
{
    return QStorageInfo(folder).fileSystemType();
}

/// A server that is away would end the process that has a file of it mapped, and one beside which this machine is a
/// guest does not know who holds a file (FileLock); a disk in memory saves none.
bool isDiskHere(const QByteArray &fileSystem)
{
    static const std::array<QByteArray, 15> Others{"nfs",      "cifs",   "smb",    "afs",   "ceph",
                                                   "lustre",   "gpfs",   "beegfs", "fuse",  "9p",
                                                   "virtiofs", "vboxsf", "prl_fs", "tmpfs", "ramfs"};
    return std::ranges::none_of(Others, [&](const QByteArray &other) { return fileSystem.startsWith(other); });
}

/// Empty where the user has none. A path that is relative is to be taken for none (XDG).
QByteArray stateDirectory()
{
    if (const QByteArray state = qgetenv("XDG_STATE_HOME"); state.startsWith('/'))
        return state;
    const QByteArray home = qgetenv("HOME");
    return home.startsWith('/') ? home + "/.local/state" : QByteArray();
}

} // namespace

std::string historyFolder()
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + QLatin1String("/history");
    constexpr auto OwnerOnly = QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner;
    if (!QDir().mkpath(folder) || !QFile::setPermissions(folder, OwnerOnly) || !isDiskHere(fileSystemOf(folder)))
        return {};
    return QFile::encodeName(folder).toStdString();
}

Result<std::string> keptHistoryFolder()
{
    const QByteArray state = stateDirectory();
    if (state.isEmpty())
        return Error{ErrorKind::FileWriteFailed, "There is no home directory.", "$HOME"};
    const std::string folder = state.toStdString() + "/watchkeeper/history";
    if (auto made = makePrivateDirectory(folder); !made)
        return made.error();
    const QByteArray fileSystem = fileSystemOf(QFile::decodeName(folder.c_str()));
    if (!isDiskHere(fileSystem))
        return Error{ErrorKind::FileWriteFailed,
                     "This directory is on no disk of this machine, but on " + fileSystem.toStdString() + ".", folder};
    return folder;
}

} // namespace wk
